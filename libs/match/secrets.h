#pragma once
// What is kept beside the log because nobody may read it there: armies in progress. The service
// stores them (game_secrets: one row a game, seat and kind, overwritten in place).

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "rules/core/types.h"

namespace chess::match {

struct DraftSecret {
  std::string army;     // rules::DraftArmy::Text
  int32_t edition = 0;  // grows with each change of the client's
  bool locked = false;  // final: nothing overwrites it
  bool operator==(const DraftSecret&) const = default;
};

// All that a game has, by colour.
struct Secrets {
  std::array<std::optional<DraftSecret>, 2> drafts;
};

// A secret to be stored: together with the decision's row in one statement where there is one (and
// only if the row went in), else alone. Never over a locked one, nor over a later edition.
struct SecretWrite {
  rules::Color seat;
  DraftSecret draft;
};

}  // namespace chess::match
