// Random complete games over random rule sets through the gRPC services, with three viewers each:
// what every viewer was told of every decision, the log, the compact record and the PGN must agree.
// CHESS_RANDOM_GAMES says how many (2,000); CHESS_SEED replays one run.

#include <cstdlib>
#include <span>
#include <thread>

#include "base/random.h"
#include "chance/draw.h"
#include "game/log_convert.h"
#include "game/record.h"
#include "game/testing/service_rig.h"
#include "game/verify.h"
#include "match/view.h"
#include "rules/game/draft.h"
#include "rules/notation/fen.h"
#include "rules/notation/pgn_reader.h"
#include "rules/notation/pgn_resolve.h"

namespace chess::game {
namespace {

using rules::Color;
using rules::Seat;

constexpr Seat kSeats[] = {Seat::kWhite, Seat::kBlack, Seat::kSpectator};

int NumberFrom(const char* variable, int otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::atoi(text);
}

const char* ViewerOf(Seat seat) {
  if (seat == Seat::kWhite) return kWhiteId;
  return seat == Seat::kBlack ? kBlackId : kOtherId;
}

// Any set that the claims allow: a base, perhaps a set-up, some twists.
rules::RuleSet RandomSet(base::SeededRandom& random) {
  std::vector<rules::RuleSet::Member> members;
  rules::RuleSet set;
  for (int tries = 0; tries < 6; ++tries) {
    const rules::Rule* rule = rules::AllRules()[random.Below(rules::AllRules().size())];
    std::vector<rules::RuleSet::Member> more = members;
    int parameter = -1;
    if (rule->parameter_max >= 0 && random.Below(2) == 0) {
      parameter = rule->parameter_min + static_cast<int>(random.Below(static_cast<uint64_t>(
                                            rule->parameter_max - rule->parameter_min + 1)));
    }
    more.push_back({rule, parameter});
    const auto wider = rules::RuleSet::Of(more);
    if (!wider.ok()) continue;
    members = more;
    set = *wider;
  }
  return set;
}

std::string RandomArmy(base::SeededRandom& random, Color color, int budget) {
  rules::DraftArmy army(color, budget);
  const auto square = [&] {
    const int rank = static_cast<int>(random.Below(4));
    return rules::SquareOf(static_cast<int>(random.Below(8)),
                           color == Color::kWhite ? rank : 7 - rank);
  };
  for (int i = 0; i < 24; ++i) {
    (void)army.Place(square(), static_cast<rules::Role>(random.Below(5)));
  }
  EXPECT_TRUE(army.Place(square(), rules::Role::kKing).ok());
  return army.Text();
}

class RandomGames : public ServiceTest {
 protected:
  // Ends the test's part in a game at once when something is wrong with it.
  void PlayOne(uint64_t seed);
  std::string Create(const rules::RuleSet& set, base::SeededRandom& random);
  void GetReady(const std::string& id, const v1::GameView& view);
  void Draft(const std::string& id, const v1::GameView& view, base::SeededRandom& random,
             int budget);
  void PlayMoves(const std::string& id, base::SeededRandom& random);
  void CheckAll(const std::string& id);
  void CheckViewer(const std::string& id, std::span<const LogRow> log, Seat seat);
  void CheckChance(const match::State& state);
  void CheckPgn(const std::string& id, const match::State& state);

