#include "game/request_fields.h"

#include <algorithm>
#include <charconv>

#include "base/ids.h"
#include "base/limits.h"
#include "game/time_convert.h"

namespace chess::game {
namespace {

constexpr int kDefaultPage = 20;

}  // namespace

base::Error BadField(const char* field, std::string message) {
  base::Error error =
      base::MakeError(base::Code::kInvalidArgument, "INVALID_FIELD", std::move(message));
  error.metadata.emplace_back("field", field);
  return error;
}

base::Result<int> PageSizeOf(const common::v1::PageRequest& page) {
  if (page.page_size() < 0) return BadField("page.page_size", "A page has at least one row.");
  return page.page_size() == 0 ? kDefaultPage : std::min(page.page_size(), base::kMaxPageSize);
}

std::string PageToken(base::TimeMs create_time, const std::string& game_id) {
  return std::to_string(create_time) + "." + game_id;
}

base::Status ReadPageToken(const common::v1::PageRequest& page, base::TimeMs* create_time,
                           std::string* game_id) {
  const std::string& token = page.page_token();
  if (token.empty()) return {};
  const size_t dot = std::min(token.find('.'), token.size());
  const auto [end, error] = std::from_chars(token.data(), token.data() + dot, *create_time);
  *game_id = dot < token.size() ? token.substr(dot + 1) : "";
  if (error != std::errc() || end != token.data() + dot || *create_time <= 0 ||
      *create_time >= kLatestMs || !base::IsBase62(*game_id, 8)) {
    return BadField("page.page_token", "The token is not one of ours.");
  }
  return {};
}

}  // namespace chess::game
