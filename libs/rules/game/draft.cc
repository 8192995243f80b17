#include "rules/game/draft.h"

#include <algorithm>

#include "base/utf8.h"
#include "rules/core/bitboard.h"
#include "rules/game/setup.h"
#include "rules/notation/fen.h"

namespace chess::rules {
namespace {

using base::Code;
using base::MakeError;
using base::Status;

constexpr int kCosts[kRoles] = {1, 3, 3, 5, 9, 0};

Bitboard OwnRanks(Color color) {
  return color == Color::kWhite ? 0xffffffffull : 0xffffffff00000000ull;
}

Square KingHome(Color color) { return SquareOf(4, color == Color::kWhite ? 0 : 7); }

Status Locked() {
  return MakeError(Code::kFailedPrecondition, "DRAFT_LOCKED", "This army is locked.");
}
Status Malformed(std::string message) {
  return MakeError(Code::kInvalidArgument, "DRAFT_MALFORMED", std::move(message));
}

int Distance(Square a, Square b) {
  const int files = FileOf(a) - FileOf(b), ranks = RankOf(a) - RankOf(b);
  return std::max(files < 0 ? -files : files, ranks < 0 ? -ranks : ranks);
}

void PutArmy(const DraftArmy& army, Position* p) {
  for (int r = 0; r < kRoles; ++r) {
    const Role role = static_cast<Role>(r);
    for (Bitboard b = army.men(role); b;) Put(p, army.color(), role, PopFirst(&b));
  }
}

}  // namespace

int DraftCost(Role role) { return kCosts[Index(role)]; }

int DraftBudget(const RuleSet& rules) {
  for (const RuleSet::Member& m : rules.members()) {
    if ((m.rule->traits & kTraitDraftedSetup) && m.parameter >= 0) return m.parameter;
  }
  return kDefaultDraftBudget;
}

Bitboard DraftArmy::Occupied() const {
  Bitboard all = 0;
  for (const Bitboard b : men_) all |= b;
  return all;
}

void DraftArmy::Clear(Square square) {
  for (Bitboard& b : men_) b &= ~Bit(square);
}

int DraftArmy::cost() const {
  int sum = 0;
  for (int r = 0; r < kRoles; ++r) sum += kCosts[r] * Count(men_[r]);
  return sum;
}

Status DraftArmy::Place(Square square, Role role) {
  if (locked_) return Locked();
  if (square >= kNoSquare || (OwnRanks(color_) & Bit(square)) == 0) {
    return MakeError(Code::kInvalidArgument, "DRAFT_OUTSIDE",
                     "An army stands on its own four ranks.");
  }
  DraftArmy changed = *this;
  changed.Clear(square);
  if (role == Role::kKing) changed.men_[Index(role)] = 0;
  changed.men_[Index(role)] |= Bit(square);
  if (changed.cost() > budget_) {
    return MakeError(Code::kInvalidArgument, "DRAFT_OVER_BUDGET",
                     "That army would cost " + std::to_string(changed.cost()) + "; the budget is " +
                         std::to_string(budget_) + ".");
  }
  *this = changed;
  return {};
}

Status DraftArmy::Remove(Square square) {
  if (locked_) return Locked();
  if (square < kNoSquare) Clear(square);
  return {};
}

Status DraftArmy::Set(std::string_view text) {
  if (locked_) return Locked();
  if (text.size() > 35 || std::count(text.begin(), text.end(), '/') != 3) {
    return Malformed("An army has four ranks of eight squares.");
  }
  DraftArmy fresh(color_, budget_);
  int rank = color_ == Color::kWhite ? 3 : 7, file = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '/' ? file != 8 : file > 7) return Malformed("A rank has eight squares.");
    if (c == '/') {
      --rank;
      file = 0;
    } else if (c >= '1' && c <= '8') {
      file += c - '0';
    } else {
      const std::optional<Role> role = RoleOf(c);
      const bool own = (c >= 'a') == (color_ == Color::kBlack);
      if (!role || !own) {
        const std::string_view man = base::FirstCharacter(text.substr(i));
        return Malformed('"' + std::string(man) + "\" is no man of this army.");
      }
      if (*role == Role::kKing && fresh.has_king()) return Malformed("An army has one king.");
      fresh.men_[Index(*role)] |= Bit(SquareOf(file++, rank));
    }
  }
  if (file != 8) return Malformed("A rank has eight squares.");
  if (fresh.cost() > budget_) {
    return MakeError(Code::kInvalidArgument, "DRAFT_OVER_BUDGET",
                     "That army costs " + std::to_string(fresh.cost()) + "; the budget is " +
                         std::to_string(budget_) + ".");
  }
  *this = fresh;
  return {};
}

Status DraftArmy::Lock() {
  if (locked_) return Locked();
  if (!has_king()) {
    return MakeError(Code::kFailedPrecondition, "DRAFT_NO_KING", "An army needs a king.");
  }
  locked_ = true;
  return {};
}

void DraftArmy::Complete() {
  if (locked_) return;
  locked_ = true;
  if (Occupied() == 0) {
    DraftArmy standard(color_, budget_);
    const Position& array = StandardArray();
    for (int r = 0; r < kRoles; ++r) standard.men_[r] = array.of(color_, static_cast<Role>(r));
    if (standard.cost() <= budget_) men_ = standard.men_;
  }
  if (has_king()) return;
  const Square home = KingHome(color_);
  Square best = kNoSquare;
  for (int rank = 0; rank < 4; ++rank) {  // in the order that settles equal distances
    for (int file = 0; file < 8; ++file) {
      const Square s = SquareOf(file, color_ == Color::kWhite ? rank : 7 - rank);
      if (Occupied() & Bit(s)) continue;
      if (best == kNoSquare || Distance(s, home) < Distance(best, home)) best = s;
    }
  }
  if (best == kNoSquare) Clear(best = home);
  men_[Index(Role::kKing)] = Bit(best);
}

std::string DraftArmy::Text() const {
  Position p;
  PutArmy(*this, &p);
  const std::string board = WriteBoard(p);
  size_t cut = 0;  // behind the fourth slash
  for (int slashes = 0; slashes < 4; ++cut) slashes += board[cut] == '/';
  return color_ == Color::kWhite ? board.substr(cut) : board.substr(0, cut - 1);
}

Position Draft::Start() const {
  CHESS_CHECK(done());
  Position p;
  for (const DraftArmy& army : armies) {
    PutArmy(army, &p);
    const Square home = KingHome(army.color());
    if ((army.men(Role::kKing) & Bit(home)) == 0) continue;
    const Bitboard corners = Bit(SquareOf(0, RankOf(home))) | Bit(SquareOf(7, RankOf(home)));
    p.unmoved |= army.men(Role::kRook) & corners;
  }
  p.key = FullKey(p);
  return p;
}

DraftView ViewOf(const Draft& draft, Seat seat) {
  DraftView view;
  view.seat = seat;
  Position seen;
  for (const Color c : kColors) {
    const DraftArmy& army = draft.of(c);
    view.budget = army.budget();
    view.locked[Index(c)] = army.locked();
    if (seat != SeatOf(c)) continue;
    PutArmy(army, &seen);
    view.left = army.budget() - army.cost();
    view.may_lock = army.may_lock();
  }
  view.fen = WriteBoard(seen) + " w - - 0 1";
  return view;
}

}  // namespace chess::rules
