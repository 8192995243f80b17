#pragma once
// Runs case files: an operation computes what this project says, the matcher compares that with
// what the case expects. A case is {id, area, kind, input{op, …}, expected{…}, note}.

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace chess::chessctl {

using Json = nlohmann::json;

// What an operation makes of a case's input: named values for the matcher, or why it cannot run.
struct Answer {
  Json values = Json::object();
  std::optional<std::string> skip;   // the case is not for this program (unknown variant …)

  static Answer Skip(std::string why) {
    Answer answer;
    answer.skip = std::move(why);
    return answer;
  }
};

struct Operation {
  std::string_view name;
  Answer (*run)(const Json& input);
};

// The operation of that name, or null.
const Operation* FindOperation(std::string_view name);

// Empty if `actual` is what is expected, else what differs. Besides equal values it understands
// any_of, includes, excludes, then_excludes, count, *_in, *_min, *_max, *_before_t and tol, and
// compares reason words by the table in words.h.
std::string Mismatch(const Json& expected, const Json& actual);

}  // namespace chess::chessctl
