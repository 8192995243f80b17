#pragma once
// Bytes as rule sets and games, so that a fuzzer can steer them.

#include <string_view>

#include "rules/game/game.h"

namespace chess::fuzz {

// The next bytes; 0 where the input has ended.
uint8_t TakeByte(std::string_view* input);
uint32_t TakeWord(std::string_view* input);  // four bytes

// Four bytes: a bit a rule in the order of the registry. Rules that do not go with those before
// them are left out. Two bytes more: the number of the set-up, where it takes one.
rules::RuleSet TakeRules(std::string_view* input);

// The start of a set; a drafted set-up takes its armies from the input.
rules::Game TakeStart(std::string_view* input);
// A start, one byte that counts, and so many moves of one byte each.
rules::Game TakeGame(std::string_view* input);

// Rolls and names where the game waits for them.
void TakeChoices(rules::Game* game, std::string_view* input);

}  // namespace chess::fuzz
