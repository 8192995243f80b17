#include "match/command.h"

namespace chess::match {
namespace {

// FNV-1a, byte by byte, so that every machine computes the same.
class Fnv {
 public:
  void Byte(uint8_t byte) { hash_ = (hash_ ^ byte) * 0x100000001b3ULL; }
  void Number(uint64_t value) {
    for (int i = 0; i < 8; ++i) Byte(static_cast<uint8_t>(value >> (8 * i)));
  }
  void Text(std::string_view text) {
    Number(text.size());
    for (const char c : text) Byte(static_cast<uint8_t>(c));
  }
  uint64_t hash() const { return hash_; }

 private:
  uint64_t hash_ = 0xcbf29ce484222325ULL;
};

// Stored in hashes: numbers are never reused.
uint8_t KindOf(const Action& action) {
  struct Kind {
    uint8_t operator()(const PlayMove&) const { return 1; }
    uint8_t operator()(const Resign&) const { return 2; }
    uint8_t operator()(const OfferDraw&) const { return 3; }
    uint8_t operator()(const AcceptDraw&) const { return 4; }
    uint8_t operator()(const DeclineDraw&) const { return 5; }
    uint8_t operator()(const WithdrawDraw&) const { return 6; }
    uint8_t operator()(const ClaimDraw&) const { return 7; }
    uint8_t operator()(const Abort&) const { return 8; }
    uint8_t operator()(const DeadlineDue&) const { return 9; }
    uint8_t operator()(const RecordRating&) const { return 10; }
    uint8_t operator()(const Ready&) const { return 11; }
    uint8_t operator()(const SetDraft&) const { return 12; }
    uint8_t operator()(const LockDraft&) const { return 13; }
    uint8_t operator()(const NameType&) const { return 14; }
    uint8_t operator()(const OperatorEnd&) const { return 15; }
    uint8_t operator()(const OperatorAmend&) const { return 16; }
  };
  return std::visit(Kind(), action);
}

}  // namespace

uint64_t PayloadHash(const Command& command) {
  Fnv fnv;
  fnv.Byte(KindOf(command.action));
  fnv.Byte(command.seat ? static_cast<uint8_t>(rules::Index(*command.seat)) : 2);
  fnv.Number(static_cast<uint64_t>(command.expected_turn));
  if (const auto* move = std::get_if<PlayMove>(&command.action)) {
    fnv.Text(move->text);
    fnv.Byte(move->think_ms.has_value());
    fnv.Number(static_cast<uint64_t>(move->think_ms.value_or(0)));
  } else if (const auto* ready = std::get_if<Ready>(&command.action)) {
    for (const uint8_t byte : ready->nonce) fnv.Byte(byte);
  } else if (const auto* draft = std::get_if<SetDraft>(&command.action)) {
    fnv.Text(draft->army);
    fnv.Number(static_cast<uint64_t>(draft->edition));
  } else if (const auto* lock = std::get_if<LockDraft>(&command.action)) {
    fnv.Text(lock->army);
  } else if (const auto* end = std::get_if<OperatorEnd>(&command.action)) {
    fnv.Byte(static_cast<uint8_t>(end->result));
    fnv.Byte(static_cast<uint8_t>(end->cause));
  } else if (const auto* amend = std::get_if<OperatorAmend>(&command.action)) {
    fnv.Byte(static_cast<uint8_t>(amend->result));
    fnv.Byte(static_cast<uint8_t>(amend->cause));
  }
  return fnv.hash();
}

}  // namespace chess::match
