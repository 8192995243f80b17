#include "base/build_info.h"

// Builds of parts with other compilers (fuzzing) are nobody's release.
#ifndef CHESS_VERSION
#define CHESS_VERSION "0"
#define CHESS_REVISION "dev"
#endif

namespace chess::base {

const char* BuildVersion() { return CHESS_VERSION; }
const char* BuildRevision() { return CHESS_REVISION; }

}  // namespace chess::base
