#include "chessctl/cases/operations.h"

namespace chess::chessctl {

const Operation* FindOperation(std::string_view name) {
  for (const auto operations :
       {PositionOperations(), NotationOperations(), NumberOperations(), WireOperations()}) {
    for (const Operation& operation : operations) {
      if (operation.name == name) return &operation;
    }
  }
  return nullptr;
}

}  // namespace chess::chessctl
