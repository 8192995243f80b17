#include "search/memory.h"

#include "rules/core/bitboard.h"
#include "rules/notation/fen.h"

namespace chess::search {

using rules::Bitboard;
using rules::Color;
using rules::PopFirst;
using rules::Position;
using rules::Seat;
using rules::Square;

void Memory::Note(const rules::View& view, const rules::RuleSet& rules) {
  if (view.seat == Seat::kSpectator) return;
  const base::Result<rules::ParsedFen> seen = rules::ReadFen(view.fen, rules);
  if (!seen.ok()) return;
  const Position& p = seen->position;
  const Color them = view.seat == Seat::kWhite ? Color::kBlack : Color::kWhite;
  // What moved away before the player's eyes is no longer there, and what is seen to be empty or
  // taken is forgotten.
  if (view.last_from != rules::kNoSquare) sightings_[view.last_from] = {};
  for (Bitboard b = view.visible; b;) sightings_[PopFirst(&b)] = {};
  const Bitboard men = p.of(them);
  if (men & p.royal) {
    for (Sighting& s : sightings_) {
      if (s.royal) s = {};
    }
  }
  for (Bitboard b = men; b;) {
    const Square s = PopFirst(&b);
    Sighting& sighting = sightings_[s];
    sighting.powers = p.PowersAt(s);
    sighting.royal = (p.royal & rules::Bit(s)) != 0;
    sighting.marked = (p.slots[rules::kMarksSlot] & rules::Bit(s)) != 0;
    sighting.ply = view.ply;
  }
}

}  // namespace chess::search
