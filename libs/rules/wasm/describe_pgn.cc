#include "rules/wasm/describe_pgn.h"

#include "rules/notation/fen.h"
#include "rules/notation/pgn_reader.h"
#include "rules/notation/pgn_resolve.h"
#include "rules/notation/uci.h"
#include "rules/wasm/json.h"

namespace chess::rules::wasm {
namespace {

void WriteTags(const PgnGame& pgn, Json* json) {
  json->Key("tags").Open('{');
  for (const PgnTag& tag : pgn.tags) {
    if (pgn.Tag(tag.name) == &tag.value) json->Text(tag.name, tag.value);
  }
  json->Close('}');
}

void WriteMoves(const PgnGame& pgn, const PgnMeaning& meaning, Json* json) {
  json->Text("ruleSet", meaning.rules.Name());
  json->Text("startFen", WriteFen(meaning.start, meaning.rules));
  json->Key("moves").Open('[');
  int ply = 0;
  for (const uint32_t index : pgn.MainLine()) {
    const PgnNode& node = pgn.nodes[index];
    if (!node.resolved) break;
    json->Open('{').Number("ply", ++ply).Text("uci", WriteUci(node.move, meaning.rules));
    json->Text("san", node.text);
    if (node.clock_ms) json->Text("clockMs", std::to_string(*node.clock_ms));
    json->Close('}');
  }
  json->Close(']');
}

void WriteGame(PgnGame* pgn, Json* json) {
  const auto meaning = ResolvePgn(pgn, {.variations = false});
  json->Open('{');
  WriteTags(*pgn, json);
  if (meaning) WriteMoves(*pgn, *meaning, json);
  json->Text("result", pgn->result);
  for (const PgnProblem& problem : pgn->problems) {
    if (problem.severity != PgnSeverity::kError) continue;
    json->Text("error", problem.reason + ": " + problem.message);
    json->Number("errorLine", problem.place.line).Number("errorColumn", problem.place.column);
    break;
  }
  json->Close('}');
}

}  // namespace

void DescribePgn(std::string_view text, std::string* out) {
  PgnReader reader(PgnFromText(text));
  Json json(out);
  json.Open('{').Key("games").Open('[');
  while (auto pgn = reader.Next()) WriteGame(&*pgn, &json);
  json.Close(']').Close('}');
}

}  // namespace chess::rules::wasm
