#pragma once
// The inner state of GameTopics: one watched game, and one stream's place in it.

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "gateway/edge/wire.h"
#include "gateway/live/game_topics.h"

namespace chess::gateway {

struct GameTopics::Subscription {
  uint64_t id = 0;
  Watch* watch = nullptr;
  Feed* feed = nullptr;
  int64_t cursor = 0;    // the last number sent
  bool open = false;     // OpenTopic was answered
  bool opening = false;  // OpenTopic is queued or under way
  int failures = 0;      // of OpenTopic, in a row
};

// Streams that may see the same.
struct GameTopics::Group {
  std::string audience;
  std::vector<Subscription*> members;  // open ones

  // The least cursor; INT64_MAX for nobody.
  int64_t Least() const {
    int64_t least = INT64_MAX;
    for (const Subscription* one : members) least = std::min(least, one->cursor);
    return least;
  }
};

struct GameTopics::Feed {
  std::string game_id;
  uint64_t generation = 0;  // told apart from an earlier feed of the same game
  bool confirmed = false;   // Redis answered, one way or the other
  int64_t known_last = 0;   // the log holds at least this number
  int64_t digest_seq = 0;   // what a digest said
  bool suspected = false;   // a digest was ahead; looked at after the grace
  bool reading = false;     // in gaps_, being read, or waiting to be read again
  int fruitless = 0;        // reads without progress, in a row
  int64_t read_from = 0;    // least cursor when the read began
  std::vector<Group> groups;
  std::vector<Subscription*> subscriptions;  // all, also those that are opening

  Group& GroupOf(std::string_view audience) {
    for (Group& group : groups) {
      if (group.audience == audience) return group;
    }
    groups.push_back({std::string(audience), {}});
    return groups.back();
  }
  // A stream that is behind cannot take more at present.
  bool SomebodyIsFull() const {
    for (const Subscription* one : subscriptions) {
      if (one->open && one->cursor < known_last && !one->watch->HasRoom()) return true;
    }
    return false;
  }
  int64_t Least() const {
    int64_t least = INT64_MAX;
    for (const Group& group : groups) least = std::min(least, group.Least());
    return least;
  }
};

inline int64_t SteadyMs() { return base::SystemClock().SteadyNs() / 1'000'000; }

// GameEvent.seq.
inline int64_t EventSeq(std::string_view event) {
  for (WireReader reader(event); reader.Next();) {
    if (reader.field() == 2) return static_cast<int64_t>(reader.number());
  }
  return 0;
}

// GameSnapshot.view.seq.
inline int64_t SnapshotSeq(std::string_view snapshot) {
  for (WireReader reader(snapshot); reader.Next();) {
    if (reader.field() == 1) return EventSeq(reader.text());
  }
  return 0;
}

}  // namespace chess::gateway
