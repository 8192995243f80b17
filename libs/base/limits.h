#pragma once
// Every queue, page, stream, retry and message has its limit here; each has a counter when hit.

#include <cstddef>
#include <cstdint>

namespace chess::base {

inline constexpr int kMaxPlies = 2000;  // 1,000 moves a side, then MOVE_LIMIT draws
inline constexpr int64_t kUntimedMoveMs = 14LL * 24 * 3600 * 1000;  // 14 days a move without clock
inline constexpr int kMaxRunningGamesGuest = 20;                    // games not over, per guest
inline constexpr int kMaxRunningGamesPlayer = 100;                  // per account
inline constexpr int kMaxRunningGamesBot = 400;                     // per bot
inline constexpr size_t kGameQueue = 64;           // commands waiting for one game, per replica
inline constexpr size_t kAppendQueue = 20'000;     // decisions waiting for a commit, per replica
inline constexpr size_t kAppendBatch = 512;        // rows in one commit
inline constexpr size_t kGameRequestIds = 4096;    // request ids kept in one running game's state
inline constexpr size_t kFinishedRequestIds = 16;  // kept once it is over
inline constexpr int64_t kCommitUnknownMs = 2000;  // then UNAVAILABLE COMMIT_UNKNOWN
inline constexpr int kMaxPageSize = 100;           // rows of any list call
inline constexpr size_t kMaxMessageBytes = 64 * 1024;  // a unary request unless its method says
inline constexpr size_t kMaxPgnBytes = 1024 * 1024;    // one PGN import
inline constexpr size_t kMaxFenBytes = 256;            // a FEN in a request
inline constexpr int kMaxWatchTopics = 64;             // topics of one Watch
inline constexpr size_t kWatchBufferEvents = 256;      // undelivered events of one Watch
inline constexpr size_t kWatchBufferBytes = 1024 * 1024;
inline constexpr int kMaxOpenChallenges = 20;               // of one player at a time
inline constexpr int64_t kChallengeOnlineMs = 30'000;       // expiry of a challenge, both online
inline constexpr int64_t kChallengeOfflineMs = 5 * 60'000;  // the opponent is away
inline constexpr int64_t kChallengeDaysMs = 3LL * 24 * 3600 * 1000;  // correspondence, or no clock
inline constexpr int64_t kCodeGameMs = 15 * 60'000;                  // expiry of a private code
inline constexpr int kMaxChallengesPerDay = 200;                     // by one player
inline constexpr int kMaxOpenToOnePlayer = 100;  // open challenges that wait for one player
inline constexpr int64_t kUnusedGuestMs = 24LL * 3600 * 1000;   // sliding life of an unused guest
inline constexpr int64_t kSessionMs = 30LL * 24 * 3600 * 1000;  // sliding life of a session
inline constexpr int64_t kPlayerEventsMs = 7LL * 24 * 3600 * 1000;  // how long events are kept
inline constexpr int64_t kLobbyRequestsMs = 24LL * 3600 * 1000;     // how long request ids are kept
inline constexpr int kPlayerEventsPage = 500;      // events of one ListPlayerEvents
inline constexpr int kMaxPlayersAsked = 200;       // ids of one GetPlayers
inline constexpr int kMaxPresenceAsked = 100;      // ids of one GetPresence
inline constexpr int64_t kPresenceMs = 30'000;     // a player seen this lately is online
inline constexpr int kDuePage = 1000;              // deadlines of one ListDue
inline constexpr size_t kClockTimers = 100'000;    // armed deadlines of one clock replica
inline constexpr int64_t kReceiptWindowMs = 3000;  // x-chess-received accepted within [now-3s, now]

}  // namespace chess::base
