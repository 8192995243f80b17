#include "rules/notation/fen_board.h"

#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "rules/core/bitboard.h"

namespace chess::rules {
namespace {

using base::Status;

constexpr std::string_view kPowerOrder = "KQRBNP";

base::Error Bad(std::string message) {
  base::Error error =
      base::MakeError(base::Code::kInvalidArgument, "FEN_INVALID", std::move(message));
  error.metadata = {{"field", "board"}};
  return error;
}

// One man's text as it is taken apart.
struct Man {
  char letter = 0;
  bool plus = false, tilde = false;
  Powers powers = 0;  // of the list; 0: none was given
};

// "QN" in the order K Q R B N P; 0 for anything else.
Powers ReadPowers(std::string_view list) {
  Powers powers = 0;
  size_t next = 0;
  for (const char c : list) {
    const size_t at = kPowerOrder.find(c, next);
    if (at == std::string_view::npos) return 0;
    powers |= Bit(*RoleOf(c));
    next = at + 1;
  }
  return powers;
}

// Takes one man off the front of *text.
base::Result<Man> TakeMan(std::string_view* text) {
  Man man;
  if (text->front() == '+') {
    man.plus = true;
    text->remove_prefix(1);
  }
  if (text->empty() || !RoleOf(text->front())) {
    if (text->empty()) return Bad("A rank ends with \"+\".");
    return Bad('"' + std::string(base::FirstCharacter(*text)) + "\" is no piece letter.");
  }
  man.letter = text->front();
  text->remove_prefix(1);
  if (!text->empty() && text->front() == '~') {
    man.tilde = true;
    text->remove_prefix(1);
  }
  if (text->empty() || text->front() != '(') return man;
  const size_t close = text->find(')');
  man.powers = close == std::string_view::npos ? Powers{0} : ReadPowers(text->substr(1, close - 1));
  if (man.powers == 0) {
    return Bad("Powers stand in brackets behind the letter, in the order K Q R B N P.");
  }
  text->remove_prefix(close + 1);
  return man;
}

class MenReader {
 public:
  MenReader(const RuleSet& rules, Position* position) : rules_(rules), p_(position) {
    if (const Rule* rule = MarkRule(rules)) mark_ = rule->mark;
    powers_change_ = AnyClaims(rules, kClaimAfterCapture) && !AnyClaims(rules, kClaimExplosion);
  }

  Status ReadRank(std::string_view text, int rank) {
    int file = 0;
    bool after_digit = false;
    while (!text.empty() && file <= 8) {
      const char c = text.front();
      if (c >= '1' && c <= '8') {
        if (after_digit) return Bad("Two numbers of empty squares stand side by side.");
        file += c - '0';
        after_digit = true;
        text.remove_prefix(1);
        continue;
      }
      after_digit = false;
      base::Result<Man> man = TakeMan(&text);
      if (!man.ok()) return man.error();
      if (file < 8) {
        if (Status status = PutMan(*man, SquareOf(file, rank)); !status.ok()) return status;
      }
      ++file;
    }
    if (file == 8) return {};
    return Bad("Rank " + std::to_string(rank + 1) + " has " + (file < 8 ? "fewer" : "more") +
               " than eight squares.");
  }

 private:
  Status PutMan(const Man& man, Square square) {
    const Color color = man.letter >= 'a' ? Color::kBlack : Color::kWhite;
    const Role role = *RoleOf(man.letter);
    const bool royal = role == Role::kKing && HasRoyalKing(rules_, color);
    if (man.powers != 0) {
      if (!powers_change_) return Bad("Men have one power each under these rules.");
      if (!royal && (man.powers >> Index(role)) != 1) {
        return Bad(std::string("\"") + man.letter + "\" is not the most valuable of its powers.");
      }
    }
    if ((man.plus && mark_ != '+') || (man.tilde && mark_ != '~')) {
      return Bad(std::string("\"") + (man.plus ? '+' : '~') +
                 "\" means nothing under these rules.");
    }
    const Powers powers = man.powers != 0 ? man.powers : Bit(role);
    for (int r = 0; r < kRoles; ++r) {
      if (powers >> r & 1) p_->roles[r] |= Bit(square);
    }
    p_->colors[Index(color)] |= Bit(square);
    if (royal) p_->royal |= Bit(square);
    if (man.plus || man.tilde) p_->slots[kMarksSlot] |= Bit(square);
    return {};
  }

