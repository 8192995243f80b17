#include "chessctl/sha1.h"

#include <openssl/sha.h>

#include "base/ids.h"

namespace chess::chessctl {

std::string Sha1Hex(std::string_view bytes) {
  unsigned char digest[SHA_DIGEST_LENGTH];
  SHA1(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest);
  return base::ToHex(std::string_view(reinterpret_cast<const char*>(digest), sizeof(digest)));
}

}  // namespace chess::chessctl
