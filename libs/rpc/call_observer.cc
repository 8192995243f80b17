#include "rpc/call_observer.h"

#include <grpcpp/server_context.h>
#include <grpcpp/support/interceptor.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/ids.h"
#include "rpc/call_context.h"
#include "rpc/log.h"
#include "rpc/status.h"

namespace chess::rpc {
namespace {

using grpc::experimental::InterceptionHookPoints;
using grpc::experimental::InterceptorBatchMethods;
using grpc::experimental::ServerRpcInfo;
using SteadyClock = std::chrono::steady_clock;

constexpr int kCodeCount = 17;

// The children of one method, made when it is first called: interceptors see only methods that
// some service of ours has, so the labels stay a closed set.
class MethodMetrics {
 public:
  MethodMetrics(metrics::Registry& registry, std::string_view path) : registry_(registry) {
    const size_t slash = path.rfind('/');
    labels_ = {{"grpc_service", std::string(path.substr(1, slash - 1))},
               {"grpc_method", std::string(path.substr(slash + 1))}};
    seconds_ = &registry.AddHistogram("grpc_server_handling_seconds",
                                      "Time from a call's first byte to its status.",
                                      metrics::LatencyBuckets(), labels_);
    // What alerts look for is there from the start, so that the first error shows as an increase.
    for (const grpc::StatusCode code :
         {grpc::StatusCode::OK, grpc::StatusCode::UNAVAILABLE, grpc::StatusCode::INTERNAL,
          grpc::StatusCode::UNKNOWN, grpc::StatusCode::DEADLINE_EXCEEDED,
          grpc::StatusCode::RESOURCE_EXHAUSTED, grpc::StatusCode::DATA_LOSS}) {
      Count(code, 0);
    }
  }

  void Handled(grpc::StatusCode code, double seconds) {
    Count(code, 1);
    seconds_->Observe(seconds);
  }

 private:
  void Count(grpc::StatusCode code, double by) {
    auto& slot = handled_[static_cast<size_t>(code) % kCodeCount];
    metrics::Counter* counter = slot.load(std::memory_order_acquire);
    if (counter == nullptr) {
      metrics::Labels labels = labels_;
      labels.emplace_back("grpc_code", CodeName(code));
      counter = &registry_.AddCounter("grpc_server_handled_total", "Calls ended, by status code.",
                                      labels);
      slot.store(counter, std::memory_order_release);
    }
    counter->Increment(by);
  }

  metrics::Registry& registry_;
  metrics::Labels labels_;
  metrics::Histogram* seconds_;
  std::array<std::atomic<metrics::Counter*>, kCodeCount> handled_{};
};

class Catalogue {
 public:
  explicit Catalogue(metrics::Registry& registry) : registry_(registry) {}

  MethodMetrics& Of(const char* path) {
    {
      std::shared_lock lock(mutex_);
      if (const auto found = methods_.find(path); found != methods_.end()) return *found->second;
    }
    std::unique_lock lock(mutex_);
    auto& slot = methods_[path];
    if (slot == nullptr) slot = std::make_unique<MethodMetrics>(registry_, path);
    return *slot;
  }

 private:
  metrics::Registry& registry_;
  std::shared_mutex mutex_;
  std::unordered_map<std::string_view, std::unique_ptr<MethodMetrics>> methods_;
};

CallLine::Outcome OutcomeOf(grpc::StatusCode code) {
  switch (code) {
    case grpc::StatusCode::OK:
    case grpc::StatusCode::CANCELLED:
      return CallLine::Outcome::kWell;
    case grpc::StatusCode::INTERNAL:
    case grpc::StatusCode::UNKNOWN:
    case grpc::StatusCode::DATA_LOSS:
    case grpc::StatusCode::UNAVAILABLE:
      return CallLine::Outcome::kOurError;
    default:
      return CallLine::Outcome::kCallersError;
  }
}

std::string_view TextOf(const grpc::ServerContextBase& context, const char* name) {
  const auto& metadata = context.client_metadata();
  const auto found = metadata.find(name);
  return found == metadata.end() ? std::string_view()
                                 : std::string_view(found->second.data(), found->second.size());
}

// The calls being served, so that handlers find their span. A handler knows its context only.
class RunningCalls {
 public:
  struct Notes {
    const void* context = nullptr;
    Trace trace;
    std::string game_id;
  };

