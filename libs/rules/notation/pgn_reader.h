#pragma once
// Reads PGN game by game (rulebook 6): text to tags and a move tree, without asking whether the
// moves are legal. Comments, nested variations, numeric glyphs, `%` lines, byte order mark, any
// line ends, escaped quotes, unknown tags and games cut short are read; what is broken is reported
// with line, column and reason, and reading goes on with the next game. Not thread-safe.

#include <optional>
#include <string>

#include "rules/notation/pgn.h"
#include "rules/notation/pgn_input.h"

namespace chess::rules {

class PgnReader {
 public:
  explicit PgnReader(PgnSource source, PgnLimits limits = {});

  // The next game, good or broken; nothing at the end of the input.
  std::optional<PgnGame> Next();

 private:
  struct Line;  // the variation being read

  void SkipBlank();
  void ReadTags(PgnGame* game);
  bool ReadTag(PgnGame* game);
  bool ReadTagValue(PgnGame* game, const PgnPlace& start, std::string* value);
  bool QuoteEndsTag(bool* later_quote);
  void BadTag(PgnGame* game, const PgnPlace& place, std::string_view message);
  void AddTag(PgnGame* game, const PgnPlace& place, std::string name, std::string value);

  void ReadMovetext(PgnGame* game);
  // Each takes one token; false when the game has ended.
  bool ReadToken(PgnGame* game);
  bool ReadWord(PgnGame* game);
  void ReadComment(PgnGame* game);
  void ReadNag(PgnGame* game);
  void ReadSuffix(PgnGame* game);
  void OpenVariation(PgnGame* game);
  void CloseVariation(PgnGame* game);
  void AddMove(PgnGame* game, const PgnPlace& place, std::string word);
  void AddComment(PgnGame* game, std::string text);
  void AddNag(PgnGame* game, int nag);
  bool TagFollows();
  void FinishGame(PgnGame* game);
  void SkipToNextGame();
  void Report(PgnGame* game, PgnSeverity severity, const PgnPlace& place, std::string_view reason,
              std::string_view message);

  PgnInput input_;
  PgnLimits limits_;
  std::vector<Line> lines_;  // the main line and the variations now open
  bool saw_result_ = false;
  bool broken_ = false;      // a syntax error stopped the main line of this game
};

}  // namespace chess::rules
