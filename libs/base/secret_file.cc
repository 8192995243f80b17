#include "base/secret_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace chess::base {
namespace {

Error Unreadable(const std::string& path, const char* why) {
  return MakeError(Code::kInvalidArgument, "SECRET_UNREADABLE",
                   "cannot read " + path + " (" + why + ")");
}

}  // namespace

Result<std::string> ReadSecretFile(const std::string& path) {
  // Not a stream: reading a folder through the iterator of one throws.
  const std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen(path.c_str(), "rbe"), std::fclose);
  if (file == nullptr) return Unreadable(path, std::strerror(errno));
  std::string text(kMaxSecretFileBytes + 1, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file.get()));
  if (std::ferror(file.get()) != 0) return Unreadable(path, std::strerror(errno));
  if (text.size() > kMaxSecretFileBytes) return Unreadable(path, "too long for a secret");
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  return text;
}

}  // namespace chess::base
