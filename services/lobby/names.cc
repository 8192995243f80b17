#include "lobby/names.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/random.h"

namespace chess::lobby {
namespace {

// Names that would speak for the platform or for nobody.
constexpr std::array<std::string_view, 22> kReserved = {
    "admin",    "administrator", "moderator", "operator",  "support",   "staff",
    "system",   "root",          "official",  "castellan", "server",    "anonymous",
    "guest",    "deleted",       "nobody",    "null",      "undefined", "everyone",
    "computer", "engine",        "stockfish", "referee"};

// Refused anywhere in a name. Kept to words that hardly occur inside harmless ones.
constexpr std::array<std::string_view, 14> kOffensiveParts = {
    "fuck",  "nigger", "nigga", "faggot",  "hitler",    "whore",  "bitch",
    "cunts", "retard", "fotze", "wichser", "hurensohn", "salope", "putain"};

// Refused only as the whole name: they occur inside harmless ones.
constexpr std::array<std::string_view, 10> kOffensiveWords = {
    "shit", "cunt", "nazi", "rape", "rapist", "slut", "kike", "spic", "coon", "arschloch"};

constexpr std::array<std::string_view, 32> kAdjectives = {
    "Quiet",  "Bold",   "Bright", "Calm",   "Clever", "Daring", "Eager",   "Early",
    "Gentle", "Golden", "Happy",  "Hidden", "Honest", "Humble", "Jolly",   "Keen",
    "Kind",   "Lively", "Lucky",  "Merry",  "Mighty", "Noble",  "Patient", "Proud",
    "Quick",  "Silver", "Sly",    "Steady", "Swift",  "Tidy",   "Wise",    "Witty"};
constexpr std::array<std::string_view, 24> kNouns = {
    "Pawn",   "Knight", "Bishop", "Rook",   "Queen", "King",   "Castle", "Tower",
    "Gambit", "Tempo",  "Badger", "Falcon", "Fox",   "Heron",  "Lynx",   "Otter",
    "Owl",    "Raven",  "Robin",  "Stork",  "Tiger", "Walrus", "Wolf",   "Wren"};

// Names of closed accounts begin so.
constexpr std::string_view kClosedPrefix = "Closed-";

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

// One shape for all characters that look like it; 0 for those that do not show.
char Shape(char c) {
  switch (const char lower = Lower(c)) {
    case '0':
      return 'o';
    case '1':
    case 'i':
      return 'l';
    case '2':
      return 'z';
    case '5':
      return 's';
    case '-':
    case '_':
      return 0;
    default:
      return lower;
  }
}

void ReplaceAll(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + 1)) {
    text.replace(at, from.size(), to);
  }
}

template <size_t n>
bool OneLooksLike(const std::array<std::string_view, n>& words, const std::string& skeleton,
                  bool anywhere) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    const std::string look = Skeleton(word);
    return anywhere ? skeleton.find(look) != std::string::npos : skeleton == look;
  });
}

// Begins as names of closed accounts do, or so that it looks like it.
bool LooksClosed(std::string_view name) {
  const std::string_view word = kClosedPrefix.substr(0, kClosedPrefix.size() - 1);
  if (name.size() < kClosedPrefix.size()) return false;
  const char separator = name[word.size()];
  return (separator == '-' || separator == '_') &&
         Skeleton(name.substr(0, word.size())) == Skeleton(word);
}

base::Error Invalid(const char* rule, const char* sentence) {
  base::Error error = base::MakeError(base::Code::kInvalidArgument, "NAME_INVALID", sentence);
  error.metadata = {{"field", "name"}, {"rule", rule}};
  return error;
}

}  // namespace

base::Status CheckName(std::string_view name) {
  if (name.size() < kMinNameLength || name.size() > kMaxNameLength) {
    return Invalid("length", "A name has 3 to 20 characters.");
  }
  const auto allowed = [](char c) { return IsLetter(c) || IsDigit(c) || c == '-' || c == '_'; };
  const auto visible = [](char c) { return IsLetter(c) || IsDigit(c); };
  if (!std::all_of(name.begin(), name.end(), allowed) ||
      std::none_of(name.begin(), name.end(), visible)) {
    return Invalid("characters", "A name is made of letters, digits, - and _.");
  }
  const std::string skeleton = Skeleton(name);
  if (LooksClosed(name) || OneLooksLike(kReserved, skeleton, false)) {
    return Invalid("reserved", "The name is reserved.");
  }
  if (OneLooksLike(kOffensiveParts, skeleton, true) ||
      OneLooksLike(kOffensiveWords, skeleton, false)) {
    return Invalid("offensive", "Please choose another name.");
  }
  return {};
}

std::string ClosedName(std::string_view player_id) {
  return std::string(kClosedPrefix) + std::string(player_id);
}

std::string NameKey(std::string_view name) {
  std::string key(name);
  std::transform(key.begin(), key.end(), key.begin(), Lower);
  return key;
}

std::string Skeleton(std::string_view name) {
  std::string shapes;
  for (const char c : name) {
    if (const char shape = Shape(c)) shapes += shape;
  }
  ReplaceAll(shapes, "rn", "m");
  ReplaceAll(shapes, "vv", "w");
  return shapes;
}

std::string GenerateName() {
  uint32_t draw[3] = {};
  std::memcpy(draw, base::SecureBytes(sizeof draw).data(), sizeof draw);
  std::string name(kAdjectives[draw[0] % kAdjectives.size()]);
  name += kNouns[draw[1] % kNouns.size()];
  return name + std::to_string(100 + draw[2] % 900);
}

}  // namespace chess::lobby
