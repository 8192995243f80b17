#pragma once
// Which build this is: shown by --version, in chess_build_info and in the first line of each log.

namespace chess::base {

// Such as "0.1.0": the project's version in CMakeLists.txt, or CHESS_VERSION when it was
// configured.
const char* BuildVersion();
// The source's commit: CHESS_REVISION when it was configured, otherwise "dev". Builds on a
// developer's machine do not name theirs: every commit would link every program again.
const char* BuildRevision();

}  // namespace chess::base
