#pragma once
// Challenges and the games they become, in Postgres. Every mutation is one transaction with its
// request_id and with the events that its players are told. Locks are taken in one order: request,
// challenge, players by id. Blocks: call it on an executor's thread. Thread-safe.
// Besides the errors below every function may fail as postgres/transaction.h says.

#include <memory>
#include <optional>
#include <pqxx/pqxx>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/ids.h"
#include "base/result.h"
#include "lobby/challenge.h"
#include "lobby/player_event.h"
#include "postgres/pool.h"

namespace chess::lobby {

// Who asks, under which request_id, and a hash of what is asked.
struct Asker {
  base::PlayerId player_id;
  std::string request_id;    // 16 bytes
  std::string payload_hash;  // of the method and everything else in the request
};

// A challenge after a call, and what its players have to be told now. A repeated call tells nobody.
struct Change {
  Challenge challenge;
  std::vector<PlayerEvent> events;
};

struct NewChallenge {
  std::optional<base::PlayerId> opponent_id;  // none: behind a code, drawn here
  Agreement agreement;                        // checked
  ChallengerColor color = ChallengerColor::kRandom;
  base::DurationMs life_ms = 0;
};

// Cancels the open challenges of a player in the caller's transaction; what their players are to be
// told, for the caller to append. Locks them in the order of their ids.
std::vector<PlayerEvent> CancelOpenOf(pqxx::transaction_base& tx, const base::PlayerId& challenger);

class ChallengeRepository {
 public:
  explicit ChallengeRepository(std::shared_ptr<postgres::Pool> pool) : pool_(std::move(pool)) {}

  // All of them: REQUEST_ID_REUSED where the request_id was used for something else.
  // Create: TOO_MANY (metadata "limit"), CHALLENGE_SELF, PLAYER_NOT_FOUND.
  base::Result<Change> Create(const Asker& asker, const NewChallenge& challenge);
  // Draws the game and leaves the challenge starting; once accepted the same opponent gets the same
  // game, however often and under whatever request_id. CHALLENGE_NOT_FOUND, CHALLENGE_SELF,
  // CHALLENGE_CLOSED.
  base::Result<Change> Accept(const Asker& asker, const base::ChallengeId& challenge_id);
  // The same by code (normal form). CODE_NOT_FOUND, CHALLENGE_SELF.
  base::Result<Change> Join(const Asker& asker, const std::string& code);
  // By the challenged. CHALLENGE_NOT_FOUND, CHALLENGE_CLOSED.
  base::Result<Change> Decline(const Asker& asker, const base::ChallengeId& challenge_id,
                               DeclineReason reason);
  // By the challenger. CHALLENGE_NOT_FOUND, CHALLENGE_CLOSED.
  base::Result<Change> Cancel(const Asker& asker, const base::ChallengeId& challenge_id);

  // A deadline has come: what became of it.
  struct Expiry {
    enum class Outcome { kDone, kGone, kNotYet } outcome = Outcome::kGone;
    base::TimeMs at_ms = 0;  // kNotYet: when
    Change change;           // kDone
  };
  base::Result<Expiry> Expire(const base::ChallengeId& challenge_id);

  struct Due {
    base::ChallengeId challenge_id;
    base::TimeMs due_ms = 0;
  };
  struct DuePage {
    std::vector<Due> deadlines;  // soonest first
    base::TimeMs now_ms = 0;     // game time
  };
  base::Result<DuePage> ListDue(base::TimeMs before_ms, int limit);

  // CHALLENGE_NOT_FOUND.
  base::Result<Challenge> Find(const base::ChallengeId& challenge_id);
  // The challenge waiting behind a code, its time not over. CODE_NOT_FOUND.
  base::Result<Challenge> FindByCode(const std::string& code);
  // Open challenges of and to a player, newest first, after the page token ("" for the first).
  // INVALID_FIELD for a token that is none.
  struct Page {
    std::vector<Challenge> challenges;
    std::string next_page_token;
  };
  base::Result<Page> List(const base::PlayerId& player_id, int page_size,
                          const std::string& page_token);

 private:
  std::shared_ptr<postgres::Pool> pool_;
};

}  // namespace chess::lobby