  static void Add(Notes* notes) {
    Shard& shard = Of(notes->context);
    std::lock_guard lock(shard.mutex);
    shard.running.push_back(notes);
  }
  static void Remove(Notes* notes) {
    Shard& shard = Of(notes->context);
    std::lock_guard lock(shard.mutex);
    const auto found = std::find(shard.running.begin(), shard.running.end(), notes);
    if (found == shard.running.end()) return;
    *found = shard.running.back();
    shard.running.pop_back();
  }
  // Runs `act` on the call's notes, if it is known.
  template <typename Act>
  static void With(const void* context, Act act) {
    Shard& shard = Of(context);
    std::lock_guard lock(shard.mutex);
    for (Notes* notes : shard.running) {
      if (notes->context == context) return act(*notes);
    }
  }

 private:
  struct Shard {
    std::mutex mutex;
    std::vector<Notes*> running;
  };
  static Shard& Of(const void* context) {
    static auto* shards = new std::array<Shard, 16>;
    const auto address = reinterpret_cast<uintptr_t>(context);
    return (*shards)[(address >> 6 ^ address >> 12) % shards->size()];
  }
};

class Observer : public grpc::experimental::Interceptor {
 public:
  Observer(Catalogue& catalogue, ServerRpcInfo* info)
      : info_(info), metrics_(catalogue.Of(info->method())), begin_(SteadyClock::now()) {
    const grpc::ServerContextBase& context = *info->server_context();
    notes_.context = &context;
    Trace caller;
    if (ParseTraceParent(TextOf(context, kTraceParent), &caller)) {
      const std::string_view state = TextOf(context, kTraceState);
      if (IsTraceState(state)) caller.state = state;
      notes_.trace = caller.Child();
    } else {
      notes_.trace = NewTrace();
    }
    RunningCalls::Add(&notes_);
  }
  ~Observer() override { RunningCalls::Remove(&notes_); }

  void Intercept(InterceptorBatchMethods* methods) override {
    if (methods->QueryInterceptionHookPoint(InterceptionHookPoints::PRE_SEND_STATUS)) {
      End(methods->GetSendStatus());
    }
    methods->Proceed();
  }

 private:
  void End(const grpc::Status& status) {
    const double seconds = std::chrono::duration<double>(SteadyClock::now() - begin_).count();
    const grpc::StatusCode code = status.error_code();
    metrics_.Handled(code, seconds);
    CallLine line;
    line.outcome = OutcomeOf(code);
    if (line.outcome == CallLine::Outcome::kWell && !CallWanted(notes_.trace)) return;
    const grpc::ServerContextBase& context = *info_->server_context();
    const std::string reason = status.ok() ? "" : FromGrpc(status).reason;
    line.method = info_->method();
    line.code = CodeName(code);
    line.reason = reason;
    line.ms = seconds * 1000;
    line.request_id = TextOf(context, kMetaRequestId);
    line.game_id = notes_.game_id;
    line.player_id = TextOf(context, kMetaPlayer);
    line.caller = TextOf(context, kMetaService);
    const std::string error = status.error_message();
    line.error = error;
    LogCall(notes_.trace, line);
  }

  ServerRpcInfo* info_;
  MethodMetrics& metrics_;
  const SteadyClock::time_point begin_;
  RunningCalls::Notes notes_;
};

class Factory : public grpc::experimental::ServerInterceptorFactoryInterface {
 public:
  explicit Factory(metrics::Registry& registry) : catalogue_(registry) {}
  grpc::experimental::Interceptor* CreateServerInterceptor(ServerRpcInfo* info) override {
    return new Observer(catalogue_, info);
  }

 private:
  Catalogue catalogue_;
};

}  // namespace

std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface> MakeCallObserver(
    metrics::Registry& registry) {
  return std::make_unique<Factory>(registry);
}

Trace TraceOf(const grpc::ServerContextBase& context) {
  Trace trace;
  RunningCalls::With(&context, [&](const RunningCalls::Notes& notes) { trace = notes.trace; });
  return trace;
}

void NoteGame(const grpc::ServerContextBase& context, std::string_view game_id) {
  if (!base::IsBase62(game_id, 8)) return;  // whatever else it is, it is not for the log
  RunningCalls::With(&context, [&](RunningCalls::Notes& notes) { notes.game_id = game_id; });
}

}  // namespace chess::rpc
