#include "metrics/registry.h"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <map>
#include <mutex>
#include <tuple>

#include "base/check.h"

namespace chess::metrics {
namespace {

using Key = std::pair<std::string, Labels>;

std::map<std::string, std::string> ToMap(const Labels& labels) {
  return {labels.begin(), labels.end()};
}

}  // namespace

void Counter::Increment(double by) { static_cast<prometheus::Counter*>(child_)->Increment(by); }
void Counter::RaiseTo(double total) {
  if (total > Value()) Increment(total - Value());
}
double Counter::Value() const { return static_cast<prometheus::Counter*>(child_)->Value(); }

void Gauge::Set(double value) { static_cast<prometheus::Gauge*>(child_)->Set(value); }
void Gauge::Add(double by) { static_cast<prometheus::Gauge*>(child_)->Increment(by); }
double Gauge::Value() const { return static_cast<prometheus::Gauge*>(child_)->Value(); }

void Histogram::Observe(double value) {
  static_cast<prometheus::Histogram*>(child_)->Observe(value);
}

const std::vector<double>& LatencyBuckets() {
  static const std::vector<double> bounds = {
      0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10};
  return bounds;
}

const std::vector<double>& CountBuckets() {
  static const std::vector<double> bounds = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};
  return bounds;
}

struct Registry::Impl {
  prometheus::Registry registry{prometheus::Registry::InsertBehavior::Merge};
  mutable std::mutex mutex;
  std::map<std::string, char> types;  // family name -> c, g or h
  // Maps keep their elements in place, so references to children stay good.
  std::map<Key, Counter> counters;
  std::map<Key, Gauge> gauges;
  std::map<Key, Histogram> histograms;
  mutable std::mutex render_mutex;  // refreshes are not asked to be thread-safe
  std::vector<std::function<void()>> refreshes;

  void Claim(const std::string& name, char type) {
    CHESS_CHECK(types.try_emplace(name, type).first->second == type);
  }
};

Registry::Registry() : impl_(std::make_unique<Impl>()) {}
Registry::~Registry() = default;

Counter& Registry::AddCounter(const std::string& name, const std::string& help,
                              const Labels& labels) {
  std::lock_guard lock(impl_->mutex);
  impl_->Claim(name, 'c');
  const Key key(name, labels);
  if (const auto found = impl_->counters.find(key); found != impl_->counters.end()) {
    return found->second;
  }
  auto& family = prometheus::BuildCounter().Name(name).Help(help).Register(impl_->registry);
  return impl_->counters.try_emplace(key, &family.Add(ToMap(labels))).first->second;
}

Gauge& Registry::AddGauge(const std::string& name, const std::string& help, const Labels& labels) {
  std::lock_guard lock(impl_->mutex);
  impl_->Claim(name, 'g');
  const Key key(name, labels);
  if (const auto found = impl_->gauges.find(key); found != impl_->gauges.end()) {
    return found->second;
  }
  auto& family = prometheus::BuildGauge().Name(name).Help(help).Register(impl_->registry);
  return impl_->gauges.try_emplace(key, &family.Add(ToMap(labels))).first->second;
}

Histogram& Registry::AddHistogram(const std::string& name, const std::string& help,
                                  const std::vector<double>& bounds, const Labels& labels) {
  std::lock_guard lock(impl_->mutex);
  impl_->Claim(name, 'h');
  const Key key(name, labels);
  if (const auto found = impl_->histograms.find(key); found != impl_->histograms.end()) {
    return found->second;
  }
  auto& family = prometheus::BuildHistogram().Name(name).Help(help).Register(impl_->registry);
  return impl_->histograms.try_emplace(key, &family.Add(ToMap(labels), bounds)).first->second;
}

void Registry::OnRender(std::function<void()> refresh) {
  std::lock_guard lock(impl_->render_mutex);
  impl_->refreshes.push_back(std::move(refresh));
}

void Registry::MirrorCounter(const std::string& name, const std::string& help, const Labels& labels,
                             std::function<double()> total) {
  Counter& counter = AddCounter(name, help, labels);
  OnRender([&counter, total = std::move(total)] { counter.RaiseTo(total()); });
}

void Registry::MirrorGauge(const std::string& name, const std::string& help, const Labels& labels,
                           std::function<double()> value) {
  Gauge& gauge = AddGauge(name, help, labels);
  OnRender([&gauge, value = std::move(value)] { gauge.Set(value()); });
}

std::string Registry::Render() const {
  {
    std::lock_guard lock(impl_->render_mutex);
    for (const auto& refresh : impl_->refreshes) refresh();
  }
  return prometheus::TextSerializer().Serialize(impl_->registry.Collect());
}

}  // namespace chess::metrics
