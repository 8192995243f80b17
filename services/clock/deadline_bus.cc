#include "clock/deadline_bus.h"

#include <array>
#include <charconv>

#include "redis/keys.h"

namespace chess::clock {
namespace {

constexpr int kShards = 4;

// Lapsed claims go, then whoever adds a member first has it. The key expires so that an idle shard
// leaves nothing behind.
constexpr char kClaimScript[] =
    "redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])\n"
    "local won = {}\n"
    "for i = 3, #ARGV do\n"
    "  won[#won + 1] = redis.call('ZADD', KEYS[1], 'NX', ARGV[2], ARGV[i])\n"
    "end\n"
    "redis.call('PEXPIRE', KEYS[1], 60000)\n"
    "return won\n";

int ShardOf(std::string_view member) {
  uint32_t hash = 2166136261u;  // FNV-1a: the same in every replica
  for (const char c : member) hash = (hash ^ static_cast<uint8_t>(c)) * 16777619u;
  return static_cast<int>(hash % kShards);
}

}  // namespace

std::vector<Notice> ParseNotices(std::string_view payload) {
  std::vector<Notice> notices;
  while (!payload.empty()) {
    const size_t end = payload.find('\n');
    const std::string_view line = payload.substr(0, end);
    payload = end == std::string_view::npos ? std::string_view() : payload.substr(end + 1);
    const size_t first = line.find(' ');
    const size_t second = line.rfind(' ');
    if (first == std::string_view::npos || first == 0 || second <= first + 1) continue;
    Notice notice{line.substr(0, first), line.substr(first + 1, second - first - 1)};
    const char* const last = line.data() + line.size();
    const auto parsed = std::from_chars(line.data() + second + 1, last, notice.due_ms);
    if (parsed.ec != std::errc() || parsed.ptr != last || notice.due_ms <= 0) continue;
    if (notice.key.find(' ') != std::string_view::npos) continue;
    notices.push_back(notice);
  }
  return notices;
}

DeadlineBus::DeadlineBus(const redis::Options& options, Handlers handlers)
    : client_(options, 1),
      subscriber_(options, {[on_notice = std::move(handlers.on_notice)](std::string_view,
                                                                        std::string_view payload) {
                              for (const Notice& notice : ParseNotices(payload)) on_notice(notice);
                            },
                            std::move(handlers.on_gap)}) {
  subscriber_.Subscribe(redis::DeadlineNoticeChannel());
}

std::vector<DeadlineBus::Claim> DeadlineBus::ClaimAll(const std::vector<std::string>& members,
                                                      base::TimeMs now_ms) {
  std::vector<Claim> claims(members.size(), Claim::kAway);
  std::array<std::vector<size_t>, kShards> shards;
  for (size_t i = 0; i < members.size(); ++i) shards[ShardOf(members[i])].push_back(i);
  for (int shard = 0; shard < kShards; ++shard) {
    if (shards[shard].empty()) continue;
    std::vector<std::string> arguments = {std::to_string(now_ms),
                                          std::to_string(now_ms + kClaimMs)};
    for (const size_t i : shards[shard]) arguments.push_back(members[i]);
    const auto reply = client_.Script(kClaimScript, {redis::DeadlinesKey(shard)}, arguments);
    // One time-out is enough; the flags must not wait for the next.
    if (!reply.ok()) break;
    if (reply->elements.size() != shards[shard].size()) continue;
    for (size_t k = 0; k < shards[shard].size(); ++k) {
      claims[shards[shard][k]] = reply->elements[k].integer == 1 ? Claim::kWon : Claim::kLost;
    }
  }
  return claims;
}

}  // namespace chess::clock
