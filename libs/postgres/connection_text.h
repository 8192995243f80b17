#pragma once
// The connection text given to libpq: what the operator wrote plus the limits of PoolOptions.

#include <string>

#include "base/result.h"
#include "postgres/pool.h"

namespace chess::postgres {

// Key=value text; what `options.url` sets itself wins. kInvalidArgument POSTGRES_URL if malformed.
base::Result<std::string> ConnectionText(const PoolOptions& options);

}  // namespace chess::postgres
