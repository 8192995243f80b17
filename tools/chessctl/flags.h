#pragma once
// Command line options: `--name value`, `--name=value`, `--switch`, and plain arguments.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace chess::chessctl {

struct FlagSpec {
  std::vector<std::string> options;   // names that take a value
  std::vector<std::string> switches;  // names that do not
};

class Flags {
 public:
  // Errors: a sentence about the first argument that fits neither list. "--" ends the options.
  static base::Result<Flags> Parse(const FlagSpec& spec, const std::vector<std::string>& args);

  bool Has(const std::string& name) const { return values_.count(name) != 0; }
  std::string Get(const std::string& name, const std::string& otherwise = "") const;
  // The value as a number from min to max; an error sentence otherwise.
  base::Result<int> GetInt(const std::string& name, int otherwise, int min, int max) const;
  const std::vector<std::string>& arguments() const { return arguments_; }

 private:
  std::map<std::string, std::string> values_;
  std::vector<std::string> arguments_;
};

}  // namespace chess::chessctl
