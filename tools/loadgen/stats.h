#pragma once
// What was measured. One thread writes.

#include <cstdint>
#include <string>
#include <vector>

namespace chess::loadgen {

// Times in microseconds; percentiles are exact (all samples are kept).
class Sample {
 public:
  void Add(int64_t ns) { values_us_.push_back(static_cast<uint32_t>(ns / 1000)); }
  void Clear() { values_us_.clear(); }
  size_t count() const { return values_us_.size(); }
  // The value below which the fraction `q` of the samples lies, in milliseconds; 0 if none.
  double PercentileMs(double q);

 private:
  std::vector<uint32_t> values_us_;
};

struct Stats {
  bool measuring = false;
  int64_t moves = 0;   // acknowledged while measuring
  int64_t errors = 0;  // calls that failed while measuring
  int64_t games_done = 0;
  std::string first_error;
  Sample acknowledged;  // submit → answer
  Sample opponent;      // submit → event on the opponent's stream
};

}  // namespace chess::loadgen
