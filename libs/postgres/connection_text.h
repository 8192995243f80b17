#pragma once
// The connection text given to libpq: what the operator wrote plus the limits of PoolOptions.

#include <string>

#include "base/result.h"
#include "postgres/pool.h"

namespace chess::postgres {

// Key=value text; what `options.url` sets itself wins. kInvalidArgument POSTGRES_URL if malformed.
base::Result<std::string> ConnectionText(const PoolOptions& options);

// `text` with every run of white space as one blank: libpq's own texts have several lines.
std::string OneLine(const std::string& text);

}  // namespace chess::postgres
