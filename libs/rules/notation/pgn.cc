#include "rules/notation/pgn.h"

#include <algorithm>

namespace chess::rules {

const std::string* PgnGame::Tag(std::string_view name) const {
  for (const PgnTag& tag : tags) {
    if (tag.name == name) return &tag.value;
  }
  return nullptr;
}

void PgnGame::SetTag(std::string_view name, std::string_view value) {
  for (PgnTag& tag : tags) {
    if (tag.name == name) {
      tag.value = value;
      return;
    }
  }
  tags.push_back({std::string(name), std::string(value), {}});
}

bool PgnGame::ok() const {
  return std::none_of(problems.begin(), problems.end(), [](const PgnProblem& problem) {
    return problem.severity == PgnSeverity::kError;
  });
}

std::vector<uint32_t> PgnGame::MainLine() const {
  std::vector<uint32_t> line;
  for (uint32_t at = 0; !nodes[at].children.empty();) {
    at = nodes[at].children.front();
    line.push_back(at);
  }
  return line;
}

uint32_t PgnGame::Add(uint32_t parent, std::string_view text, PgnPlace place) {
  const auto index = static_cast<uint32_t>(nodes.size());
  PgnNode node;
  node.text = text;
  node.parent = parent;
  node.place = place;
  nodes.push_back(std::move(node));
  nodes[parent].children.push_back(index);
  return index;
}

}  // namespace chess::rules
