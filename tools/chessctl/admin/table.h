#pragma once
// Answers for people: plain tables and sheets of "name value" lines on standard output. Text from
// elsewhere is shown without control characters.

#include <google/protobuf/timestamp.pb.h>

#include <string>
#include <utility>
#include <vector>

namespace chess::chessctl::admin {

class Table {
 public:
  explicit Table(std::vector<std::string> heads) : heads_(std::move(heads)) {}
  // As many cells as heads.
  void Add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  // Columns as wide as they need to be; `nothing` where there are no rows.
  std::string Text(const std::string& nothing) const;
  void Print(const std::string& nothing) const;

 private:
  std::vector<std::string> heads_;
  std::vector<std::vector<std::string>> rows_;
};

class Sheet {
 public:
  void Add(std::string name, std::string value) {
    lines_.emplace_back(std::move(name), std::move(value));
  }
  std::string Text() const;
  void Print() const;

 private:
  std::vector<std::pair<std::string, std::string>> lines_;
};

// "2026-11-30 02:13:56Z"; "-" for the epoch, which is how an unset time reads.
std::string TimeText(const google::protobuf::Timestamp& time);

}  // namespace chess::chessctl::admin
