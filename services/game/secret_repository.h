#pragma once
// What is kept beside the log because nobody may read it there: the secret behind a game's draws,
// and armies while they are placed. Never logged, never sent but to its owner.
// All functions block up to two seconds. Thread-safe. Errors: those of postgres/transaction.h.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "match/secrets.h"
#include "postgres/pool.h"

namespace chess::game {

class SecretRepository {
 public:
  explicit SecretRepository(std::shared_ptr<postgres::Pool> pool) : pool_(std::move(pool)) {}

  static void PrepareStatements(pqxx::connection& connection);

  // The 32 bytes behind the draws; nothing where the game has none.
  base::Result<std::optional<std::string>> Chance(const std::string& game_id);
  // The armies in progress.
  base::Result<match::Secrets> Drafts(const std::string& game_id);
  // Keeps armies where none that is locked or of a later edition is kept, and gives what is then
  // kept. Repeating it changes nothing.
  base::Result<match::Secrets> Keep(const std::string& game_id,
                                    const std::vector<match::SecretWrite>& writes);

 private:
  std::shared_ptr<postgres::Pool> pool_;
};

}  // namespace chess::game
