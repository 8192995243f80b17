#include "rpc/call_observer.h"

#include <grpcpp/server_context.h>
#include <grpcpp/support/interceptor.h>

#include <array>
#include <atomic>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>

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
    Count(grpc::StatusCode::OK, 0);
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

// Ours are warnings; the caller's own errors are information; success is detail.
Level LevelOf(grpc::StatusCode code) {
  switch (code) {
    case grpc::StatusCode::OK:
      return Level::kDebug;
    case grpc::StatusCode::INTERNAL:
    case grpc::StatusCode::UNKNOWN:
    case grpc::StatusCode::DATA_LOSS:
    case grpc::StatusCode::UNAVAILABLE:
      return Level::kWarning;
    default:
      return Level::kInfo;
  }
}

class Observer : public grpc::experimental::Interceptor {
 public:
  Observer(Catalogue& catalogue, ServerRpcInfo* info)
      : info_(info), metrics_(catalogue.Of(info->method())), begin_(SteadyClock::now()) {}

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
    const Level level = LevelOf(code);
    if (!LogEnabled(level)) return;
    const auto& metadata = info_->server_context()->client_metadata();
    const auto text = [&metadata](const char* name) {
      const auto found = metadata.find(name);
      return found == metadata.end() ? std::string_view()
                                     : std::string_view(found->second.data(), found->second.size());
    };
    const std::string reason = status.ok() ? "" : FromGrpc(status).reason;
    Log(level, "call",
        {{"method", info_->method()},
         {"code", CodeName(code)},
         {"reason", reason},
         {"ms", seconds * 1000},
         {"request_id", text(kMetaRequestId)},
         {"player_id", text(kMetaPlayer)},
         {"caller", text(kMetaService)},
         {"error", level >= Level::kWarning ? std::string_view(status.error_message())
                                            : std::string_view()}});
  }

  ServerRpcInfo* info_;
  MethodMetrics& metrics_;
  const SteadyClock::time_point begin_;
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

}  // namespace chess::rpc
