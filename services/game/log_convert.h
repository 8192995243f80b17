#pragma once
// Decisions to and from the bytes of the log (proto log.proto). Pure, thread-safe.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "game/rows.h"
#include "match/event.h"
#include "match/state.h"

namespace chess::game::internal::v1 {
class StoredCreated;
class StoredEnd;
class StoredRated;
}  // namespace chess::game::internal::v1

namespace chess::game {

// The row as it is stored.
LogRow EncodeRow(const match::DecisionRow& row);
// Errors: kUnavailable NEWER_EVENT for an event kind that this release does not know, kInternal
// LOG_CORRUPT for bytes that are no decision.
base::Result<match::DecisionRow> DecodeRow(const std::string& game_id, const LogRow& row);

// The state after all rows. Errors: those of DecodeRow and match::Apply.
base::Result<match::State> ReplayLog(const std::string& game_id, std::span<const LogRow> log);

// Request ids: 16 bytes, as text and as array. False if the text is not 16 bytes.
// Copies bytes of exactly the array's size; false for any other size.
template <size_t kSize>
bool BytesInto(std::string_view bytes, std::array<uint8_t, kSize>* out) {
  if (bytes.size() != kSize) return false;
  for (size_t i = 0; i < kSize; ++i) (*out)[i] = static_cast<uint8_t>(bytes[i]);
  return true;
}

// The array's bytes as a message holds them.
template <size_t kSize>
std::string BytesOf(const std::array<uint8_t, kSize>& bytes) {
  return std::string(bytes.begin(), bytes.end());
}

bool RequestIdFromBytes(std::string_view bytes, match::RequestId* id);
std::string RequestIdToBytes(const match::RequestId& id);

// Events that the compact record has in common with the log.
void CreatedToProto(const match::State& state, internal::v1::StoredCreated* out);
base::Result<match::Created> CreatedFromProto(const std::string& game_id,
                                              const internal::v1::StoredCreated& stored);
void EndToProto(const match::Ending& ending, internal::v1::StoredEnd* out);
match::Ending EndFromProto(const internal::v1::StoredEnd& stored);
void RatedToProto(const match::RatingRecorded& rated, internal::v1::StoredRated* out);
match::RatingRecorded RatedFromProto(const internal::v1::StoredRated& stored);

}  // namespace chess::game
