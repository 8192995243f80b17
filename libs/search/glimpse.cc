#include "search/glimpse.h"

#include <algorithm>

#include "rules/core/bitboard.h"
#include "rules/core/zobrist.h"
#include "rules/game/setup.h"
#include "rules/notation/fen.h"
#include "rules/notation/uci.h"

namespace chess::search {

using rules::Bit;
using rules::Bitboard;
using rules::Color;
using rules::Index;
using rules::Move;
using rules::PopFirst;
using rules::Position;
using rules::Role;
using rules::RuleSet;
using rules::Seat;
using rules::Square;
using rules::View;

namespace {

base::Error Unusable(const char* why) {
  return base::MakeError(base::Code::kInvalidArgument, "VIEW_UNUSABLE", why);
}

Square NthOf(Bitboard squares, uint64_t n) {
  for (; n > 0; --n) squares &= squares - 1;
  return rules::First(squares);
}

// Fills one board.
class Filler {
 public:
  Filler(const View& view, const RuleSet& rules, const Position& seen, const Memory& memory,
         uint64_t seed)
      : p_(seen), memory_(memory), us_(seen.turn), seed_(seed), ply_(view.ply) {
    start_ = rules::StandardArray();
    if (const base::Result<Position> start = rules::StartPosition(rules); start.ok()) {
      start_ = *start;
    }
    hidden_ = ~view.visible & ~p_.occupied();
    CountMissing(view);
  }

  Position Fill() {
    if (us_ == Color::kWhite) {
      FillBlocked(rules::Forward<Color::kWhite>(p_.of(us_, Role::kPawn)));
    } else {
      FillBlocked(rules::Forward<Color::kBlack>(p_.of(us_, Role::kPawn)));
    }
    FillRemembered();
    for (const Role role :
         {Role::kKing, Role::kPawn, Role::kRook, Role::kQueen, Role::kBishop, Role::kKnight}) {
      while (missing_[Index(role)] > 0 && PlaceSomewhere(role)) {
      }
    }
    p_.key = rules::FullKey(p_);
    return p_;
  }

 private:
  // What the opponent must still have somewhere, by what its men look like. Where roles changed
  // (promotions, identities) the whole number counts and pawns give way.
  void CountMissing(const View& view) {
    const Color them = !us_;
    int total = 0;
    for (int r = 0; r < rules::kRoles; ++r) {
      const Role role = static_cast<Role>(r);
      const int taken = view.captured[static_cast<size_t>(Index(them))][static_cast<size_t>(r)];
      const int left = rules::Count(start_.of(them, role)) - taken;
      total += left;
      missing_[r] = left;
    }
    for (Bitboard b = p_.of(them); b;) {
      --total;
      --missing_[Index(*p_.RoleAt(PopFirst(&b)))];
    }
    int sum = 0;
    for (int& n : missing_) sum += n = std::max(n, 0);
    // The royal man is somewhere, as long as the game goes on.
    for (int r = 0; sum > std::max(total, 0) && r < Index(Role::kKing); ++r) {
      const int less = std::min(missing_[r], sum - std::max(total, 0));
      missing_[r] -= less;
      sum -= less;
    }
  }

  uint64_t Next(uint64_t bound) { return Draw(seed_, ++draws_, bound); }

  void Place(Role role, Square s) {
    rules::Put(&p_, !us_, role, s);
    --missing_[Index(role)];
    hidden_ &= ~Bit(s);
  }

  void PlaceSeen(const Sighting& seen, Square s) {
    p_.colors[Index(!us_)] |= Bit(s);
    for (int r = 0; r < rules::kRoles; ++r) {
      if (seen.powers >> r & 1) p_.roles[r] |= Bit(s);
    }
    if (seen.royal) p_.royal |= Bit(s);
    if (seen.marked) p_.slots[rules::kMarksSlot] |= Bit(s);
    --missing_[Index(*p_.RoleAt(s))];
    hidden_ &= ~Bit(s);
  }

  bool Fits(const Sighting& seen) const {
    if (seen.powers == 0) return false;
    if (seen.royal) return missing_[Index(Role::kKing)] > 0;
    int role = rules::kRoles - 1;
    while (!(seen.powers >> role & 1)) --role;
    return missing_[role] > 0;
  }

  // Something stands on a hidden square right before an own pawn: else the pawn could step there,
  // and the square would be seen.
  void FillBlocked(Bitboard fronts) {
    for (Bitboard b = fronts & hidden_; b;) {
      const Square s = PopFirst(&b);
      if (Fits(memory_.At(s))) {
        PlaceSeen(memory_.At(s), s);
        continue;
      }
      const bool pawn_can = rules::RankOf(s) != 0 && rules::RankOf(s) != 7;
      for (const Role role :
           {Role::kPawn, Role::kKnight, Role::kBishop, Role::kRook, Role::kQueen, Role::kKing}) {
        if (missing_[Index(role)] == 0 || (role == Role::kPawn && !pawn_can)) continue;
        Place(role, s);
        break;
      }
    }
  }

