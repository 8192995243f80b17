#include "rpc/log_key.h"

#include <openssl/evp.h>

#include <cstdio>
#include <cstring>

namespace chess::rpc {
namespace {

constexpr int kRounds = 20'000;
constexpr char kSalt[] = "castellan logs v1";

uint64_t Rotated(uint64_t x, int by) { return x << by | x >> (64 - by); }

uint64_t LittleEndian(const unsigned char* bytes, size_t n) {
  uint64_t word = 0;
  for (size_t i = 0; i < n; ++i) word |= static_cast<uint64_t>(bytes[i]) << (8 * i);
  return word;
}

struct SipState {
  uint64_t v0, v1, v2, v3;

  void Round() {
    v0 += v1;
    v2 += v3;
    v1 = Rotated(v1, 13) ^ v0;
    v3 = Rotated(v3, 16) ^ v2;
    v0 = Rotated(v0, 32) + v3;
    v2 += v1;
    v1 = Rotated(v1, 17) ^ v2;
    v3 = Rotated(v3, 21) ^ v0;
    v2 = Rotated(v2, 32);
  }
  void Take(uint64_t word) {
    v3 ^= word;
    Round();
    Round();
    v0 ^= word;
  }
};

}  // namespace

uint64_t SipHash24(uint64_t key0, uint64_t key1, std::string_view bytes) {
  SipState state{key0 ^ 0x736f6d6570736575, key1 ^ 0x646f72616e646f6d, key0 ^ 0x6c7967656e657261,
                 key1 ^ 0x7465646279746573};
  const auto* at = reinterpret_cast<const unsigned char*>(bytes.data());
  size_t left = bytes.size();
  for (; left >= 8; left -= 8, at += 8) state.Take(LittleEndian(at, 8));
  state.Take(LittleEndian(at, left) | static_cast<uint64_t>(bytes.size() & 0xff) << 56);
  state.v2 ^= 0xff;
  for (int i = 0; i < 4; ++i) state.Round();
  return state.v0 ^ state.v1 ^ state.v2 ^ state.v3;
}

LogKey::LogKey(std::string_view service_secret) {
  unsigned char derived[32] = {};
  PKCS5_PBKDF2_HMAC(service_secret.data(), static_cast<int>(service_secret.size()),
                    reinterpret_cast<const unsigned char*>(kSalt), sizeof kSalt - 1, kRounds,
                    EVP_sha256(), sizeof derived, derived);
  player_[0] = LittleEndian(derived, 8);
  player_[1] = LittleEndian(derived + 8, 8);
  sample_[0] = LittleEndian(derived + 16, 8);
  sample_[1] = LittleEndian(derived + 24, 8);
}

std::string LogKey::PlayerLogId(std::string_view player_id) const {
  if (player_id.empty()) return {};
  char text[24];
  std::snprintf(text, sizeof text, "p-%016llx",
                static_cast<unsigned long long>(SipHash24(player_[0], player_[1], player_id)));
  return text;
}

bool LogKey::Sampled(uint64_t id_high, uint64_t id_low, uint64_t every) const {
  if (every <= 1) return every == 1;
  char bytes[16];
  std::memcpy(bytes, &id_high, 8);
  std::memcpy(bytes + 8, &id_low, 8);
  return SipHash24(sample_[0], sample_[1], {bytes, sizeof bytes}) % every == 0;
}

}  // namespace chess::rpc