  v1::GameView ViewFor(Color color, const std::string& id) {
    return Get(ViewerOf(rules::SeatOf(color)), id).view();
  }
};

std::string RandomGames::Create(const rules::RuleSet& set, base::SeededRandom& random) {
  internal::v1::CreateGameRequest request;
  std::string id;
  while (id.size() < 8) id += "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"[random.Below(42)];
  request.set_game_id(id);
  request.mutable_settings()->set_rule_set(set.Name());
  auto* stage = request.mutable_settings()->mutable_time_control()->add_stages();
  stage->set_time_ms(3'600'000);
  request.mutable_settings()->set_draw_policy(
      random.Below(4) == 0 ? common::v1::DRAW_POLICY_BY_CLAIM : common::v1::DRAW_POLICY_AUTOMATIC);
  request.mutable_white()->set_player_id(kWhiteId);
  request.mutable_white()->set_name("Anna");
  request.mutable_black()->set_player_id(kBlackId);
  request.mutable_black()->set_name("Bert");
  internal::v1::CreateGameResponse response;
  EXPECT_EQ(Reason(inside_->CreateGame(Inside().get(), request, &response)), "") << set.Name();
  return id;
}

void RandomGames::GetReady(const std::string& id, const v1::GameView& view) {
  EXPECT_TRUE(view.legal_moves().empty());
  for (const char* player : {kBlackId, kWhiteId}) {
    v1::ReadyRequest request;
    request.set_game_id(id);
    request.set_nonce(base::SecureBytes(16));
    v1::ReadyResponse response;
    EXPECT_EQ(Command(&v1::GameService::Stub::Ready, player, request, &response), "");
  }
}

void RandomGames::Draft(const std::string& id, const v1::GameView& view, base::SeededRandom& random,
                        int budget) {
  EXPECT_EQ(view.drafting().budget(), budget);
  for (const Color color : rules::kColors) {
    const char* player = ViewerOf(rules::SeatOf(color));
    v1::SetDraftRequest draft;
    draft.set_game_id(id);
    draft.set_edition(1);
    draft.set_army(RandomArmy(random, color, budget));
    v1::SetDraftResponse kept;
    EXPECT_EQ(Command(&v1::GameService::Stub::SetDraft, player, draft, &kept), "");
    EXPECT_EQ(kept.view().drafting().army(), draft.army());
    EXPECT_EQ(ViewFor(color, id).drafting().army(), draft.army());
    EXPECT_FALSE(Get(kOtherId, id).view().drafting().has_army());
    v1::LockDraftRequest lock;
    lock.set_game_id(id);
    lock.set_army(draft.army());
    v1::LockDraftResponse locked;
    EXPECT_EQ(Command(&v1::GameService::Stub::LockDraft, player, lock, &locked), "");
  }
}

void RandomGames::PlayMoves(const std::string& id, base::SeededRandom& random) {
  const uint64_t most = 4 + random.Below(70);
  Color mover = Color::kWhite;
  for (uint64_t ply = 0; ply <= most; ++ply) {
    v1::GameView view = ViewFor(mover, id);
    ASSERT_TRUE(WaitFor([&] {
      if (view.brain().state() == v1::BRAIN_STATE_THINKING) view = ViewFor(mover, id);
      return view.brain().state() != v1::BRAIN_STATE_THINKING;
    }));
    if (view.has_result()) return;
    ASSERT_GT(view.legal_moves_size(), 0) << view.fen();
    if (ply == most) {
      EXPECT_EQ(Resign(ViewerOf(rules::SeatOf(mover)), id), "");
      return;
    }
    const auto& move = view.legal_moves(
        static_cast<int>(random.Below(static_cast<uint64_t>(view.legal_moves_size()))));
    v1::PlayMoveResponse response;
    ASSERT_EQ(Move(ViewerOf(rules::SeatOf(mover)), id, move.uci(), &response), "")
        << view.fen() << ' ' << move.uci();
    EXPECT_EQ(response.view().turn(), view.turn() + 1);
    mover = !mover;
  }
}

// No man stands where the audience does not see.
void CheckMask(const v1::GameView& view) {
  if (!view.partial()) return;
  int square = 56;
  for (const char c : view.fen().substr(0, view.fen().find_first_of(" ["))) {
    if (c == '/') {
      square -= 16;
    } else if (c >= '1' && c <= '8') {
      square += c - '0';
    } else if (c == '(') {
      break;  // powers are told of a man that was counted
    } else if (c != '+' && c != '~') {
      EXPECT_NE(view.visible_squares() >> square & 1, 0u) << view.fen();
      ++square;
    }
  }
}

// What one viewer was told of every decision against what the log says it may know.
void RandomGames::CheckViewer(const std::string& id, std::span<const LogRow> log, Seat seat) {
  match::State state;
  int64_t seen = 0;
  size_t row_index = 0;
  while (row_index < log.size()) {
    v1::ListEventsRequest request;
    request.set_game_id(id);
    request.set_after_seq(seen);
    v1::ListEventsResponse response;
    ASSERT_EQ(Reason(game_->ListEvents(As(ViewerOf(seat)).get(), request, &response)), "");
    ASSERT_GT(response.events_size(), 0);
    for (const v1::GameEvent& event : response.events()) {
      ASSERT_LT(row_index, log.size());
      const auto row = DecodeRow(id, log[row_index++]);
      ASSERT_TRUE(row.ok());
      ASSERT_TRUE(match::Apply(state, *row).ok());
      ASSERT_EQ(event.seq(), row->seq);
      const match::MatchView view = match::ViewOf(state, seat);
      EXPECT_EQ(event.view().fen(), view.board.fen);
      EXPECT_EQ(event.view().legal_moves_size(), static_cast<int>(view.board.moves.size()));
      EXPECT_EQ(event.view().turn(), state.turn);
      EXPECT_EQ(event.view().partial(), !view.board.complete);
      EXPECT_FALSE(event.view().drafting().has_army());
      CheckMask(event.view());
      if (match::Hides(state) && seat == Seat::kSpectator) {
        EXPECT_EQ(event.view().visible_squares(), 0u);
      }
      for (const v1::Happening& happening : event.happenings()) {
        if (!match::Hides(state) || !happening.has_move_played()) continue;
        const bool own = row->by && rules::SeatOf(*row->by) == seat;
        if (!own) EXPECT_EQ(happening.move_played().move().san(), "");
      }
      seen = event.seq();
    }
  }
}

void RandomGames::CheckChance(const match::State& state) {
  if (!state.commit) return;
  ASSERT_TRUE(state.secret);
  EXPECT_EQ(chance::CommitOf(*state.secret), *state.commit);
  if (!state.setup_drawn) return;
  const chance::SecretChance draws(*state.secret, state.settings->game_id.value);
  EXPECT_EQ(state.setup_drawn->number,
            static_cast<int32_t>(
                draws.Draw({*state.nonces[0], *state.nonces[1]}, 1, match::kSetupPurpose, 960)));
}

void RandomGames::CheckPgn(const std::string& id, const match::State& state) {
  v1::ExportPgnRequest request;
  request.set_game_id(id);
  request.set_clocks(true);
  v1::ExportPgnResponse response;
  ASSERT_EQ(Reason(game_->ExportPgn(As(kOtherId).get(), request, &response)), "");
  rules::PgnReader reader(rules::PgnFromText(response.pgn()));
  auto pgn = reader.Next();
  ASSERT_TRUE(pgn.has_value());
  const auto meaning = rules::ResolvePgn(&*pgn);
  ASSERT_TRUE(meaning.has_value() && pgn->ok())
      << response.pgn() << (pgn->problems.empty() ? "" : pgn->problems.front().message);
  EXPECT_EQ(pgn->MainLine().size(), static_cast<size_t>(state.ply()));
  EXPECT_EQ(meaning->rules.Family(), state.game().rules().Family());
  EXPECT_EQ(meaning->end.key, state.game().position().key) << response.pgn();
}

void RandomGames::CheckAll(const std::string& id) {
  const auto rows = app_->parts().log.Load({id});
  ASSERT_TRUE(rows.ok());
  const std::vector<LogRow>& log = rows->front().log;
  const auto state = ReplayLog(id, log);
  ASSERT_TRUE(state.ok()) << state.error().message;
  ASSERT_TRUE(state->over());
  EXPECT_EQ(state->game().position().key, rules::FullKey(state->game().position()));
  for (const Seat seat : kSeats) {
    CheckViewer(id, log, seat);
    const v1::GameView last = Get(ViewerOf(seat), id).view();
    EXPECT_FALSE(last.partial());
    EXPECT_EQ(last.fen(), rules::WriteFen(state->game().position(), state->game().rules()));
  }
  CheckChance(*state);
  CheckPgn(id, *state);
  const auto record = MakeRecord(id, log);
  ASSERT_TRUE(record.ok()) << record.error().message;
  const LogVerdict of_log = VerifyLog(id, log);
  EXPECT_FALSE(of_log.fault) << of_log.fault->seq << " " << of_log.fault->word << " "
                             << of_log.fault->message;
  EXPECT_EQ(of_log.moves, state->ply());
  const LogVerdict of_record = VerifyRecord(id, *record, {});
  EXPECT_FALSE(of_record.fault) << of_record.fault->seq << " " << of_record.fault->word << " "
                                << of_record.fault->message;
  const auto rebuilt = StateOfRecord(id, *record);
  ASSERT_TRUE(rebuilt.ok()) << rebuilt.error().message;
  EXPECT_EQ(rebuilt->game().moves(), state->game().moves());
  EXPECT_EQ(rebuilt->game().position(), state->game().position());
  EXPECT_EQ(rebuilt->ending, state->ending);
  EXPECT_EQ(rebuilt->nonces, state->nonces);
  EXPECT_EQ(rebuilt->secret, state->secret);
  EXPECT_EQ(rebuilt->draws, state->draws);
  EXPECT_EQ(rebuilt->armies, state->armies);
  EXPECT_EQ(rebuilt->seq, state->seq);
}

void RandomGames::PlayOne(uint64_t seed) {
  base::SeededRandom random(seed);
  const rules::RuleSet set = RandomSet(random);
  SCOPED_TRACE("seed " + std::to_string(seed) + ", " + set.Name());
  const std::string id = Create(set, random);
  v1::GameView view = ViewFor(Color::kWhite, id);
  if (view.state() == v1::GAME_STATE_READYING) {
    GetReady(id, view);
    view = ViewFor(Color::kWhite, id);
  }
  if (view.state() == v1::GAME_STATE_DRAFTING) {
    Draft(id, view, random, rules::DraftBudget(set));
    view = ViewFor(Color::kWhite, id);
  }
  if (!view.has_result()) PlayMoves(id, random);
  if (HasFatalFailure()) return;
  CheckAll(id);
}

TEST_F(RandomGames, EveryViewerIsToldWhatTheLogAllowsAndTheRecordsAgree) {
  const int games = NumberFrom("CHESS_RANDOM_GAMES", 2000);
  const uint64_t first = static_cast<uint64_t>(NumberFrom("CHESS_SEED", 1));
  std::atomic<int> next{0};
  std::vector<std::thread> players;
  for (int i = 0; i < 8; ++i) {
    players.emplace_back([&] {
      while (!HasFailure()) {
        const int game = next.fetch_add(1);
        if (game >= games) return;
        PlayOne(first + static_cast<uint64_t>(game));
      }
    });
  }
  for (std::thread& player : players) player.join();
}

}  // namespace
}  // namespace chess::game
