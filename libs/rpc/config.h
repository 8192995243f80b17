#pragma once
// Configuration: every setting is a flag --thing-name and an environment variable
// CHESS_<SERVICE>_THING_NAME; the flag wins. Parsed once in main.
//
//   rpc::Config config("game", "Referee and event log.");
//   config.Add("append_threads", &options.append_threads, "Threads that write the log.", 1, 64);
//   config.AddShared("postgres_url", &url, "…");   // also read from CHESS_POSTGRES_URL
//   config.Require("postgres_url", "where games are stored");
//   config.ParseOrExit(argc, argv);
//
// A secret may also come from a file, as orchestrators mount them: CHESS_..._FILE names it, and a
// line's end at its end does not count. The variable itself wins over the file.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace chess::rpc {

class Config {
 public:
  Config(std::string service, std::string summary);

  // The present value of *target is the default. Names are lower_snake_case and unique.
  void Add(const std::string& name, std::string* target, const std::string& help);
  void Add(const std::string& name, bool* target, const std::string& help);
  void Add(const std::string& name, int* target, const std::string& help, int64_t least,
           int64_t most);
  void Add(const std::string& name, int64_t* target, const std::string& help, int64_t least,
           int64_t most);
  void Add(const std::string& name, double* target, const std::string& help, double least,
           double most);
  // A value that --help and logs never show.
  void AddSecret(const std::string& name, std::string* target, const std::string& help);
  // As Add / AddSecret, and CHESS_<NAME> (the same for all services) is read when
  // CHESS_<SERVICE>_<NAME> is not set.
  void AddShared(const std::string& name, std::string* target, const std::string& help);
  void AddShared(const std::string& name, int64_t* target, const std::string& help, int64_t least,
                 int64_t most);
  void AddSharedSecret(const std::string& name, std::string* target, const std::string& help);
  // A value that `accepts` refuses (for enums, addresses, programs); `what` says what is wanted. A
  // default that is not empty must be accepted, too.
  void Check(const std::string& name, std::function<bool(const std::string&)> accepts,
             const std::string& what);

  // The setting must not be empty; `what` says in a few words what it is for.
  void Require(const std::string& name, const std::string& what);

  // --help prints all settings with their defaults and --version the build; both exit 0. A bad
  // value, an unknown flag, a stray argument or a missing needed setting prints one line with its
  // name and exits 2.
  void ParseOrExit(int argc, char** argv);
  // The same for tests: `environment` replaces getenv; CONFIG_INVALID instead of exiting.
  base::Status Parse(const std::vector<std::string>& arguments,
                     const std::function<const char*(const char*)>& environment);
  std::string Help() const;

 private:
  struct Setting {
    std::string name, help, shown_default, range, type;
    bool secret = false, shared = false, boolean = false;
    std::function<bool(const std::string&)> set;      // false: not of the type or out of range
    std::function<bool(const std::string&)> accepts;  // may be null
    std::string wanted;
    std::string required_for;        // not empty: must be set
    std::function<std::string()> text;  // the present value, of texts
  };
  Setting& New(const std::string& name, const std::string& help, const std::string& type);
  std::string EnvironmentName(const Setting& setting) const;
  // Takes the first of the setting's environment variables that is set.
  base::Status TakeEnvironment(Setting& setting,
                               const std::function<const char*(const char*)>& environment);
  base::Status Assign(Setting& setting, const std::string& value, const std::string& origin);

  std::string service_, summary_;
  std::vector<Setting> settings_;
};

}  // namespace chess::rpc
