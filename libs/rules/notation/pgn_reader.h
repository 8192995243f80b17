#pragma once
// Reads PGN game by game (rulebook 6): text to tags and a move tree, without asking whether the
// moves are legal. Comments, nested variations, numeric glyphs, `%` lines, byte order mark, any
// line ends, escaped quotes, unknown tags and games cut short are read; what is broken is reported
// with line, column and reason, and reading goes on with the next game. Not thread-safe.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/notation/pgn.h"
#include "rules/notation/pgn_input.h"

namespace chess::rules {

class PgnReader {
 public:
  explicit PgnReader(PgnSource source, PgnLimits limits = {});

  // The next game, good or broken; nothing at the end of the input.
  std::optional<PgnGame> Next();

 private:
  // A variation being read; the first one is the main line.
  struct Line {
    uint32_t last = 0;           // its last move, or the move it starts from
    bool has_moves = false;
    bool broken = false;         // a syntax error stopped it; the rest of it is skipped
    PgnPlace open;               // where its parenthesis stands
    std::string comment_before;  // waits for its first move
  };

  void SkipBlank();
  void ReadTags(PgnGame* game);
  void ReadTag(PgnGame* game);
  bool ReadTagValue(PgnGame* game, const PgnPlace& start, std::string* value);
  void BadTag(PgnGame* game, const PgnPlace& place, std::string_view message);
  void AddTag(PgnGame* game, const PgnPlace& place, std::string name, std::string value);
  bool TagFollows();

  void ReadMovetext(PgnGame* game);
  // Takes one token; false when the game has ended.
  bool ReadToken(PgnGame* game);
  bool ReadWord(PgnGame* game);
  bool ReadNumber(PgnGame* game);
  bool TakeResult(PgnGame* game, std::string_view result, size_t length);
  void ReadBraceComment(PgnGame* game);
  void ReadLineComment(PgnGame* game);
  void ReadGlyph(PgnGame* game);
  void ReadSuffix(PgnGame* game);
  void OpenVariation(PgnGame* game);
  void CloseVariation(PgnGame* game);
  void AddMove(PgnGame* game, const PgnPlace& place, std::string word);
  void AddComment(PgnGame* game, std::string text);
  void AddGlyph(PgnGame* game, int glyph);
  // A token that cannot stand here; the variation ends. In an empty game: this is no PGN at all.
  void Garbage(PgnGame* game, const PgnPlace& place, std::string_view reason,
               std::string_view message);
  bool OverLimit(PgnGame* game);
  void FinishGame(PgnGame* game);
  void SkipToNextGame();
  void Report(PgnGame* game, PgnSeverity severity, const PgnPlace& place, std::string_view reason,
              std::string_view message);

  PgnInput input_;
  PgnLimits limits_;
  std::vector<Line> lines_;
  int plies_ = 0;  // moves of the main line so far
  std::optional<PgnPlace> result_place_;
  bool abandoned_ = false;  // the game was left in the middle; the input stands at the next one
};

}  // namespace chess::rules
