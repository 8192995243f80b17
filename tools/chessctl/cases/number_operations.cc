#include <chrono>
#include <cmath>
#include <vector>

#include "chessctl/cases/operations.h"
#include "ratings/glicko2.h"
#include "rules/core/moves.h"
#include "rules/game/game.h"
#include "rules/notation/uci.h"
#include "timecontrol/clock_state.h"

namespace chess::chessctl {
namespace {

namespace tc = timecontrol;

tc::TimeControl ControlOf(const Json& input) {
  if (input.contains("correspondence_days_per_move")) {
    return tc::Correspondence(input["correspondence_days_per_move"]);
  }
  const int64_t increment_ms = input.value("increment_ms", int64_t{0});
  const Json& initial = input.at("initial_ms");
  if (initial.is_number()) return tc::Fischer(initial, increment_ms);
  tc::TimeControl control = tc::Fischer(initial.at("white"), increment_ms);
  control.side[1] = tc::Fischer(initial.at("black"), increment_ms).side[1];
  return control;
}

// One game on a clock: events at their receipt times, flags in between.
class ClockScript {
 public:
  ClockScript(const Json& input, const rules::RuleSet& rules, const rules::Position& start)
      : control_(ControlOf(input)),
        clock_(tc::NewClock(control_)),
        game_(rules::Game::StartAt(rules, start)) {
    tc::StartTurn(clock_, rules::Index(start.turn), 0);
  }

  void Run(const Json& event) {
    now_ = event.at("t");
    FallDueFlag();
    if (event.contains("move")) accepted_.push_back(Move(event));
  }

  Json Values() const {
    const tc::Reading reading = tc::ReadClock(control_, clock_, now_);
    Json values = {{"white_ms", reading.remaining_ms[0]},
                   {"black_ms", reading.remaining_ms[1]},
                   {"accepted", accepted_},
                   {"result", ResultOf(outcome_)},
                   {"reason", outcome_.over() ? Json(rules::NameOf(outcome_.reason)) : Json()}};
    if (flag_ms_) values["published_t"] = *flag_ms_;
    return values;
  }

 private:
  void FallDueFlag() {
    const auto deadline = tc::FlagDeadline(control_, clock_);
    if (!deadline || outcome_.over() || now_ <= *deadline) return;
    const auto loser = static_cast<rules::Color>(clock_.running);
    outcome_ = rules::LossOutcome(game_.position(), game_.rules(), loser,
                                  rules::EndReason::kTimeout);
    const auto grace_ms = clock_.side[static_cast<size_t>(clock_.running)].lag.FlagGraceMs();
    flag_ms_ = tc::FlagDecidableAt(*deadline, *deadline, grace_ms, /*clock_error_ms=*/0);
    tc::Stop(control_, clock_, *deadline);
  }

  bool Move(const Json& event) {
    if (outcome_.over()) return false;
    const int side = event.at("by") == "white" ? 0 : 1;
    if (side != clock_.running) return false;
    const auto move = rules::ParseUci(game_.position(), game_.rules(),
                                      event.at("move").get<std::string>());
    if (!move) return false;
    tc::MoveTiming timing;
    timing.received = now_;
    if (event.contains("client_lag_ms")) {
      timing.think_ms = now_ - clock_.turn_start - event["client_lag_ms"].get<int64_t>();
    }
    if (tc::OnMove(control_, clock_, side, timing).flagged) return false;
    game_.PlayLegal(*move);
    outcome_ = game_.outcome();
    if (outcome_.over()) tc::Stop(control_, clock_, now_);
    return true;
  }

  tc::TimeControl control_;
  tc::ClockState clock_;
  rules::Game game_;
  rules::Outcome outcome_;
  int64_t now_ = 0;
  Json accepted_ = Json::array();
  std::optional<int64_t> flag_ms_;
};

Answer RunClockScript(const Json& input) {
  const CaseRules set = RulesOfCase(input);
  if (set.skip) return Answer::Skip(*set.skip);
  Answer answer;
  const auto position = PositionOf(input.at("fen"), set.rules);
  if (!position) {
    answer.values["failed"] = "cannot read the FEN";
    return answer;
  }
  ClockScript script(input, set.rules, *position);
  for (const Json& event : input.at("events")) script.Run(event);
  answer.values = script.Values();
  return answer;
}

ratings::Glicko GlickoOf(const Json& player) {
  return {player.at("r"), player.at("rd"), player.at("vol")};
}

Json Describe(const ratings::Glicko& glicko) {
  return {{"r", glicko.rating}, {"rd", glicko.deviation}, {"vol", glicko.volatility}};
}

bool WithinBounds(const ratings::Glicko& g) {
  return g.rating >= ratings::kMinRating && g.rating <= ratings::kMaxRating &&
         g.deviation >= ratings::kMinDeviation && g.deviation <= ratings::kMaxDeviation &&
         g.volatility >= ratings::kMinVolatility && g.volatility <= ratings::kMaxVolatility;
}

// Rounded to what a case prints, which is two decimals everywhere.
double Hundredths(double number) { return std::round(number * 100) / 100; }

Answer GlickoPeriod(const Json& input) {
  const ratings::Glicko player = GlickoOf(input.at("player"));
  std::vector<ratings::GameResult> results;
  const auto add = [&](const Json& game) {
    results.push_back({game.at("r"), game.at("rd"), game.at("score")});
  };
  if (input.contains("repeat")) {
    for (int i = 0; i < input["repeat"].at("n").get<int>(); ++i) add(input["repeat"]);
  }
  for (const Json& game : input.value("games", Json::array())) add(game);
  for (const Json& game : input.value("results", Json::array())) add(game);
  const auto start = std::chrono::steady_clock::now();
  const ratings::Glicko raw =
      ratings::RatePeriod(player, results, input.value("tau", ratings::kTau),
                          input.value("elapsed_periods", 1.0));
  const std::chrono::duration<double, std::milli> elapsed =
      std::chrono::steady_clock::now() - start;
  Answer answer;
  answer.values = Describe(raw);
  answer.values["finite"] = std::isfinite(raw.rating) && std::isfinite(raw.deviation) &&
                            std::isfinite(raw.volatility);
  answer.values["raw_reference"] = {{"r", Hundredths(raw.rating)},
                                    {"rd", Hundredths(raw.deviation)},
                                    {"vol", Hundredths(raw.volatility)}};
  answer.values["stored_within_configured_bounds"] = WithinBounds(ratings::Clamp(player, raw));
  answer.values["taken_ms"] = elapsed.count();
  return answer;
}

Answer GlickoPair(const Json& input) {
  const ratings::Glicko a = GlickoOf(input.at("a"));
  const ratings::Glicko b = GlickoOf(input.at("b"));
  const double score = input.at("score_a");
  const double tau = input.value("tau", ratings::kTau);
  const ratings::GameResult for_a{b.rating, b.deviation, score};
  const ratings::GameResult for_b{a.rating, a.deviation, 1 - score};
  Answer answer;
  answer.values["a"] = Describe(ratings::RatePeriod(a, {&for_a, 1}, tau, 1));
  answer.values["b"] = Describe(ratings::RatePeriod(b, {&for_b, 1}, tau, 1));
  return answer;
}

constexpr Operation kOperations[] = {
    {"clock_script", RunClockScript},
    {"glicko2_period", GlickoPeriod},
    {"glicko2_pair", GlickoPair},
};

}  // namespace

std::span<const Operation> NumberOperations() { return kOperations; }

}  // namespace chess::chessctl
