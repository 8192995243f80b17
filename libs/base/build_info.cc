#include "base/build_info.h"

namespace chess::base {

const char* BuildVersion() { return CHESS_VERSION; }
const char* BuildRevision() { return CHESS_REVISION; }

}  // namespace chess::base
