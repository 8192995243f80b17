#include "chessctl/flags.h"

#include <algorithm>
#include <charconv>

namespace chess::chessctl {
namespace {

base::Error UsageError(std::string message) {
  return base::MakeError(base::Code::kInvalidArgument, "USAGE", std::move(message));
}

bool Contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

base::Result<Flags> Flags::Parse(const FlagSpec& spec, const std::vector<std::string>& args) {
  Flags flags;
  bool options_over = false;
  for (size_t i = 0; i < args.size(); ++i) {
    const std::string& arg = args[i];
    if (arg == "--" && !options_over) {
      options_over = true;
      continue;
    }
    if (options_over || !arg.starts_with("--")) {
      flags.arguments_.push_back(arg);
      continue;
    }
    const size_t equals = arg.find('=');
    const std::string name =
        arg.substr(2, equals == std::string::npos ? equals : equals - 2);
    if (Contains(spec.switches, name)) {
      if (equals != std::string::npos) return UsageError("--" + name + " takes no value");
      flags.values_[name] = "";
    } else if (!Contains(spec.options, name)) {
      return UsageError("unknown option --" + name);
    } else if (equals != std::string::npos) {
      flags.values_[name] = arg.substr(equals + 1);
    } else if (++i < args.size()) {
      flags.values_[name] = args[i];
    } else {
      return UsageError("--" + name + " needs a value");
    }
  }
  return flags;
}

std::string Flags::Get(const std::string& name, const std::string& otherwise) const {
  const auto it = values_.find(name);
  return it == values_.end() ? otherwise : it->second;
}

base::Result<int> Flags::GetInt(const std::string& name, int otherwise, int min, int max) const {
  const auto it = values_.find(name);
  if (it == values_.end()) return otherwise;
  const std::string& text = it->second;
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool good = error == std::errc() && end == text.data() + text.size();
  if (!good || number < min || number > max) {
    return UsageError("--" + name + " is a number from " + std::to_string(min) + " to " +
                      std::to_string(max));
  }
  return number;
}

}  // namespace chess::chessctl
