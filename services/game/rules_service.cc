// chess.rules.v1.RulesService: stateless questions about positions and notation.
#include <vector>

#include "base/check.h"
#include "base/limits.h"
#include "chess/rules/v1/rules_service.grpc.pb.h"
#include "game/convert.h"
#include "game/request_fields.h"
#include "game/rule_list.h"
#include "game/service_parts.h"
#include "rpc/handler.h"
#include "rules/notation/fen.h"
#include "rules/notation/pgn_reader.h"
#include "rules/notation/pgn_resolve.h"
#include "rules/notation/san.h"
#include "rules/notation/uci.h"

namespace chess::game {
namespace {

using grpc::CallbackServerContext;
using grpc::ServerUnaryReactor;
namespace rv1 = chess::rules::v1;

constexpr int kMaxMoves = 2000;
constexpr int kMaxGames = 100;
constexpr int kSetupNumber = 518;  // for a drawn set-up whose number nobody names: the usual array

base::Error BadRequest(const char* reason, const base::Error& cause) {
  base::Error error = cause;
  error.code = base::Code::kInvalidArgument;
  error.reason = reason;
  error.metadata.emplace_back("cause", cause.reason);
  return error;
}

// The set without dice and brain: "legal" means before them, and here nobody rolls or names.
rules::RuleSet Unbound(const rules::RuleSet& set) {
  std::vector<rules::RuleSet::Member> members;
  for (const rules::RuleSet::Member& member : set.members()) {
    const bool binds = (member.rule->traits & (rules::kTraitRolls | rules::kTraitNames)) != 0;
    if (!binds) members.push_back(member);
  }
  auto unbound = rules::RuleSet::Of(members);
  CHESS_CHECK(unbound.ok());  // part of a good set is a good set
  return *std::move(unbound);
}

base::Result<rules::Game> StartOf(const rv1::GetLegalMovesRequest& request) {
  if (request.fen().size() > base::kMaxFenBytes) return BadField("fen", "The FEN is too long.");
  auto set = rules::ParseRuleSet(request.rule_set().empty() ? "standard" : request.rule_set());
  if (!set.ok()) return BadRequest("RULE_SET_INVALID", set.error());
  *set = Unbound(*set);
  const auto* setup = set->setup();
  const bool drawn = setup != nullptr && setup->parameter < 0 && set->Has(rules::kTraitDrawnSetup);
  if (drawn && request.fen().empty()) {
    *set = set->WithSetupParameter(kSetupNumber);
  }
  const rules::GameOptions relaxed{.relaxed = true};
  auto game = request.fen().empty() ? rules::Game::Start(*set)
                                    : rules::Game::StartFrom(*set, request.fen(), relaxed);
  if (!game.ok()) return BadRequest("FEN_INVALID", game.error());
  return game;
}

base::Status LegalMoves(const rv1::GetLegalMovesRequest& request,
                        rv1::GetLegalMovesResponse* response) {
  if (request.moves_size() > kMaxMoves) return BadField("moves", "At most 2,000 moves.");
  auto game = StartOf(request);
  if (!game.ok()) return game.error();
  for (int i = 0; i < request.moves_size(); ++i) {
    auto move = rules::ReadSan(game->position(), game->rules(), request.moves(i));
    if (!move.ok()) {
      base::Error error = std::move(move).error();
      error.metadata.emplace_back("ply", std::to_string(i + 1));
      return error;
    }
    response->add_san(rules::WriteSan(game->position(), game->rules(), *move));
    if (const base::Status played = game->Play(*move); !played.ok()) {
      base::Error error = played.error();
      error.metadata.emplace_back("ply", std::to_string(i + 1));
      return error;
    }
  }
  const rules::View view = rules::ViewOf(*game, rules::SeatOf(game->turn()));
  // Whole also where the set hides: whoever asks gave the position.
  response->set_fen(rules::WriteFen(game->position(), game->rules()));
  for (const rules::ViewMove& move : view.moves) {
    LegalMoveToProto(move, response->add_legal_moves());
  }
  if (game->over()) ResultToProto(EndingOf(game->outcome()), 0, response->mutable_result());
  return {};
}

void GameToProto(rules::PgnGame& pgn, rv1::ParsedGame* out) {
  const auto meaning = rules::ResolvePgn(&pgn, {.variations = false});
  for (const rules::PgnTag& tag : pgn.tags) (*out->mutable_tags())[tag.name] = tag.value;
  out->set_result(pgn.result);
  if (meaning) {
    out->set_rule_set(meaning->rules.Name());
    out->set_start_fen(rules::WriteFen(meaning->start, meaning->rules));
    int ply = 0;
    for (const uint32_t index : pgn.MainLine()) {
      const rules::PgnNode& node = pgn.nodes[index];
      if (!node.resolved) break;
      auto* move = out->add_moves();
      move->set_ply(++ply);
      move->set_uci(rules::WriteUci(node.move, meaning->rules));
      move->set_san(node.text);
      if (node.clock_ms) move->set_clock_ms(*node.clock_ms);
    }
  }
  for (const rules::PgnProblem& problem : pgn.problems) {
    if (problem.severity != rules::PgnSeverity::kError) continue;
    out->set_error(problem.reason + ": " + problem.message);
    out->set_error_line(static_cast<int32_t>(problem.place.line));
    out->set_error_column(static_cast<int32_t>(problem.place.column));
    return;
  }
}

base::Status ParsePgn(const std::string& text, rv1::ParsePgnResponse* response) {
  if (text.size() > base::kMaxPgnBytes) return BadField("pgn", "At most 1 MiB of PGN.");
  rules::PgnReader reader(rules::PgnFromText(text));
  while (auto pgn = reader.Next()) {
    if (response->games_size() == kMaxGames) return BadField("pgn", "At most 100 games.");
    GameToProto(*pgn, response->add_games());
  }
  if (response->games_size() == 0) {
    return base::MakeError(base::Code::kInvalidArgument, "PGN_INVALID", "There is no game in it.");
  }
  return {};
}

class RulesServiceImpl final : public rv1::RulesService::CallbackService {
 public:
  explicit RulesServiceImpl(const ServiceParts& parts) : parts_(parts) {}

