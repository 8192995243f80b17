#include "rules/notation/fen.h"

#include <algorithm>
#include <array>

#include "rules/core/attacks.h"
#include "rules/core/kernel.h"
#include "rules/core/moves.h"
#include "rules/notation/fen_board.h"
#include "rules/notation/setup_faults.h"

namespace chess::rules {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

Error Bad(std::string_view field, std::string message) {
  Error error = base::MakeError(Code::kInvalidArgument, "FEN_INVALID", std::move(message));
  error.metadata = {{"field", std::string(field)}};
  return error;
}

void AddFault(std::vector<SetupFault>* faults, SetupFault fault) {
  if (std::find(faults->begin(), faults->end(), fault) == faults->end()) faults->push_back(fault);
}

// The outermost rook of `color` on its first rank on the h side (or a side) of its king.
Square OutermostRook(const Position& p, Color color, Square king, bool h_side) {
  const Bitboard rank = RankBoard(RankOf(king));
  const Bitboard h_squares = rank & ~((Bit(king) << 1) - 1);
  const Bitboard rooks = p.of(color, Role::kRook) & (h_side ? h_squares : rank & (Bit(king) - 1));
  if (rooks == 0) return kNoSquare;
  return h_side ? static_cast<Square>(63 - std::countl_zero(rooks)) : First(rooks);
}

// The rook meant by one letter of the castling field; kNoSquare if there is none in its place.
Square RookOfLetter(const Position& p, const RuleSet& rules, char letter) {
  const Color color = letter >= 'a' ? Color::kBlack : Color::kWhite;
  const Square king = p.RoyalSquare(color);
  if (king == kNoSquare || RelativeRank(color, king) != 0) return kNoSquare;
  if ((p.of(Role::kKing) & Bit(king)) == 0) return kNoSquare;
  const char upper = static_cast<char>(letter & ~0x20);
  Square rook = kNoSquare;
  if (upper == 'K' || upper == 'Q') {
    rook = OutermostRook(p, color, king, upper == 'K');
  } else {
    rook = SquareOf(upper - 'A', RankOf(king));
    if ((p.of(color, Role::kRook) & Bit(rook)) == 0) rook = kNoSquare;
  }
  if (rook == kNoSquare) return rook;
  // A marked man has moved.
  if (rules.hooks().marks && (p.slots[kMarksSlot] & (Bit(king) | Bit(rook)))) return kNoSquare;
  if (rules.Has(kTraitFreeCastling)) return rook;
  const bool in_place = FileOf(king) == 4 && (FileOf(rook) == 0 || FileOf(rook) == 7);
  return in_place ? rook : kNoSquare;
}

Status ReadCastling(std::string_view text, const RuleSet& rules, ParsedFen* parsed) {
  if (text == "-") return {};
  Position& p = parsed->position;
  if (text.empty() || text.size() > 4) return Bad("castling", "The castling field is malformed.");
  for (size_t i = 0; i < text.size(); ++i) {
    const char upper = static_cast<char>(text[i] & ~0x20);
    const bool letter = (upper >= 'A' && upper <= 'H') || upper == 'K' || upper == 'Q';
    if (!letter || text.find(text[i], i + 1) != std::string_view::npos) {
      return Bad("castling", "The castling field is malformed.");
    }
    const Square rook = RookOfLetter(p, rules, text[i]);
    const Color color = text[i] >= 'a' ? Color::kBlack : Color::kWhite;
    bool good = rook != kNoSquare && (p.unmoved & Bit(rook)) == 0;
    for (Bitboard b = p.unmoved & p.of(color); good && b;) {  // one right on each side of the king
      good = (PopFirst(&b) > p.RoyalSquare(color)) != (rook > p.RoyalSquare(color));
    }
    if (good) {
      p.unmoved |= Bit(rook);
    } else {
      AddFault(&parsed->faults, SetupFault::kImpossibleCastling);
    }
  }
  return {};
}

Status ReadEnPassant(std::string_view text, const RuleSet& rules, ParsedFen* parsed) {
  if (text == "-") return {};
  const std::optional<Square> ep = ParseSquare(text);
  if (!ep) return Bad("en_passant", "The en passant field is neither a square nor \"-\".");
  Position& p = parsed->position;
  if (!DoubleStepPossible(p, *ep)) {
    AddFault(&parsed->faults, SetupFault::kImpossibleEnPassant);
  } else if (OpsOf(rules).ep_legal(p, rules, *ep)) {
    p.ep = *ep;
  }
  return {};
}

Result<uint16_t> ReadNumber(std::string_view text, std::string_view field) {
  const bool number = !text.empty() && text.size() <= 4 &&
                      text.find_first_not_of("0123456789") == std::string_view::npos;
  if (!number) return Bad(field, std::string(text) + " is no move number.");
  int value = 0;
  for (char c : text) value = value * 10 + (c - '0');
  return static_cast<uint16_t>(value);
}

Result<std::vector<std::string_view>> Split(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n' || text.back() == '\r')) {
    text.remove_suffix(1);
  }
  std::vector<std::string_view> fields;
  for (size_t start = 0; start <= text.size();) {
    const size_t end = std::min(text.find(' ', start), text.size());
    if (end == start) return Bad("fields", "Fields are separated by single blanks.");
    fields.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return fields;
}

// Takes the set's own field out of the fields: it stands last, or behind en passant.
Status TakeExtra(const RuleSet& rules, std::vector<std::string_view>* fields, Position* p) {
  for (const RuleSet::Member& m : rules.members()) {
    if (m.rule->read_field == nullptr || (fields->size() != 5 && fields->size() != 7)) continue;
    for (const size_t at : {fields->size() - 1, size_t{4}}) {
      if (!m.rule->read_field((*fields)[at], p)) continue;
      fields->erase(fields->begin() + static_cast<std::ptrdiff_t>(at));
      return {};
    }
    return Bad("extra", "The field of " + std::string(m.rule->title) + " is malformed.");
  }
  return {};
}

Status ReadCounters(const std::vector<std::string_view>& fields, Position* p) {
  if (fields.size() < 6) return {};
  Result<uint16_t> halfmoves = ReadNumber(fields[4], "halfmoves");
  if (!halfmoves.ok()) return halfmoves.error();
  Result<uint16_t> fullmove = ReadNumber(fields[5], "fullmove");
  if (!fullmove.ok()) return fullmove.error();
  p->halfmoves = *halfmoves;
  p->fullmove = std::max<uint16_t>(*fullmove, 1);
  return {};
}

// Letters of one colour's rights, h side first.
void AppendRights(const Position& p, Color color, bool shredder, std::string* out) {
  const Square king = p.RoyalSquare(color);
  for (bool h_side : {true, false}) {
    for (Bitboard b = p.unmoved & p.of(color); b;) {
      const Square rook = PopFirst(&b);
      if ((rook > king) != h_side) continue;
      char letter = static_cast<char>('A' + FileOf(rook));
      if (!shredder && rook == OutermostRook(p, color, king, h_side)) letter = h_side ? 'K' : 'Q';
      *out += color == Color::kWhite ? letter : static_cast<char>(letter | 0x20);
    }
  }
}

std::string Write(const Position& p, const RuleSet& rules, bool shredder) {
  std::string out;
  out.reserve(96);
  out += WriteBoard(p, rules);
  out += p.turn == Color::kWhite ? " w " : " b ";
  if (p.unmoved == 0) out += '-';
  for (Color c : kColors) AppendRights(p, c, shredder, &out);
  out += ' ';
  out += p.ep == kNoSquare ? "-" : ToText(p.ep);
  out += ' ' + std::to_string(p.halfmoves) + ' ' + std::to_string(p.fullmove);
  for (const RuleSet::Member& m : rules.members()) {
    if (m.rule->write_field != nullptr) out += ' ' + m.rule->write_field(p);
  }
  return out;
}

}  // namespace

