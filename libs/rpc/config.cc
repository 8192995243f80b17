#include "rpc/config.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "base/build_info.h"
#include "base/check.h"
#include "base/secret_file.h"
#include "base/utf8.h"

namespace chess::rpc {
namespace {

std::string Upper(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

std::string FlagName(std::string text) {
  for (char& c : text) {
    if (c == '_') c = '-';
  }
  return "--" + text;
}

bool ParseWhole(const std::string& text, int64_t* value) {
  char* end = nullptr;
  errno = 0;
  *value = strtoll(text.c_str(), &end, 10);
  return !text.empty() && text[0] != ' ' && *end == '\0' && errno == 0;
}

bool ParseReal(const std::string& text, double* value) {
  char* end = nullptr;
  *value = strtod(text.c_str(), &end);
  return !text.empty() && text[0] != ' ' && *end == '\0' && std::isfinite(*value);
}

bool ParseBool(const std::string& text, bool* value) {
  const bool yes = text == "true" || text == "1" || text == "yes";
  const bool no = text == "false" || text == "0" || text == "no";
  if (yes || no) *value = yes;
  return yes || no;
}

std::string Shown(double value) {
  char text[32];
  snprintf(text, sizeof text, "%g", value);
  return text;
}

constexpr size_t kMostShown = 100;  // bytes of a value in a message

// A value as it can stand in a message of one line.
std::string Shown(const std::string& value) {
  const std::string_view clipped = base::Clip(value, kMostShown);
  return base::Plain(clipped) + (clipped.size() < value.size() ? "…" : "");
}

base::Error Invalid(const std::string& why) {
  return base::MakeError(base::Code::kInvalidArgument, "CONFIG_INVALID", why);
}

}  // namespace

Config::Config(std::string service, std::string summary)
    : service_(std::move(service)), summary_(std::move(summary)) {}

Config::Setting& Config::New(const std::string& name, const std::string& help,
                             const std::string& type) {
  for (const Setting& other : settings_) CHESS_CHECK(other.name != name);
  Setting setting;
  setting.name = name;
  setting.help = help;
  setting.type = type;
  settings_.push_back(std::move(setting));
  return settings_.back();
}

void Config::Add(const std::string& name, std::string* target, const std::string& help) {
  Setting& setting = New(name, help, "TEXT");
  setting.shown_default = *target;
  setting.text = [target] { return *target; };
  setting.set = [target](const std::string& value) {
    *target = value;
    return true;
  };
}

void Config::Add(const std::string& name, bool* target, const std::string& help) {
  Setting& setting = New(name, help, "true|false");
  setting.shown_default = *target ? "true" : "false";
  setting.boolean = true;
  setting.wanted = "true or false";
  setting.set = [target](const std::string& value) { return ParseBool(value, target); };
}

void Config::Add(const std::string& name, int64_t* target, const std::string& help, int64_t least,
                 int64_t most) {
  Setting& setting = New(name, help, "N");
  setting.shown_default = std::to_string(*target);
  setting.wanted = "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
  setting.set = [=](const std::string& value) {
    int64_t number = 0;
    if (!ParseWhole(value, &number) || number < least || number > most) return false;
    *target = number;
    return true;
  };
}

void Config::Add(const std::string& name, int* target, const std::string& help, int64_t least,
                 int64_t most) {
  CHESS_CHECK(least >= std::numeric_limits<int>::min() && most <= std::numeric_limits<int>::max());
  int64_t unused = *target;
  Add(name, &unused, help, least, most);
  settings_.back().set = [=](const std::string& value) {
    int64_t number = 0;
    if (!ParseWhole(value, &number) || number < least || number > most) return false;
    *target = static_cast<int>(number);
    return true;
  };
}

void Config::Add(const std::string& name, double* target, const std::string& help, double least,
                 double most) {
  Setting& setting = New(name, help, "X");
  setting.shown_default = Shown(*target);
  setting.wanted = "a number from " + Shown(least) + " to " + Shown(most);
  setting.set = [=](const std::string& value) {
    double number = 0;
    if (!ParseReal(value, &number) || number < least || number > most) return false;
    *target = number;
    return true;
  };
}

void Config::AddSecret(const std::string& name, std::string* target, const std::string& help) {
  Add(name, target, help);
  settings_.back().secret = true;
}

void Config::AddShared(const std::string& name, std::string* target, const std::string& help) {
  Add(name, target, help);
  settings_.back().shared = true;
}

void Config::AddShared(const std::string& name, int64_t* target, const std::string& help,
                       int64_t least, int64_t most) {
  Add(name, target, help, least, most);
  settings_.back().shared = true;
}

void Config::AddSharedSecret(const std::string& name, std::string* target,
                             const std::string& help) {
  AddSecret(name, target, help);
  settings_.back().shared = true;
}

void Config::Check(const std::string& name, std::function<bool(const std::string&)> accepts,
                   const std::string& what) {
  for (Setting& setting : settings_) {
    if (setting.name != name) continue;
    setting.accepts = std::move(accepts);
    setting.wanted = what;
    return;
  }
  CHESS_CHECK(false && "no such setting");
}

void Config::Require(const std::string& name, const std::string& what) {
  for (Setting& setting : settings_) {
    if (setting.name != name) continue;
    CHESS_CHECK(setting.text != nullptr);  // numbers and switches always have a value
    setting.required_for = what;
    return;
  }
  CHESS_CHECK(false && "no such setting");
}

std::string Config::EnvironmentName(const Setting& setting) const {
  return "CHESS_" + Upper(service_) + "_" + Upper(setting.name);
}

base::Status Config::Assign(Setting& setting, const std::string& value, const std::string& origin) {
  if ((setting.accepts == nullptr || setting.accepts(value)) && setting.set(value)) return {};
  // A secret's value must not come back to the terminal or a log.
  const std::string shown = setting.secret ? "the value given" : "\"" + Shown(value) + "\"";
  return Invalid(origin + ": " + shown + " is not " + setting.wanted);
}

base::Status Config::TakeEnvironment(Setting& setting,
                                     const std::function<const char*(const char*)>& environment) {
  std::vector<std::string> names = {EnvironmentName(setting)};
  if (setting.shared) names.push_back("CHESS_" + Upper(setting.name));
  for (const std::string& name : names) {
    if (const char* value = environment(name.c_str())) return Assign(setting, value, name);
    if (!setting.secret) continue;
    const std::string file_name = name + "_FILE";
    const char* path = environment(file_name.c_str());
    if (path == nullptr) continue;
    const auto text = base::ReadSecretFile(path);
    if (!text.ok()) return Invalid(file_name + ": " + text.error().message);
    return Assign(setting, *text, file_name);
  }
  return {};
}

base::Status Config::Parse(const std::vector<std::string>& arguments,
                           const std::function<const char*(const char*)>& environment) {
  for (Setting& setting : settings_) {
    if (const auto done = TakeEnvironment(setting, environment); !done.ok()) return done;
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const size_t equals = argument.find('=');
    const std::string flag = argument.substr(0, equals);
    Setting* found = nullptr;
    for (Setting& setting : settings_) {
      if (FlagName(setting.name) == flag) found = &setting;
    }
    if (found == nullptr) return Invalid(Shown(flag) + ": unknown argument");
    std::string value = "true";
    if (equals != std::string::npos) {
      value = argument.substr(equals + 1);
    } else if (!found->boolean) {
      if (i + 1 == arguments.size()) return Invalid(flag + ": a value is missing");
      value = arguments[++i];
    }
    if (const auto done = Assign(*found, value, flag); !done.ok()) return done;
  }
  for (Setting& setting : settings_) {
    if (setting.accepts == nullptr || setting.text == nullptr || setting.text().empty()) continue;
    const auto good = Assign(setting, setting.text(), EnvironmentName(setting));
    if (!good.ok()) return good;
  }
  for (const Setting& setting : settings_) {
    if (setting.required_for.empty() || !setting.text().empty()) continue;
    const std::string name =
        setting.shared ? "CHESS_" + Upper(setting.name) : EnvironmentName(setting);
    return Invalid(name + (setting.secret ? " (or " + name + "_FILE)" : "") +
                   " is not set: " + setting.required_for);
  }
  return {};
}

void Config::ParseOrExit(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  for (const std::string& argument : arguments) {
    if (argument == "--help" || argument == "-h") {
      fputs(Help().c_str(), stdout);
      exit(0);
    }
    if (argument == "--version") {
      printf("chess-%s %s (%s)\n", service_.c_str(), base::BuildVersion(), base::BuildRevision());
      exit(0);
    }
  }
  const auto parsed = Parse(arguments, [](const char* name) { return getenv(name); });
  if (parsed.ok()) return;
  fprintf(stderr, "chess-%s: %s (--help lists all settings)\n", service_.c_str(),
          parsed.error().message.c_str());
  exit(2);
}

std::string Config::Help() const {
  std::string out = "chess-" + service_ + ": " + summary_ +
                    "\n\nSettings (flag, environment variable, default):\n";
  for (const Setting& setting : settings_) {
    out +=
        "  " + FlagName(setting.name) + " " + setting.type + "\n      " + EnvironmentName(setting);
    if (setting.shared) out += " or CHESS_" + Upper(setting.name);
    if (setting.secret) {
      out += "  (secret; or in a file that …_FILE names)";
    } else {
      out +=
          "  (default: " + (setting.shown_default.empty() ? "none" : setting.shown_default) + ")";
    }
    out += "\n      " + setting.help;
    if (!setting.wanted.empty()) out += " (" + setting.wanted + ")";
    if (!setting.required_for.empty()) out += " Must be set.";
    out += "\n";
  }
  return out + "  --version\n      Which build this is.\n  --help\n      This text.\n";
}

}  // namespace chess::rpc
