// `chessctl log-id`: what the logs of an installation say instead of a player's id.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/ids.h"
#include "base/secret_file.h"
#include "chessctl/command.h"
#include "rpc/log_key.h"

namespace chess::chessctl {
namespace {

constexpr char kUsage[] =
    "usage: chessctl log-id [--secret-file FILE] PLAYER …\n"
    "\n"
    "Prints each player's id and what logs call that player. It is a keyed hash, so the service\n"
    "secret is needed: from FILE, else from $CHESS_SERVICE_SECRET or the file that\n"
    "$CHESS_SERVICE_SECRET_FILE names. PLAYER is an id of 12 letters and digits, not a name.\n"
    "Exit status: 0 all is right, 1 no secret or not an id, 2 wrong usage.\n";

int Fail(const std::string& message, int status) {
  std::fprintf(stderr, "chessctl log-id: %s\n", message.c_str());
  return status;
}

int Run(const Flags& flags) {
  if (flags.arguments().empty()) return Fail("name a player", kBadUsage);
  std::string secret;
  std::string file = flags.Get("secret-file");
  const char* value = std::getenv("CHESS_SERVICE_SECRET");
  const char* named = std::getenv("CHESS_SERVICE_SECRET_FILE");
  if (file.empty() && value == nullptr && named != nullptr) file = named;
  if (file.empty()) {
    secret = value == nullptr ? "" : value;
  } else {
    const auto text = base::ReadSecretFile(file);
    if (!text.ok()) return Fail(text.error().message, kBadData);
    secret = *text;
  }
  if (secret.empty()) {
    return Fail("the service secret is needed (--secret-file, CHESS_SERVICE_SECRET)", kBadData);
  }
  const rpc::LogKey key(secret);
  for (const std::string& player : flags.arguments()) {
    if (!base::IsBase62(player, 12)) {
      return Fail(player + ": a player's id has 12 letters and digits", kBadData);
    }
    std::printf("%s %s\n", player.c_str(), key.PlayerLogId(player).c_str());
  }
  return kOk;
}

}  // namespace

const Command kLogIdCommand = {
    "log-id", "what logs call a player", kUsage, {{"secret-file"}, {}}, Run};

}  // namespace chess::chessctl
