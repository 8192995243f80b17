// `chessctl verify-dice`: were the draws of finished games what the server had promised?
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>

#include "base/ids.h"
#include "chessctl/command.h"
#include "chessctl/open_file.h"
#include "chessctl/verify_dice.h"
#include "rules/notation/pgn_reader.h"

namespace chess::chessctl {
namespace {

constexpr char kUsage[] =
    "usage: chessctl verify-dice [options] FILE...\n"
    "\n"
    "Checks the draws of finished games from their PGN alone (`-`: standard input): that the\n"
    "commit published at the start (tag DiceCommit) is the hash of the secret told at the end\n"
    "(DiceSeed), and that secret, game id and both players' nonces (DiceNonces) give the number "
    "of\n"
    "a drawn set-up and every roll as recorded. docs/chance.md has the arithmetic.\n"
    "Faults are printed on standard error as `file:line: sentence`; the last line counts. Games\n"
    "without chance are passed over.\n"
    "  --game-id ID   the game's id where its Site tag does not end with it\n"
    "Exit status: 0 at least one game was checked and all are as promised, 1 not,\n"
    "2 wrong usage or no such file.\n";

struct Count {
  int verified = 0;
  int wrong = 0;
  int without = 0;
  int draws = 0;
};

void Verify(const std::string& path, std::istream& stream, const std::string& game_id,
            Count* count) {
  rules::PgnReader reader([&stream](char* data, size_t size) {
    stream.read(data, static_cast<std::streamsize>(size));
    return static_cast<size_t>(stream.gcount());
  });
  while (auto game = reader.Next()) {
    const DiceVerdict verdict = VerifyDice(&*game, game_id);
    count->draws += verdict.draws;
    if (!verdict.has_chance) {
      ++count->without;
    } else if (verdict.ok()) {
      ++count->verified;
    } else {
      ++count->wrong;
    }
    for (const std::string& fault : verdict.faults) {
      std::fprintf(stderr, "%s:%u: %s\n", path.c_str(), game->place.line, fault.c_str());
    }
  }
}

int Fail(const std::string& message) {
  std::fprintf(stderr, "chessctl verify-dice: %s\n", message.c_str());
  return kBadUsage;
}

int RunVerifyDice(const Flags& flags) {
  const std::string game_id = flags.Get("game-id");
  if (flags.Has("game-id") && !base::IsBase62(game_id, 8)) {
    return Fail("--game-id is 8 characters of 0-9, A-Z, a-z");
  }
  if (flags.arguments().empty()) return Fail("name a file");
  Count count;
  for (const std::string& path : flags.arguments()) {
    if (path == "-") {
      Verify("-", std::cin, game_id, &count);
      continue;
    }
    std::ifstream file;
    if (!OpenFile(path, &file)) return Fail("cannot read " + path);
    Verify(path, file, game_id, &count);
  }
  std::printf("%d verified, %d wrong, %d without chance; %d draws as promised\n", count.verified,
              count.wrong, count.without, count.draws);
  return count.wrong == 0 && count.verified > 0 ? kOk : kBadData;
}

}  // namespace

const Command kVerifyDiceCommand = {
    "verify-dice", "check the draws of finished games", kUsage, {{"game-id"}, {}}, RunVerifyDice};

}  // namespace chess::chessctl