  ServerUnaryReactor* GetLegalMoves(CallbackServerContext* context,
                                    const rv1::GetLegalMovesRequest* request,
                                    rv1::GetLegalMovesResponse* response) override {
    return rpc::Finish(context, LegalMoves(*request, response));
  }
  ServerUnaryReactor* ListRules(CallbackServerContext* context, const rv1::ListRulesRequest*,
                                rv1::ListRulesResponse* response) override {
    RulesToProto(response);
    return rpc::Finish(context, base::Status());
  }
  ServerUnaryReactor* CheckRuleSet(CallbackServerContext* context,
                                   const rv1::CheckRuleSetRequest* request,
                                   rv1::CheckRuleSetResponse* response) override {
    return rpc::Finish(context, game::CheckRuleSet(*request, response));
  }
  // A megabyte of games takes seconds: not on gRPC's thread, and nobody who reads a game waits for
  // it.
  ServerUnaryReactor* ParsePgn(CallbackServerContext* context, const rv1::ParsePgnRequest* request,
                               rv1::ParsePgnResponse* response) override {
    return rpc::RunOn(parts_.imports, context, [context, request, response]() -> base::Status {
      // Nobody waits for the answer any more.
      if (context->IsCancelled()) {
        return base::MakeError(base::Code::kDeadlineExceeded, "TIMED_OUT",
                               "The time for this call is over.");
      }
      return game::ParsePgn(request->pgn(), response);
    });
  }

 private:
  const ServiceParts parts_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeRulesService(const ServiceParts& parts) {
  return std::make_unique<RulesServiceImpl>(parts);
}

}  // namespace chess::game
