#include "rules/wasm/module.h"

#include <string>
#include <string_view>

#include "rules/game/game.h"
#include "rules/notation/fen.h"
#include "rules/notation/pgn_resolve.h"
#include "rules/notation/pgn_writer.h"
#include "rules/notation/san.h"
#include "rules/notation/uci.h"
#include "rules/notation/variant_names.h"
#include "rules/wasm/describe.h"
#include "rules/wasm/describe_pgn.h"
#include "rules/wasm/json.h"
#include "rules/wasm/signature.h"
#include "rules/wasm/table.h"

namespace {

using namespace chess::rules;  // NOLINT: this file is the library's face
using chess::base::Error;
using chess::base::Result;

std::string input;
std::string output;
wasm::Tables tables;

// The input up to the first line feed, and what comes behind it.
struct Lines {
  std::string_view first, rest;
};
Lines SplitInput() {
  const std::string_view text = input;
  const size_t end = text.find('\n');
  if (end == std::string_view::npos) return {text, {}};
  return {text.substr(0, end), text.substr(end + 1)};
}

bool Fail(const Error& error) {
  output.clear();
  wasm::DescribeError(error, &output);
  return false;
}

// UCI first: "b8c6" is a move from b8, whatever SAN may think.
Result<Move> ReadMove(const Game& game, std::string_view text) {
  if (ReadUci(text)) return ParseUci(game.position(), game.rules(), text);
  return ReadSan(game.position(), game.rules(), text);
}

void TellMove(const Game& game, Move move) {
  output.clear();
  wasm::Json(&output)
      .Open('{')
      .Text("uci", WriteUci(move, game.rules()))
      .Text("san", WriteSan(game.position(), game.rules(), move))
      .Close('}');
}

void TellTypes(Powers types) {
  std::string letters;
  for (int role = kRoles - 1; role >= 0; --role) {
    if (types >> role & 1) letters += LetterOf(static_cast<Role>(role));
  }
  output.clear();
  wasm::Json(&output).Open('{').Text("types", letters).Close('}');
}

Error NothingAwaited() {
  return chess::base::MakeError(chess::base::Code::kFailedPrecondition, "NOTHING_AWAITED",
                                "Nothing is to be drawn or named now.");
}

}  // namespace

namespace chess::rules::wasm {
void SetFault(const char* condition) { output = condition; }
}  // namespace chess::rules::wasm

extern "C" {

char* chess_input(uint32_t size) {
  input.resize(size);
  return input.data();
}

const char* chess_output() { return output.data(); }
uint32_t chess_output_size() { return static_cast<uint32_t>(output.size()); }

void chess_rules() {
  output.clear();
  wasm::DescribeRules(&output);
}

bool chess_rule_set() {
  const Result<RuleSet> rules = ReadVariantName(input);
  if (!rules.ok()) return Fail(rules.error());
  output.clear();
  wasm::DescribeRuleSet(*rules, &output);
  return true;
}

bool chess_check_fen() {
  const Lines lines = SplitInput();
  const Result<RuleSet> rules = ReadVariantName(lines.first);
  if (!rules.ok()) return Fail(rules.error());
  const Result<ParsedFen> parsed = ReadFen(lines.rest, *rules);
  if (!parsed.ok()) return Fail(parsed.error());
  output.clear();
  wasm::Json json(&output);
  json.Open('{').Text("fen", WriteFen(parsed->position, *rules)).Key("faults").Open('[');
  for (const SetupFault fault : parsed->faults) json.Text(NameOf(fault));
  json.Close(']').Close('}');
  return true;
}

int32_t chess_open(bool by_claim, bool relaxed) {
  const Lines lines = SplitInput();
  const Result<RuleSet> rules = ReadVariantName(lines.first);
  if (!rules.ok()) return Fail(rules.error()), -1;
  const GameOptions options{by_claim ? DrawPolicy::kByClaim : DrawPolicy::kAutomatic, relaxed};
  Result<Game> game = lines.rest.empty() ? Game::Start(*rules, options)
                                         : Game::StartFrom(*rules, lines.rest, options);
  if (!game.ok()) return Fail(game.error()), -1;
  return tables.Open(*std::move(game));
}

void chess_close(int32_t game) { tables.Close(game); }

bool chess_play(int32_t number) {
  wasm::Table& table = tables.Of(number);
  const Result<Move> move = ReadMove(table.game(), input);
  if (!move.ok()) return Fail(move.error());
  TellMove(table.game(), *move);
  if (const auto played = table.Play(*move); !played.ok()) return Fail(played.error());
  return true;
}

bool chess_roll(int32_t number, uint32_t draw) {
  wasm::Table& table = tables.Of(number);
  if (!table.game().RollAwaited()) return Fail(NothingAwaited());
  TellTypes(table.Roll(draw));
  return true;
}

bool chess_name(int32_t number, uint32_t seed) {
  wasm::Table& table = tables.Of(number);
  if (!table.game().NameAwaited()) return Fail(NothingAwaited());
  const auto role = input.empty() ? table.Name(seed) : RoleOf(input[0]);
  const Powers allowed = table.game().NameableTypes();
  if (!role || (allowed & Bit(*role)) == 0) {
    return Fail(chess::base::MakeError(chess::base::Code::kInvalidArgument, "NAME_NOT_ALLOWED",
                                       "No man of that type can move."));
  }
  table.SetName(*role);
  TellTypes(Bit(*role));
  return true;
}

bool chess_reply(int32_t number, uint32_t player, uint32_t seed) {
  const Result<Move> move = tables.Of(number).Reply(player, seed);
  if (!move.ok()) return Fail(move.error());
  TellMove(tables.Of(number).game(), *move);
  return true;
}

void chess_undo(int32_t number, uint32_t plies) { tables.Of(number).Undo(plies); }

void chess_view(int32_t game, uint32_t seat) {
  CHESS_CHECK(seat <= static_cast<uint32_t>(Seat::kSpectator));
  output.clear();
  wasm::DescribeView(tables.Of(game).game(), static_cast<Seat>(seat), &output);
}

void chess_moves(int32_t game) {
  output.clear();
  wasm::DescribeMoves(tables.Of(game).game(), &output);
}

void chess_pgn(int32_t game) { output = WritePgn(PgnOf(tables.Of(game).game())); }

void chess_read_pgn() {
  output.clear();
  wasm::DescribePgn(input, &output);
}

uint64_t chess_signature(uint32_t games_per_set) { return wasm::Signature(games_per_set); }

}  // extern "C"
