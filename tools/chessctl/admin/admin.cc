// `chessctl admin`: finds the command by its words and runs it.
#include "chessctl/admin/admin.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "chessctl/admin/command.h"

namespace chess::chessctl::admin {
namespace {

constexpr const Command* kCommands[] = {
    &kAuditGamesCommand,  // before "audit", whose words begin its own
    &kAuditCommand,          &kNoticeClearCommand,
    &kNoticeListCommand,     &kNoticeSetCommand,
    &kOperatorAddCommand,    &kOperatorListCommand,
    &kOperatorRevokeCommand, &kPlayerBanCommand,
    &kPlayerCloseCommand,    &kPlayerMuteCommand,
    &kPlayerShowCommand,     &kPlayerUnbanCommand,
    &kPlayerUnmuteCommand,   &kRatingsRebuildCommand,
    &kRatingsVerifyCommand,  &kRetentionPlayersCommand,
    &kDrainCommand,          &kGameFindCommand,
    &kGameShowCommand,       &kGameLogCommand,
    &kGameVerifyCommand,     &kGameEndCommand,
    &kGameAmendCommand,      &kGameVoidCommand,
    &kGamesCommand,          &kIndexRebuildCommand,
    &kRetentionGamesCommand,
};

std::vector<std::string> WordsOf(std::string_view name) {
  std::vector<std::string> words;
  while (!name.empty()) {
    const size_t blank = std::min(name.find(' '), name.size());
    words.emplace_back(name.substr(0, blank));
    name.remove_prefix(std::min(blank + 1, name.size()));
  }
  return words;
}

bool StartsWith(const std::vector<std::string>& args, const std::vector<std::string>& words) {
  return args.size() >= words.size() && std::equal(words.begin(), words.end(), args.begin());
}

// The commands whose names begin with `word`; all for "".
void PrintList(std::FILE* out, const std::string& word) {
  std::fprintf(out, "usage: chessctl admin COMMAND [options] [arguments]\n\ncommands:\n");
  for (const Command* command : kCommands) {
    if (!word.empty() && WordsOf(command->name)[0] != word) continue;
    std::fprintf(out, "  %-18s %s\n", command->name, command->summary);
  }
  std::fprintf(out, "\n`chessctl admin COMMAND --help` explains one of them.\n\n%s", kCommonUsage);
}

bool IsGroup(const std::string& word) {
  for (const Command* command : kCommands) {
    if (WordsOf(command->name)[0] == word) return true;
  }
  return false;
}

int RunCommand(const Command& command, const std::vector<std::string>& args) {
  const auto wrong = [&](const std::string& sentence) {
    std::fprintf(stderr, "chessctl admin %s: %s\n(chessctl admin %s --help)\n", command.name,
                 sentence.c_str(), command.name);
    return kWrongUsage;
  };
  const auto flags = Flags::Parse(WithCommonFlags(command.flags), args);
  if (!flags.ok()) return wrong(flags.error().message);
  if (flags->Has("help")) {
    std::printf("%s\n%s", command.usage, kCommonUsage);
    return kDone;
  }
  auto session = Session::Open(command.name, *flags, flags->arguments());
  if (!session.ok()) return wrong(session.error().message);
  return command.run(**session);
}

}  // namespace

int Run(std::vector<std::string> args) {
  for (std::string& arg : args) {
    if (arg == "-h") arg = "--help";
  }
  for (const Command* command : kCommands) {
    const std::vector<std::string> words = WordsOf(command->name);
    if (!StartsWith(args, words)) continue;
    return RunCommand(*command,
                      {args.begin() + static_cast<std::ptrdiff_t>(words.size()), args.end()});
  }
  const std::string group = !args.empty() && IsGroup(args[0]) ? args[0] : "";
  if (!args.empty() && args.back() == "--help") {
    PrintList(stdout, group);
    return kDone;
  }
  if (!args.empty()) {
    std::fprintf(stderr, "chessctl admin: unknown command %s\n\n",
                 (args[0] + (group.empty() || args.size() < 2 ? "" : " " + args[1])).c_str());
  }
  PrintList(stderr, group);
  return kWrongUsage;
}

}  // namespace chess::chessctl::admin