Result<ParsedFen> ReadFen(std::string_view text, const RuleSet& rules) {
  Result<std::vector<std::string_view>> fields = Split(text);
  if (!fields.ok()) return fields.error();
  ParsedFen parsed;
  Position& p = parsed.position;
  if (Status status = TakeExtra(rules, &*fields, &p); !status.ok()) return status.error();
  if (fields->size() != 6 && fields->size() != 4) {
    return Bad("fields", "A FEN has six fields (or four, without the counters).");
  }
  if (Status status = ReadMen((*fields)[0], rules, &p); !status.ok()) return status.error();
  const std::string_view turn = (*fields)[1];
  if (turn != "w" && turn != "b") return Bad("turn", "The side to move is w or b.");
  p.turn = turn == "w" ? Color::kWhite : Color::kBlack;
  if (Status status = ReadCastling((*fields)[2], rules, &parsed); !status.ok()) {
    return status.error();
  }
  if (Status status = ReadCounters(*fields, &p); !status.ok()) return status.error();
  // Without its king there is no generator to ask; such positions are refused anyway.
  if (KingsAreRight(p, rules)) {
    if (Status status = ReadEnPassant((*fields)[3], rules, &parsed); !status.ok()) {
      return status.error();
    }
  } else if ((*fields)[3] != "-" && !ParseSquare((*fields)[3])) {
    return Bad("en_passant", "The en passant field is neither a square nor \"-\".");
  }
  p.key = FullKey(p);
  for (SetupFault fault : SetupFaults(p, rules)) AddFault(&parsed.faults, fault);
  std::sort(parsed.faults.begin(), parsed.faults.end());
  return parsed;
}

Result<Position> ParseFen(std::string_view text, const RuleSet& rules, bool relaxed) {
  Result<ParsedFen> parsed = ReadFen(text, rules);
  if (!parsed.ok()) return parsed.error();
  std::string words;
  for (SetupFault fault : parsed->faults) {
    const bool waived =
        relaxed && fault != SetupFault::kKingCount && fault != SetupFault::kOpponentInCheck;
    if (waived) continue;
    if (!words.empty()) words += ',';
    words += NameOf(fault);
  }
  if (words.empty()) return parsed->position;
  Error error = base::MakeError(Code::kInvalidArgument, "POSITION_INVALID",
                                "This is no possible start position: " + words + ".");
  error.metadata = {{"faults", words}};
  return error;
}

std::string WriteBoard(const Position& p, const RuleSet& rules) {
  const Rule* marks = MarkRule(rules);
  std::string text = WriteMen(p, marks == nullptr ? '\0' : marks->mark);
  if (const Rule* hand = HandRule(rules)) text += '[' + hand->write_hand(p) + ']';
  return text;
}

std::string WriteBoard(const Position& p) { return WriteMen(p, '\0'); }

std::string WriteFen(const Position& position, const RuleSet& rules) {
  return Write(position, rules, false);
}

std::string WriteShredderFen(const Position& position, const RuleSet& rules) {
  return Write(position, rules, true);
}

}  // namespace chess::rules
