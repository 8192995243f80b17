#pragma once
// What requests have in common: fields that are refused, pages of lists of games. Pure.

#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "chess/common/v1/paging.pb.h"

namespace chess::game {

// INVALID_FIELD, with the field's name.
base::Error BadField(const char* field, std::string message);

// Rows of a page, 1 to 100; 20 where none is said. INVALID_FIELD.
base::Result<int> PageSizeOf(const common::v1::PageRequest& page);
// Page tokens of lists of games: "<creation time in ms>.<game id>" of the last line shown.
std::string PageToken(base::TimeMs create_time, const std::string& game_id);
// Leaves both as they are for the first page. INVALID_FIELD.
base::Status ReadPageToken(const common::v1::PageRequest& page, base::TimeMs* create_time,
                           std::string* game_id);

}  // namespace chess::game
