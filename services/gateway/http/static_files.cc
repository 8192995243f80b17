#include "gateway/http/static_files.h"

#include <openssl/sha.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <utility>

#include "base/ids.h"
#include "rpc/log.h"

namespace chess::gateway {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostBytes = 256 * 1024 * 1024;
constexpr int64_t kLookEveryMs = 1000;

constexpr std::pair<std::string_view, std::string_view> kTypes[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".map", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".webp", "image/webp"},
    {".avif", "image/avif"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".mp3", "audio/mpeg"},
    {".ogg", "audio/ogg"},
    {".wav", "audio/wav"},
    {".txt", "text/plain; charset=utf-8"},
};

std::string TypeOf(const std::string& extension) {
  for (const auto& [known, type] : kTypes) {
    if (extension == known) return std::string(type);
  }
  return "application/octet-stream";
}

// "app-3f9Ab2_x.js": a dash (or dot) and at least eight characters of a hash before the extension,
// among them a digit or both cases, so that "two-squares.js" is not taken for one.
bool HasHash(const std::string& name) {
  const std::string stem = fs::path(name).stem().string();
  const size_t dash =
      stem.size() >= 9 ? stem.find_last_of("-.", stem.size() - 9) : std::string::npos;
  if (dash == std::string::npos) return false;
  bool digit = false, upper = false, lower = false;
  for (const char c : stem.substr(dash + 1)) {
    const auto u = static_cast<unsigned char>(c);
    if (!std::isalnum(u) && c != '_' && c != '-') return false;
    digit |= std::isdigit(u) != 0;
    upper |= std::isupper(u) != 0;
    lower |= std::islower(u) != 0;
  }
  return digit || (upper && lower);
}

bool ReadFile(const fs::path& path, std::string* bytes) {
  std::ifstream in(path, std::ios::binary);
  bytes->assign(std::istreambuf_iterator<char>(in), {});
  return in.good() || in.eof();
}

std::string Etag(const std::string& bytes) {
  unsigned char hash[SHA256_DIGEST_LENGTH];
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), hash);
  return "\"" + base::ToHex({reinterpret_cast<const char*>(hash), 12}) + "\"";
}

int HexValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

int64_t ChangeTime(const std::string& file) {
  std::error_code error;
  const auto time = fs::last_write_time(file, error);
  return error ? 0 : time.time_since_epoch().count();
}

}  // namespace

std::string DecodeTarget(std::string_view target) {
  target = target.substr(0, target.find_first_of("?#"));
  if (!target.starts_with('/')) return "";
  std::string path;
  for (size_t i = 0; i < target.size(); ++i) {
    char c = target[i];
    if (c == '%') {
      if (i + 2 >= target.size()) return "";
      const int high = HexValue(target[i + 1]);
      const int low = HexValue(target[i + 2]);
      if (high < 0 || low < 0) return "";
      c = static_cast<char>(high * 16 + low);
      if (c == '/') return "";
      i += 2;
    }
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '\\') return "";
    path += c;
  }
  for (size_t at = 0; at < path.size();) {
    const size_t slash = std::min(path.find('/', at + 1), path.size());
    const std::string_view segment = std::string_view(path).substr(at + 1, slash - at - 1);
    if (segment == "." || segment == "..") return "";
    at = slash;
  }
  return path;
}

StaticFiles::StaticFiles(std::string folder) : folder_(std::move(folder)) { Load(); }

void StaticFiles::Load() {
  if (folder_.empty()) return;
  std::map<std::string, std::shared_ptr<StaticFile>> found;
  std::error_code error;
  size_t total = 0;
  index_changed_ = ChangeTime(folder_ + "/index.html");
  for (fs::recursive_directory_iterator it(folder_, error), end; !error && it != end;
       it.increment(error)) {
    if (!it->is_regular_file(error)) continue;
    const std::string name = "/" + fs::relative(it->path(), folder_, error).generic_string();
    std::string bytes;
    const bool fits = it->file_size(error) + total <= kMostBytes;
    if (name.find("/.") != std::string::npos || !fits || !ReadFile(it->path(), &bytes)) {
      if (!fits) rpc::Warn("web file left out: the web client is too large", {{"file", name}});
      continue;
    }
    total += bytes.size();
    const std::string extension = it->path().extension().string();
    const bool packed = extension == ".gz" || extension == ".br";
    const std::string plain_name = packed ? name.substr(0, name.size() - 3) : name;
    std::shared_ptr<StaticFile>& file = found[plain_name];
    if (!file) file = std::make_shared<StaticFile>();
    (extension == ".gz"   ? file->gzip
     : extension == ".br" ? file->brotli
                          : file->plain) = std::move(bytes);
    if (packed) continue;
    file->content_type = TypeOf(extension);
    file->etag = Etag(file->plain);
    file->immutable = HasHash(it->path().filename().string());
  }
  files_.clear();
  for (auto& [name, file] : found) {
    if (!file->etag.empty()) files_.emplace(name, std::move(file));
  }
  bytes_ = total;
}

StaticFilePtr StaticFiles::Find(std::string_view path, int64_t now_ms) {
  if (!folder_.empty() && now_ms - looked_ms_ >= kLookEveryMs) {
    looked_ms_ = now_ms;
    if (ChangeTime(folder_ + "/index.html") != index_changed_) Load();
  }
  if (path.empty()) return nullptr;
  const auto found = files_.find(std::string(path == "/" ? "/index.html" : path));
  if (found != files_.end()) return found->second;
  const std::string_view last = path.substr(path.rfind('/') + 1);
  if (last.find('.') != std::string_view::npos) return nullptr;
  const auto index = files_.find("/index.html");
  return index == files_.end() ? nullptr : index->second;
}

}  // namespace chess::gateway
