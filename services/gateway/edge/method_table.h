#pragma once
// The allow-list: every method of the public protos that carries the option
// (chess.common.v1.edge), read from the linked descriptors at start. Nothing else is reachable.

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gateway/edge/limits.h"

namespace google::protobuf {
class Message;
}

namespace chess::gateway {

// Who serves a method.
enum class Target : uint8_t { kLobby, kGame, kClock, kAnalysis, kLive };
inline constexpr int kTargets = 5;
const char* TargetName(Target target);

enum class Auth : uint8_t { kAnyone, kPlayer, kOperator };

struct Method {
  std::string path;     // "/chess.game.v1.GameService/PlayMove"
  std::string service;  // "chess.game.v1.GameService"
  std::string name;     // "PlayMove"
  Target target = Target::kLive;
  Auth auth = Auth::kPlayer;
  std::string scope;  // needed where auth is kPlayer; empty: any
  LimitClass limit = LimitClass::kRead;
  bool idempotent = false;
  bool streaming = false;    // server streaming
  bool game_scoped = false;  // field 1 is string game_id
  size_t max_bytes = 0;      // of a request
  int64_t deadline_ms = 0;   // where the caller gives none; 0: none (streams)
  int index = 0;             // in MethodTable::methods()
  const google::protobuf::Message* request = nullptr;  // the empty one, of its type
};

class MethodTable {
 public:
  MethodTable();

  // Null: not reachable. `path` as in HTTP, with its leading slash.
  const Method* Find(std::string_view path) const;
  const std::vector<Method>& methods() const { return methods_; }
  // The largest max_bytes of all.
  size_t largest() const { return largest_; }

 private:
  std::vector<Method> methods_;
  std::unordered_map<std::string_view, const Method*> by_path_;
  size_t largest_ = 0;
};

}  // namespace chess::gateway
