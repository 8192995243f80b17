#include "rules/notation/variant_names.h"

#include <array>
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

// The key meant by one part; the part itself if nothing fits (ParseRuleSet then says so).
std::string KeyOf(std::string_view part) {
  const std::string squeezed = Squeeze(part);
  for (const Rule* rule : AllRules()) {
    if (squeezed == Squeeze(rule->key) || squeezed == Squeeze(rule->title)) {
      return std::string(rule->key);
    }
  }
  for (const Alias& alias : kAliases) {
    if (squeezed == alias.squeezed) return std::string(alias.key);
  }
  return std::string(part);
}

void AppendKeys(std::string_view name, std::string* keys) {
  while (true) {
    const size_t plus = name.find('+');
    std::string_view part = name.substr(0, plus);
    // A parameter ("chess960:518") stays as it is.
    const size_t colon = part.find(':');
    std::string key = KeyOf(part.substr(0, colon));
    if (colon != std::string_view::npos) {
      const size_t end = part.find_last_not_of(' ');
      key += part.substr(colon, end + 1 - colon);
    }
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
