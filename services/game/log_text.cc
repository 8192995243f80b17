#include "game/log_text.h"

#include <cstdio>

#include "rules/notation/uci.h"

namespace chess::game {
namespace {

const char* SideName(rules::Color color) {
  return color == rules::Color::kWhite ? "White" : "Black";
}

// "4:58.3"
std::string ClockText(base::DurationMs ms) {
  char text[40];
  std::snprintf(text, sizeof text, "%lld:%02lld.%lld", static_cast<long long>(ms / 60'000),
                static_cast<long long>(ms / 1000 % 60), static_cast<long long>(ms / 100 % 10));
  return text;
}

std::string TypesText(rules::Powers types) {
  std::string text;
  for (int i = 0; i < rules::kRoles; ++i) {
    const rules::Role role = static_cast<rules::Role>(i);
    if (!(types & rules::Bit(role))) continue;
    if (!text.empty()) text += ", ";
    text += rules::NameOf(role);
  }
  return text;
}

struct Describer {
  const match::State& after;
  const match::DecisionRow& row;
  bool veil;
  bool* veiled;

  std::string Hidden(std::string what) const {
    *veiled = true;
    return what + " (hidden)";
  }

  std::string operator()(const match::Created& event) const {
    const match::Settings& settings = *event.settings;
    return "created: " + settings.rule_set + (settings.rated ? ", rated" : ", casual") + ", " +
           settings.players[0].value + " against " + settings.players[1].value;
  }
  std::string operator()(const match::MovePlayed& event) const {
    const bool last = !after.plies.empty();
    std::string text = "move";
    if (veil) {
      text = Hidden(text);
    } else {
      text += " " + rules::WriteUci(event.move, after.board->rules());
      if (last) text += " (" + std::string(after.plies.back().san.view()) + ")";
    }
    if (!after.settings->time.untimed()) {
      text += ", clocks " + ClockText(event.clock_ms[0]) + " and " + ClockText(event.clock_ms[1]);
    }
    if (event.lag_ms > 0) {
      text += ", lag " + std::to_string(event.lag_ms) + " ms of which " +
              std::to_string(event.compensated_ms) + " given back";
    }
    if (event.credited_ms > 0) {
      text += ", " + std::to_string(event.credited_ms) + " ms of outage not charged";
    }
    return text;
  }
  std::string operator()(const match::DrawOffered& event) const {
    return std::string(SideName(event.by)) + " offers a draw";
  }
  std::string operator()(const match::DrawDeclined& event) const {
    return std::string(SideName(event.by)) + " declines the draw";
  }
  std::string operator()(const match::DrawWithdrawn& event) const {
    return std::string(SideName(event.by)) + " takes the offer back";
  }
  std::string operator()(const match::OutageCredited& event) const {
    return std::string(SideName(event.to)) + " is given " + std::to_string(event.credited_ms) +
           " ms of an outage";
  }
  std::string operator()(const match::GameOver& event) const {
    return "over: " + DescribeEnding(event.ending);
  }
  std::string operator()(const match::Ruled& event) const {
    if (after.amendments == 0) return "ended by an operator: " + DescribeEnding(event.ending);
    return "result changed by an operator: " + DescribeEnding(event.ending) + " (it was " +
           DescribeEnding(after.original) + " at its end)";
  }
  std::string operator()(const match::RatingRecorded& event) const {
    const auto change = [&](int i) {
      return std::to_string(event.before[i]) + " to " + std::to_string(event.after[i]);
    };
    return "rated: White " + change(0) + ", Black " + change(1);
  }
  std::string operator()(const match::PlayerReady& event) const {
    return std::string(SideName(event.by)) + " is ready";
  }
  std::string operator()(const match::Begun&) const { return "begun"; }
  std::string operator()(const match::SetupDrawn& event) const {
    return "draw " + std::to_string(event.draw) + ": set-up " + std::to_string(event.number);
  }
  std::string operator()(const match::Rolled& event) const {
    return "draw " + std::to_string(event.draw) + ": dice " + TypesText(event.allowed);
  }
  std::string operator()(const match::BrainPending& event) const {
    return "the brain is asked about turn " + std::to_string(event.turn);
  }
  std::string operator()(const match::BrainNamed& event) const {
    const std::string by = event.by_fallback ? " (built-in search)" : "";
    if (veil) return Hidden("the brain names a type" + by);
    return "the brain names " + std::string(rules::NameOf(event.type)) + by;
  }
  std::string operator()(const match::DraftLocked& event) const {
    return std::string(SideName(event.by)) + " locks the army";
  }
  std::string operator()(const match::DraftsRevealed& event) const {
    if (veil) return Hidden("both armies stand");
    return "both armies stand: " + event.armies[0] + " against " + event.armies[1];
  }
  std::string operator()(const match::ChanceRevealed&) const {
    return "the secret behind the draws is told";
  }
};

}  // namespace

std::string DescribeEnding(const match::Ending& ending) {
  std::string text = std::string(rules::ResultText(ending.result)) + ", " +
                     std::string(match::NameOf(ending.reason));
  if (!ending.variant_end.empty()) text += " (" + ending.variant_end + ")";
  if (ending.cause != match::OperatorCause::kNone) {
    text += " (" + std::string(match::NameOf(ending.cause)) + ")";
  }
  return text;
}

RowText DescribeRow(const match::State& after, const match::DecisionRow& row, bool veil) {
  RowText text;
  const Describer describer{after, row, veil, &text.veiled};
  for (const match::Event& event : row.events) text.events.push_back(std::visit(describer, event));
  return text;
}

}  // namespace chess::game
