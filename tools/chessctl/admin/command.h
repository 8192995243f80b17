#pragma once
// A command under `chessctl admin`: one per file, declared here and listed in admin.cc.

#include "chessctl/admin/session.h"
#include "chessctl/flags.h"

namespace chess::chessctl::admin {

struct Command {
  const char* name;     // its words: "player ban"
  const char* summary;  // one line
  const char* usage;    // for --help: forms and its own options; what all share follows by itself
  FlagSpec flags;       // its own
  int (*run)(Session& session);
};

extern const Command kAuditCommand;
extern const Command kAuditGamesCommand;
extern const Command kDrainCommand;
extern const Command kGameAmendCommand;
extern const Command kGameEndCommand;
extern const Command kGameFindCommand;
extern const Command kGameLogCommand;
extern const Command kGameShowCommand;
extern const Command kGameVerifyCommand;
extern const Command kGameVoidCommand;
extern const Command kGamesCommand;
extern const Command kIndexRebuildCommand;
extern const Command kNoticeClearCommand;
extern const Command kNoticeListCommand;
extern const Command kNoticeSetCommand;
extern const Command kOperatorAddCommand;
extern const Command kOperatorListCommand;
extern const Command kOperatorRevokeCommand;
extern const Command kPlayerBanCommand;
extern const Command kPlayerCloseCommand;
extern const Command kPlayerMuteCommand;
extern const Command kPlayerShowCommand;
extern const Command kPlayerUnbanCommand;
extern const Command kPlayerUnmuteCommand;
extern const Command kRatingsRebuildCommand;
extern const Command kRatingsVerifyCommand;
extern const Command kRetentionGamesCommand;
extern const Command kRetentionPlayersCommand;

}  // namespace chess::chessctl::admin
