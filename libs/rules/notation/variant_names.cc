#include "rules/notation/variant_names.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace chess::rules {
namespace {

struct Alias {
  std::string_view squeezed;  // lower case letters and digits only
  std::string_view key;
};

// Names that are neither a key nor a title of ours; "" is plain chess.
constexpr std::array kAliases = {
    Alias{"chess", ""},
    Alias{"normal", ""},
    Alias{"orthodox", ""},
    Alias{"fromposition", ""},
    Alias{"fischerandom", "chess960"},
    Alias{"fischerrandom", "chess960"},
    Alias{"fischerrandomchess", "chess960"},
    Alias{"freestyle", "chess960"},
    Alias{"frc", "chess960"},
    Alias{"960", "chess960"},
    Alias{"koth", "king_of_the_hill"},
    Alias{"3check", "three_check"},
    Alias{"3checks", "three_check"},
    Alias{"threechecks", "three_check"},
    Alias{"giveaway", "antichess"},
    Alias{"suicide", "antichess"},
    Alias{"losers", "antichess"},
    Alias{"zh", "crazyhouse"},
    Alias{"racing", "racing_kings"},
    Alias{"fog", "fog_of_war"},
    Alias{"darkchess", "fog_of_war"},
};

std::string Squeeze(std::string_view text) {
  std::string squeezed;
  for (const char c : text) {
    if (c >= 'A' && c <= 'Z') squeezed += static_cast<char>(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) squeezed += c;
  }
  return squeezed;
}

// The key that goes by this name.
std::optional<std::string> KnownKey(std::string_view part) {
  const std::string squeezed = Squeeze(part);
  for (const Rule* rule : AllRules()) {
    if (squeezed == Squeeze(rule->key) || squeezed == Squeeze(rule->title)) {
      return std::string(rule->key);
    }
  }
  for (const Alias& alias : kAliases) {
    if (squeezed == alias.squeezed) return std::string(alias.key);
  }
  return std::nullopt;
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// The key and the number meant by one part: "Draft", "draft:60", "Draft 60". The part itself if
// nothing fits (ParseRuleSet then says so).
std::string MeantBy(std::string_view part) {
  if (const auto key = KnownKey(part)) return *key;
  part = part.substr(0, part.find_last_not_of(' ') + 1);
  size_t split = part.find(':');
  if (split == std::string_view::npos) split = part.rfind(' ');
  if (split == std::string_view::npos) return std::string(part);
  const std::string_view number = part.substr(split + 1);
  // Behind a colon anything is a number, if only a bad one; behind a blank only a number is.
  if (part[split] == ' ' && !std::all_of(number.begin(), number.end(), IsDigit)) {
    return std::string(part);
  }
  const std::string_view name = part.substr(0, split);
  return KnownKey(name).value_or(std::string(name)) + ":" + std::string(number);
}

void AppendKeys(std::string_view name, std::string* keys) {
  while (true) {
    const size_t plus = name.find('+');
    const std::string key = MeantBy(name.substr(0, plus));
    const bool known = ("+" + *keys + "+").find("+" + key + "+") != std::string::npos;
    if (!key.empty() && !known) {
      if (!keys->empty()) *keys += '+';
      *keys += key;
    }
    if (plus == std::string_view::npos) return;
    name.remove_prefix(plus + 1);
  }
}

}  // namespace

base::Result<RuleSet> ReadVariantName(std::string_view name) { return ReadVariantNames({name}); }

base::Result<RuleSet> ReadVariantNames(const std::vector<std::string_view>& names) {
  std::string keys;
  for (const std::string_view name : names) AppendKeys(name, &keys);
  if (keys.empty()) return RuleSet();
  return ParseRuleSet(keys);
}

}  // namespace chess::rules
