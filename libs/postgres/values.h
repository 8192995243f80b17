#pragma once
// Values to and from SQL text, the same under libpqxx 6.4 and 7.x. Pure, thread-safe.
// Pass times as bigint milliseconds: write to_timestamp($1::bigint / 1000.0), read
// (extract(epoch FROM t) * 1000)::bigint.

#include <cstdint>
#include <pqxx/pqxx>
#include <string>
#include <string_view>
#include <vector>

namespace chess::postgres {

// Bytes as the text of a bytea parameter ("\x00ff"); use with $n::bytea.
std::string ToBytea(std::string_view bytes);
// Bytes of a bytea column's text; the empty string for null or text that is not \x-hexadecimal.
std::string FromBytea(std::string_view text);
std::string FromBytea(const pqxx::field& field);

// Array literals for unnest($n::text[]), unnest($n::bytea[]), unnest($n::bigint[]) and so on.
std::string TextArray(const std::vector<std::string>& values);
std::string ByteaArray(const std::vector<std::string>& values);
std::string BigintArray(const std::vector<int64_t>& values);
// Array literal with nulls where `present` is false; sizes must be equal.
std::string BigintArray(const std::vector<int64_t>& values, const std::vector<bool>& present);
// The shortest texts that read back as the very same numbers; for unnest($n::float8[]).
std::string DoubleArray(const std::vector<double>& values);
// Elements of a one-dimensional array's text ("{a,"b c",NULL}"); nulls become empty strings.
std::vector<std::string> FromTextArray(std::string_view text);

// The column's text, or "" if null.
std::string TextOf(const pqxx::field& field);
// The column's integer, or `missing` if null.
int64_t IntOf(const pqxx::field& field, int64_t missing = 0);

}  // namespace chess::postgres
