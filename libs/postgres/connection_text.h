#pragma once
// The connection text given to libpq: what the operator wrote plus the limits of PoolOptions.

#include <string>

#include "base/result.h"
#include "postgres/pool.h"

namespace chess::postgres {

// Key=value text; what `options.url` sets itself wins. kInvalidArgument POSTGRES_URL if malformed,
// without what libpq says of it: that quotes pieces, and may quote the password.
base::Result<std::string> ConnectionText(const PoolOptions& options);

// As a setting: what a program refuses before it starts. In a message: "… is not <this>".
inline constexpr char kConnectionForms[] =
    "a libpq URI, postgresql://user[:password]@host[:port]/database, or key=value text";
bool IsConnectionText(const std::string& url);

// `text` with every run of white space as one blank: libpq's own texts have several lines.
std::string OneLine(const std::string& text);

}  // namespace chess::postgres
