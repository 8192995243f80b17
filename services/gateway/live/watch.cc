#include "gateway/live/watch.h"

#include "gateway/edge/wire.h"

namespace chess::gateway {

FramePtr ResponseFrame(uint32_t field, std::string_view bytes) {
  std::string head;
  AppendVarint(&head, field << 3 | 2);
  AppendVarint(&head, bytes.size());
  return Frame::Of(head, bytes);
}

FramePtr TopicEndedFrame(std::string_view game_id, std::string_view reason) {
  std::string ended;
  if (!game_id.empty()) AppendText(&ended, 1, game_id);
  AppendText(&ended, 2, reason);
  return ResponseFrame(kResponseTopicEnded, ended);
}

}  // namespace chess::gateway
