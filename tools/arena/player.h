#pragma once
// A computer player of the arena, by its text.

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "search/characters.h"
#include "search/levels.h"

namespace chess::arena {

class Player {
 public:
  // "level:0" … "level:9", "casual", "balanced", "careful", or "search:nodes,depth,noise" (numbers;
  // 0: no limit). Errors: a sentence.
  static base::Result<Player> Parse(std::string_view text);

  rules::Move Choose(const search::Knowledge& known, uint64_t seed);
  // Of all searches so far.
  uint64_t nodes() const { return nodes_; }

 private:
  Player() = default;

  int level_ = -1;
  std::optional<search::Character> character_;
  search::Level strength_;
  std::unique_ptr<search::LevelPlayer> levels_;
  std::unique_ptr<search::Searcher> searcher_;
  uint64_t nodes_ = 0;
};

}  // namespace chess::arena
