#include "game/pgn_export.h"

#include <cstdio>
#include <ctime>

#include "chance/draw.h"
#include "match/view.h"
#include "openings/openings.h"
#include "rules/game/setup.h"
#include "rules/notation/pgn_resolve.h"
#include "rules/notation/pgn_writer.h"
#include "timecontrol/time_control_text.h"

namespace chess::game {
namespace {

std::string TimeText(base::TimeMs time, const char* format) {
  const std::time_t seconds = time / 1000;
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  char text[32];
  const size_t size = std::strftime(text, sizeof(text), format, &utc);
  return std::string(text, size);
}

const char* Termination(const match::State& state) {
  if (!state.over()) return "Unterminated";
  switch (state.ending.reason) {
    case match::EndReason::kTimeout: return "Time forfeit";
    case match::EndReason::kFirstMove:
    case match::EndReason::kAborted: return "Abandoned";
    case match::EndReason::kOperator:
      return state.ending.cause == match::OperatorCause::kFairPlay ||
                     state.ending.cause == match::OperatorCause::kMisconduct
                 ? "Rules infraction"
                 : "Adjudication";
    default: return "Normal";
  }
}

std::string Signed(int value) {
  char text[16];
  std::snprintf(text, sizeof(text), "%+d", value);
  return text;
}

void SetRatings(const match::State& state, rules::PgnGame* pgn) {
  static constexpr const char* kElo[] = {"WhiteElo", "BlackElo"};
  static constexpr const char* kDiff[] = {"WhiteRatingDiff", "BlackRatingDiff"};
  for (int i = 0; i < 2; ++i) {
    const int rating =
        state.rated ? state.rated->before[i] : state.settings->ratings[i].rating;
    if (rating > 0) pgn->SetTag(kElo[i], std::to_string(rating));
  }
  for (int i = 0; i < 2 && state.rated; ++i) {
    pgn->SetTag(kDiff[i], Signed(state.rated->after[i] - state.rated->before[i]));
  }
}

// What bound the move that follows a node.
void SetChoice(const std::optional<match::RollView>& roll, const std::optional<rules::Role>& named,
               rules::PgnNode* node) {
  if (roll) node->next_roll = rules::PgnRoll{roll->draw, roll->allowed};
  node->next_brain = named;
}

void SetChance(const match::ChanceView& chance, rules::PgnGame* pgn) {
  pgn->SetTag("DiceCommit", chance::ToHex(chance.commit));
  if (chance.secret) pgn->SetTag("DiceSeed", chance::ToHex(*chance.secret));
  if (chance.nonces) {
    pgn->SetTag("DiceNonces", chance::ToHex((*chance.nonces)[0]) + " " +
                                  chance::ToHex((*chance.nonces)[1]));
  }
}

}  // namespace

std::string WriteGamePgn(const match::State& state, const std::array<SeatRow, 2>& seats,
                         rules::Seat seat, bool clocks) {
  const match::Settings& settings = *state.settings;
  rules::PgnGame pgn;
  if (state.men_stand() && !match::Hides(state)) {
    pgn = rules::PgnOf(state.game());
    if (const openings::Opening* opening = openings::OpeningOf(state.game())) {
      pgn.SetTag("ECO", std::string(opening->eco));
      pgn.SetTag("Opening", std::string(opening->name));
    }
    const auto moves = match::MovesOf(state, seat);
    for (size_t i = 0; i < moves.size(); ++i) {
      if (clocks) pgn.nodes[i + 1].clock_ms = moves[i].clock_ms;
      SetChoice(moves[i].roll, moves[i].named, &pgn.nodes[i]);
    }
    const match::MatchView view = match::ViewOf(state, seat);
    SetChoice(view.roll, view.brain ? view.brain->named : std::nullopt, &pgn.nodes.back());
    if (view.chance) SetChance(*view.chance, &pgn);
  } else {
    // The start may be hidden, too.
    rules::SetPgnRuleTags(&pgn, state.game().rules(), rules::StandardArray());
  }
  const std::string speed(timecontrol::SpeedName(settings.speed()));
  pgn.SetTag("Event", (settings.rated ? "Rated " : "Casual ") + speed + " game");
  pgn.SetTag("Site", "Castellan " + settings.game_id.value);
  pgn.SetTag("Date", TimeText(state.create_time, "%Y.%m.%d"));
  pgn.SetTag("Round", "-");
  pgn.SetTag("White", seats[0].name);
  pgn.SetTag("Black", seats[1].name);
  pgn.SetTag("UTCDate", TimeText(state.create_time, "%Y.%m.%d"));
  pgn.SetTag("UTCTime", TimeText(state.create_time, "%H:%M:%S"));
  pgn.SetTag("TimeControl", timecontrol::FormatTimeControl(settings.time));
  pgn.SetTag("Termination", Termination(state));
  SetRatings(state, &pgn);
  pgn.result = rules::ResultText(state.ending.result);
  rules::PgnWriteOptions options;
  options.clocks = clocks;
  return rules::WritePgn(pgn, options);
}

}  // namespace chess::game