  const RuleSet& rules_;
  Position* p_;
  char mark_ = 0;
  bool powers_change_ = false;
};

// Takes "[QPn]" off the end; also a ninth rank, as some programs write it.
Status ReadHandOf(std::string_view* text, const RuleSet& rules, Position* p) {
  const Rule* rule = HandRule(rules);
  const size_t open = text->find('[');
  std::string_view hand;
  if (open != std::string_view::npos) {
    if (rule == nullptr) return Bad("Nobody holds men in hand under these rules.");
    if (text->back() != ']') return Bad("The men in hand end with a bracket.");
    hand = text->substr(open + 1, text->size() - open - 2);
    *text = text->substr(0, open);
  } else if (rule != nullptr && std::count(text->begin(), text->end(), '/') == 8) {
    hand = text->substr(text->rfind('/') + 1);
    *text = text->substr(0, text->rfind('/'));
  } else {
    return {};
  }
  if (rule->read_hand(hand, p)) return {};
  return Bad("\"" + std::string(hand) + "\" are no men in hand.");
}

char LetterFor(Role role, Color color) {
  return static_cast<char>(LetterOf(role) | (color == Color::kWhite ? 0 : 0x20));
}

// Letters by square; a more valuable power overwrites a lesser one, royalty all.
std::array<char, 64> Letters(const Position& p) {
  std::array<char, 64> men{};
  for (const Color c : kColors) {
    for (int r = 0; r < kRoles; ++r) {
      const char letter = LetterFor(static_cast<Role>(r), c);
      for (Bitboard b = p.of(c) & p.roles[r]; b;) men[PopFirst(&b)] = letter;
    }
    for (Bitboard b = p.of(c) & p.royal; b;) men[PopFirst(&b)] = LetterFor(Role::kKing, c);
  }
  return men;
}

// Men whose powers are not what their letter says.
Bitboard Odd(const Position& p) {
  Bitboard seen = 0, twice = 0;
  for (const Bitboard board : p.roles) {
    twice |= seen & board;
    seen |= board;
  }
  return twice | (p.royal & ~p.of(Role::kKing));
}

void AppendPowers(const Position& p, Square s, std::string* out) {
  *out += '(';
  for (const char c : kPowerOrder) {
    if (p.of(*RoleOf(c)) & Bit(s)) *out += c;
  }
  *out += ')';
}

}  // namespace

base::Status ReadMen(std::string_view text, const RuleSet& rules, Position* position) {
  if (text.empty()) return Bad("A board has eight ranks.");
  if (Status status = ReadHandOf(&text, rules, position); !status.ok()) return status;
  if (std::count(text.begin(), text.end(), '/') != 7) return Bad("A board has eight ranks.");
  MenReader reader(rules, position);
  for (int rank = 7; rank >= 0; --rank) {
    const size_t end = std::min(text.find('/'), text.size());
    if (Status status = reader.ReadRank(text.substr(0, end), rank); !status.ok()) return status;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return {};
}

std::string WriteMen(const Position& p, char mark) {
  const std::array<char, 64> men = Letters(p);
  const Bitboard odd = Odd(p);
  const Bitboard marked = mark == 0 ? 0 : p.slots[kMarksSlot];
  std::string text;
  text.reserve(72);
  for (int rank = 7; rank >= 0; --rank) {
    char gap = '0';
    for (int file = 0; file < 8; ++file) {
      const Square s = SquareOf(file, rank);
      if (men[s] == 0) {
        ++gap;
        continue;
      }
      if (gap != '0') text += gap;
      gap = '0';
      const bool shown = (marked & Bit(s)) != 0;
      if (shown && mark == '+') text += '+';
      text += men[s];
      if (shown && mark == '~') text += '~';
      if (odd & Bit(s)) AppendPowers(p, s, &text);
    }
    if (gap != '0') text += gap;
    if (rank > 0) text += '/';
  }
  return text;
}

const Rule* HandRule(const RuleSet& rules) {
  for (const RuleSet::Member& m : rules.members()) {
    if (m.rule->write_hand != nullptr) return m.rule;
  }
  return nullptr;
}

const Rule* MarkRule(const RuleSet& rules) {
  for (const RuleSet::Member& m : rules.members()) {
    if (m.rule->mark != 0) return m.rule;
  }
  return nullptr;
}

bool HasRoyalKing(const RuleSet& rules, Color color) {
  return !rules.Has(color == Color::kWhite ? kTraitKinglessWhite : kTraitKinglessBlack);
}

bool AnyClaims(const RuleSet& rules, Claim claim) {
  for (const RuleSet::Member& m : rules.members()) {
    if (m.rule->claims & claim) return true;
  }
  return false;
}

}  // namespace chess::rules
