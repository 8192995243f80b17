#include "arena/player.h"

#include <charconv>

namespace chess::arena {
namespace {

base::Error Unknown(std::string_view text) {
  return base::MakeError(base::Code::kInvalidArgument, "PLAYER_UNKNOWN",
                         "There is no player \"" + std::string(text) + "\".");
}

// A number up to a comma, which is taken, too.
template <typename Number>
bool Take(std::string_view* text, Number* number) {
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), *number);
  if (error != std::errc()) return false;
  text->remove_prefix(static_cast<size_t>(end - text->data()));
  if (!text->empty() && text->front() == ',') text->remove_prefix(1);
  return true;
}

}  // namespace

base::Result<Player> Player::Parse(std::string_view text) {
  Player player;
  player.character_ = search::ParseCharacter(text);
  if (player.character_) return player;
  std::string_view rest = text.substr(std::min(text.find(':'), text.size() - 1) + 1);
  if (text.starts_with("level:")) {
    const bool good = Take(&rest, &player.level_) && rest.empty() && player.level_ >= 0 &&
                      player.level_ < search::kLevels;
    if (!good) return Unknown(text);
    player.levels_ = std::make_unique<search::LevelPlayer>();
    return player;
  }
  search::Level& s = player.strength_;
  const bool good = text.starts_with("search:") && Take(&rest, &s.nodes) && Take(&rest, &s.depth) &&
                    Take(&rest, &s.noise) && rest.empty();
  if (!good || (s.nodes == 0 && s.depth == 0)) return Unknown(text);
  player.searcher_ = std::make_unique<search::Searcher>(size_t{1} << 20);
  return player;
}

rules::Move Player::Choose(const search::Knowledge& known, uint64_t seed) {
  if (character_) return search::Choose(*character_, known, seed);
  search::Result result;
  if (levels_) {
    result = levels_->Choose(known, level_, seed);
  } else {
    search::Limits limits;
    limits.nodes = strength_.nodes;
    limits.depth = strength_.depth;
    search::Options options;
    options.noise = strength_.noise;
    options.seed = seed;
    options.fresh = true;
    result = searcher_->Search(known, limits, options);
  }
  nodes_ += result.nodes;
  return result.best;
}

}  // namespace chess::arena