  // The latest sightings first.
  void FillRemembered() {
    std::array<Square, 64> order;
    size_t count = 0;
    for (Bitboard b = hidden_; b;) {
      const Square s = PopFirst(&b);
      if (memory_.At(s).powers != 0) order[count++] = s;
    }
    std::sort(order.begin(), order.begin() + count, [this](Square a, Square b) {
      const int x = memory_.At(a).ply, y = memory_.At(b).ply;
      return x != y ? x > y : a < b;
    });
    for (size_t i = 0; i < count; ++i) {
      if (Fits(memory_.At(order[i]))) PlaceSeen(memory_.At(order[i]), order[i]);
    }
  }

  // At home while the game is young, later more and more often elsewhere: pawns up to the middle,
  // others anywhere in the opponent's half, then wherever there is room.
  bool PlaceSomewhere(Role role) {
    const Color them = !us_;
    const Bitboard home = start_.of(them, role) & hidden_;
    const uint64_t stays = role == Role::kPawn || role == Role::kKing ? 80 : 30;
    if (home && Next(stays + static_cast<uint64_t>(ply_)) < stays) {
      Place(role, NthOf(home, Next(static_cast<uint64_t>(rules::Count(home)))));
      return true;
    }
    Bitboard half = 0;
    for (int rank = role == Role::kPawn ? 1 : 0; rank < 4; ++rank) {
      half |= rules::RelativeRankBoard(them, rank);
    }
    if (role == Role::kKing) half &= rules::RelativeRankBoard(them, 0);
    const Bitboard never = role == Role::kPawn ? rules::kRank1 | rules::kRank8 : 0;
    Bitboard room = hidden_ & half;
    if (room == 0) room = hidden_ & ~never;
    if (room == 0) return false;
    Place(role, NthOf(room, Next(static_cast<uint64_t>(rules::Count(room)))));
    return true;
  }

  Position p_, start_;
  const Memory& memory_;
  const Color us_;
  const uint64_t seed_;
  const int ply_;
  Bitboard hidden_ = 0;
  int missing_[rules::kRoles] = {};
  uint64_t draws_ = 0;
};

// What the view's FEN shows, with the rights that its moves prove: a board without the opponent's
// king reads as a composed one, and some of its fields as faults.
base::Result<Position> Shown(const View& view, const RuleSet& rules) {
  const base::Result<rules::ParsedFen> parsed = rules::ReadFen(view.fen, rules);
  if (!parsed.ok()) return parsed.error();
  Position p = parsed->position;
  for (const rules::ViewMove& m : view.moves) {
    if (m.en_passant) p.ep = m.to;
    if (m.castle) p.unmoved |= Bit(m.rook);
  }
  p.key = rules::FullKey(p);
  return p;
}

// The moves that the player may choose from: those the view lists, or, while it waits for a name,
// those that lead to squares it sees and that the roll allows.
void AddMoves(const View& view, const RuleSet& rules, const Position& seen, rules::MoveList* list) {
  const rules::Choice choice{view.rolled, view.named};
  for (const Move m : rules::LegalMoves(seen, rules)) {
    const std::string text = rules::WriteUci(m, rules);
    const auto listed = [&text](const rules::ViewMove& v) { return v.uci == text; };
    const bool may = view.moves.empty()
                         ? (view.visible & Bit(m.to())) && Allows(choice, TypesOf(seen, m))
                         : std::any_of(view.moves.begin(), view.moves.end(), listed);
    if (may) list->Add(m);
  }
}

}  // namespace

base::Result<Knowledge> Glimpse::Of(const View& view, const RuleSet& rules, const Memory& memory,
                                    uint64_t seed, int boards) {
  if (view.outcome.over()) {
    return base::MakeError(base::Code::kFailedPrecondition, "GAME_OVER", "The game is over.");
  }
  if (view.seat == Seat::kSpectator || view.seat != rules::SeatOf(view.turn)) {
    return Unusable("Only the player to move can choose a move.");
  }
  const base::Result<Position> shown = Shown(view, rules);
  if (!shown.ok()) return shown.error();
  Knowledge known;
  known.rules_ = rules;
  known.digest_ = rules::Mix(static_cast<uint64_t>(view.ply) * 2 + (view.seat == Seat::kBlack));
  for (const char c : view.fen) {
    known.digest_ = rules::Mix(known.digest_ ^ static_cast<unsigned char>(c));
  }
  AddMoves(view, rules, *shown, &known.moves_);
  if (known.moves_.empty()) return Unusable("The view has no move to choose.");
  if (view.complete) boards = 1;
  for (int i = 0; i < std::max(boards, 1); ++i) {
    if (view.complete) {
      known.boards_.push_back(*shown);
      continue;
    }
    const uint64_t draw = rules::Mix(seed ^ rules::Mix(known.digest_ + static_cast<uint64_t>(i)));
    known.boards_.push_back(Filler(view, rules, *shown, memory, draw).Fill());
  }
  return known;
}

}  // namespace chess::search
