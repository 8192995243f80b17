#pragma once
// A subcommand of chessctl: one per file, listed in main.cc.

#include "chessctl/flags.h"

namespace chess::chessctl {

// Exit status of every subcommand.
inline constexpr int kOk = 0;
inline constexpr int kBadData = 1;      // something in the data is wrong
inline constexpr int kBadUsage = 2;     // the command line is
inline constexpr int kUnreachable = 3;  // whom it asks does not answer

struct Command {
  const char* name;
  const char* summary;  // one line
  const char* usage;    // shown by --help: forms, options, exit status
  FlagSpec flags;
  int (*run)(const Flags& flags);
};

extern const Command kPerftCommand;
extern const Command kCasesCommand;
extern const Command kPgnCommand;
extern const Command kDeadCommand;
extern const Command kVerifyDiceCommand;
extern const Command kTraceCommand;
extern const Command kLogIdCommand;
extern const Command kReadyCommand;

}  // namespace chess::chessctl
