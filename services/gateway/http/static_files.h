#pragma once
// The web client's files, read into memory: only what was found in the folder can be asked for, so
// there is no path to escape through. Loaded again when index.html changes.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

namespace chess::gateway {

struct StaticFile {
  std::string content_type;
  std::string etag;                 // with quotes
  bool immutable = false;           // its name carries a hash of its content
  std::string plain, gzip, brotli;  // the latter two empty where there is no .gz / .br beside it
};
using StaticFilePtr = std::shared_ptr<const StaticFile>;

// The path of a request target in plain text: query cut off, percent-encoding undone once. Empty
// where the target is malformed or tries to climb (a segment of dots, a backslash, a control
// character, an encoded slash).
std::string DecodeTarget(std::string_view target);

class StaticFiles {
 public:
  // An empty folder name: nothing is served.
  explicit StaticFiles(std::string folder);

  // The file for a decoded path: itself, or index.html for "/" and for client routes (paths whose
  // last segment has no dot). Null: not found. Looks for a new build at most once a second.
  StaticFilePtr Find(std::string_view path, int64_t now_ms);
  size_t bytes() const { return bytes_; }
  size_t count() const { return files_.size(); }

 private:
  void Load();

  std::string folder_;
  std::unordered_map<std::string, StaticFilePtr> files_;
  int64_t looked_ms_ = 0;
  int64_t index_changed_ = 0;
  size_t bytes_ = 0;
};

}  // namespace chess::gateway
