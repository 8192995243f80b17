#pragma once
// What a store's client says of itself (on_state of postgres::PoolOptions and redis::Options), as
// one warning in the log when the store goes away, with the cause, and one when it is back.

#include <functional>
#include <string>
#include <utility>

#include "rpc/log.h"

namespace chess::rpc {

// `store`: "postgres" or "redis"; `client`: which of this program's clients.
inline std::function<void(const std::string& state)> LogsStateOf(std::string store,
                                                                 std::string client) {
  return [store = std::move(store), client = std::move(client)](const std::string& state) {
    Warn(store, {{"client", client}, {"state", state}});
  };
}

}  // namespace chess::rpc
