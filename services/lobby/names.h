#pragma once
// Which names players may have. Pure but for GenerateName; thread-safe.

#include <string>
#include <string_view>

#include "base/result.h"

namespace chess::lobby {

inline constexpr size_t kMinNameLength = 3;
inline constexpr size_t kMaxNameLength = 20;

// Ok, or kInvalidArgument NAME_INVALID with metadata "rule": "length", "characters" (letters,
// digits, '-' and '_', at least one letter or digit), "reserved", "offensive".
base::Status CheckName(std::string_view name);

// The name in lower case: how it is found.
std::string NameKey(std::string_view name);

// How a closed account is called: "Closed-" and its id, which nobody else may take.
std::string ClosedName(std::string_view player_id);

// What a name looks like: names with equal skeletons cannot be told apart at a glance, so only one
// of them may exist. Folds case, 0/O, 1/l/I, 5/S, 2/Z, rn/m, vv/w, and leaves out '-' and '_'.
std::string Skeleton(std::string_view name);

// A friendly name such as "QuietBishop417": always allowed by CheckName, random, maybe taken.
std::string GenerateName();

}  // namespace chess::lobby
