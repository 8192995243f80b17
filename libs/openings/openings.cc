#include "openings/openings.h"

#include <unordered_map>

#include "base/check.h"
#include "rules/game/setup.h"
#include "rules/notation/uci.h"

// The table travels inside the program: a service is one file.
asm(".section .rodata\n"
    ".global chess_openings_begin\n"
    ".global chess_openings_end\n"
    "chess_openings_begin:\n"
    ".incbin \"" CHESS_OPENINGS_FILE
    "\"\n"
    "chess_openings_end:\n"
    ".byte 0\n"
    ".previous\n");
extern "C" const char chess_openings_begin[];
extern "C" const char chess_openings_end[];

namespace chess::openings {
namespace {

constexpr int kLongest = 40;  // plies; later positions have no names

using Table = std::unordered_map<rules::Key, Opening>;

std::string_view CutAt(std::string_view* text, char separator) {
  const size_t end = std::min(text->find(separator), text->size());
  const std::string_view head = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  return head;
}

// The key after a line of UCI moves. The table is ours: a move that does not fit is our fault.
rules::Key KeyAfter(std::string_view moves) {
  static const rules::RuleSet chess;
  rules::Position position = rules::StandardArray();
  while (!moves.empty()) {
    const base::Result<rules::Move> move = rules::ParseUci(position, chess, CutAt(&moves, ' '));
    CHESS_CHECK(move.ok());
    rules::Play(&position, chess, *move);
  }
  return position.key;
}

Table ReadTable() {
  Table table;
  std::string_view text(chess_openings_begin,
                        static_cast<size_t>(chess_openings_end - chess_openings_begin));
  while (!text.empty()) {
    std::string_view line = CutAt(&text, '\n');
    if (line.empty() || line.front() == '#') continue;
    const std::string_view eco = CutAt(&line, '\t'), name = CutAt(&line, '\t');
    table.emplace(KeyAfter(line), Opening{eco, name});
  }
  return table;
}

const Table& TheTable() {
  static const Table table = ReadTable();
  return table;
}

}  // namespace

const Opening* OpeningOf(const rules::Game& game) {
  if (game.started_from_fen() || game.rules().kernel() != rules::Kernel::kOrthodox) return nullptr;
  const Opening* last = nullptr;
  rules::Position position = game.start();
  int ply = 0;
  for (const rules::Move move : game.moves()) {
    if (++ply > kLongest) break;
    rules::Play(&position, game.rules(), move);
    const auto found = TheTable().find(position.key);
    if (found != TheTable().end()) last = &found->second;
  }
  return last;
}

size_t OpeningCount() { return TheTable().size(); }

}  // namespace chess::openings
