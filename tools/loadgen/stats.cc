#include "loadgen/stats.h"

#include <algorithm>

namespace chess::loadgen {

double Sample::PercentileMs(double q) {
  if (values_us_.empty()) return 0;
  const size_t at = std::min(values_us_.size() - 1,
                             static_cast<size_t>(q * static_cast<double>(values_us_.size())));
  std::nth_element(values_us_.begin(), values_us_.begin() + static_cast<long>(at),
                   values_us_.end());
  return values_us_[at] / 1000.0;
}

}  // namespace chess::loadgen
