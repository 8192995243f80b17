#include "rules/wasm/describe.h"

#include "rules/core/rule.h"
#include "rules/notation/fen.h"
#include "rules/notation/san.h"
#include "rules/notation/uci.h"
#include "rules/wasm/json.h"

namespace chess::rules::wasm {
namespace {

constexpr std::string_view kAxes[] = {"base", "setup", "twist"};
constexpr std::string_view kTypes[kRoles] = {"PIECE_TYPE_PAWN",   "PIECE_TYPE_KNIGHT",
                                             "PIECE_TYPE_BISHOP", "PIECE_TYPE_ROOK",
                                             "PIECE_TYPE_QUEEN",  "PIECE_TYPE_KING"};
constexpr std::string_view kColors[] = {"COLOR_WHITE", "COLOR_BLACK"};

// The words of chess.game.v1.EndReason.
std::string_view ReasonWord(EndReason reason) {
  switch (reason) {
    case EndReason::kVariant:
      return "END_REASON_VARIANT";
    case EndReason::kCheckmate:
      return "END_REASON_CHECKMATE";
    case EndReason::kStalemate:
      return "END_REASON_STALEMATE";
    case EndReason::kDeadPosition:
      return "END_REASON_DEAD_POSITION";
    case EndReason::kRepetition:
    case EndReason::kFivefold:
      return "END_REASON_REPETITION";
    case EndReason::kFiftyMoves:
    case EndReason::kSeventyFiveMoves:
      return "END_REASON_MOVE_COUNT";
    case EndReason::kMoveLimit:
      return "END_REASON_MOVE_LIMIT";
    default:  // the board alone gives no other
      return "END_REASON_UNSPECIFIED";
  }
}

void WriteResult(const Outcome& outcome, Json* json) {
  json->Key("result").Open('{').Text("score", ResultText(outcome.result));
  if (const auto winner = outcome.winner()) json->Text("winner", kColors[Index(*winner)]);
  json->Text("reason", ReasonWord(outcome.reason));
  if (!outcome.rule.empty()) json->Text("variantEnd", outcome.rule);
  json->Close('}');
}

void WriteMove(const ViewMove& move, Json* json) {
  json->Open('{').Text("uci", move.uci);
  const std::pair<bool, std::string_view> kinds[] = {
      {move.capture, "MOVE_KIND_CAPTURE"},
      {move.en_passant, "MOVE_KIND_EN_PASSANT"},
      {move.castle, "MOVE_KIND_CASTLE"},
      {move.promotion.has_value(), "MOVE_KIND_PROMOTION"},
      {move.drop.has_value(), "MOVE_KIND_DROP"},
      {move.bonus, "MOVE_KIND_BONUS"},
      {move.check, "MOVE_KIND_CHECK"},
  };
  bool any = false;
  for (const auto& [holds, word] : kinds) {
    if (!holds) continue;
    if (!any) json->Key("kinds").Open('[');
    any = true;
    json->Text(word);
  }
  if (any) json->Close(']');
  json->Close('}');
}

// Men of that colour that were taken, as FEN letters, the most valuable first.
std::string Captured(const View& view, Color taken) {
  std::string letters;
  for (int role = kRoles - 1; role >= 0; --role) {
    const char letter = LetterOf(static_cast<Role>(role));
    letters.append(view.captured[static_cast<size_t>(Index(taken))][static_cast<size_t>(role)],
                   taken == Color::kWhite ? letter : static_cast<char>(letter | 0x20));
  }
  return letters;
}

// SAN of the last move: needs the position before it.
std::string LastSan(const Game& game) {
  Game before = game;
  before.Undo(1);
  return WriteSan(before.position(), game.rules(), game.last_move());
}

void WriteLastMove(const Game& game, const View& view, Json* json) {
  if (game.ply() == 0) return;
  json->Key("lastMove").Open('{').Number("ply", game.ply());
  if (!view.last_move.empty()) json->Text("uci", view.last_move);
  if (view.san_visible) json->Text("san", LastSan(game));
  if (view.last_move.empty()) {
    if (view.last_from != kNoSquare) json->Text("seenFrom", ToText(view.last_from));
    if (view.last_to != kNoSquare) json->Text("seenTo", ToText(view.last_to));
    if (view.last_man) json->Text("seenType", kTypes[Index(*view.last_man)]);
  }
  json->Close('}');
}

// Dice and brain of the present turn.
void WriteChoice(const View& view, Json* json) {
  if (view.rolled != 0) {
    json->Key("roll").Open('{').Key("allowed").Open('[');
    for (int role = 0; role < kRoles; ++role) {
      if (view.rolled >> role & 1) json->Text(kTypes[role]);
    }
    json->Close(']').Close('}');
  }
  if (view.named || view.thinking) {
    json->Key("brain").Open('{');
    json->Text("state", view.named ? "BRAIN_STATE_NAMED" : "BRAIN_STATE_THINKING");
    if (view.named) json->Text("type", kTypes[Index(*view.named)]);
    json->Close('}');
  }
}

// What is hidden, and the number of the set-up.
void WriteExtent(const Game& game, const View& view, Json* json) {
  if (!view.complete) {
    json->Bool("partial", true).Text("visibleSquares", std::to_string(view.visible));
  }
  const RuleSet::Member* setup = game.rules().setup();
  if (setup != nullptr && setup->parameter >= 0 && game.rules().Has(kTraitDrawnSetup)) {
    json->Number("setupNumber", setup->parameter);
  }
}

}  // namespace

void DescribeRules(std::string* out) {
  Json json(out);
  json.Open('[');
  for (const Rule* rule : AllRules()) {
    json.Open('{').Text("key", rule->key).Text("title", rule->title).Text("summary", rule->summary);
    json.Text("axis", kAxes[static_cast<size_t>(rule->axis)]);
    json.Number("minimum", rule->parameter_min).Number("maximum", rule->parameter_max);
    json.Key("excludes").Open('[');
    for (const Rule* other : AllRules()) {
      const RuleSet::Member both[] = {{rule}, {other}};
      if (other != rule && !RuleSet::Of(both).ok()) json.Text(other->key);
    }
    json.Close(']').Close('}');
  }
  json.Close(']');
}

void DescribeRuleSet(const RuleSet& rules, std::string* out) {
  Json json(out);
  json.Open('{').Text("name", rules.Name()).Text("title", rules.Title());
  json.Text("family", rules.Family());
  json.Bool("hidden", rules.Has(kTraitHidden)).Bool("rolls", rules.Has(kTraitRolls));
  json.Bool("names", rules.Has(kTraitNames)).Bool("drafted", rules.Has(kTraitDraftedSetup));
  json.Bool("drawn", rules.Has(kTraitDrawnSetup)).Close('}');
}

void DescribeError(const base::Error& error, std::string* out) {
  Json json(out);
  json.Open('{').Text("reason", error.reason).Text("message", error.message);
  json.Key("metadata").Open('{');
  for (const auto& [key, value] : error.metadata) json.Text(key, value);
  json.Close('}').Close('}');
}

void DescribeView(const Game& game, Seat seat, std::string* out) {
  const View view = ViewOf(game, seat);
  Json json(out);
  json.Open('{');
  json.Text("state", view.outcome.over() ? "GAME_STATE_FINISHED" : "GAME_STATE_RUNNING");
  json.Text("fen", view.fen).Number("ply", view.ply).Number("turn", view.ply);
  json.Text("toMove", kColors[Index(view.turn)]);
  WriteLastMove(game, view, &json);
  json.Key("checkers").Open('[');
  for (const Square square : view.checkers) json.Text(ToText(square));
  json.Close(']');
  json.Key("legalMoves").Open('[');
  for (const ViewMove& move : view.moves) WriteMove(move, &json);
  json.Close(']');
  if (view.outcome.over()) WriteResult(view.outcome, &json);
  WriteChoice(view, &json);
  WriteExtent(game, view, &json);
  json.Bool("drawClaimable", view.complete && game.ClaimableDraw().has_value());
  json.Text("capturedByWhite", Captured(view, Color::kBlack));
  json.Text("capturedByBlack", Captured(view, Color::kWhite));
  json.Close('}');
}

void DescribeMoves(const Game& game, std::string* out) {
  Json json(out);
  json.Open('{').Text("startFen", WriteFen(game.start(), game.rules()));
  json.Key("moves").Open('[');
  Position position = game.start();
  for (const Move move : game.moves()) {
    json.Open('{').Text("uci", WriteUci(move, game.rules()));
    json.Text("san", WriteSan(position, game.rules(), move)).Close('}');
    Play(&position, game.rules(), move);
  }
  json.Close(']').Close('}');
}

}  // namespace chess::rules::wasm
