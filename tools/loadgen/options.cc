#include "loadgen/options.h"

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <utility>

namespace chess::loadgen {
namespace {

constexpr char kHelp[] =
    R"(usage: chess-loadgen --pgn FILE [OPTION …]

Plays the games of a PGN file against a running system and reports moves a second, the time from
submitting a move to its answer and to the opponent's stream, and what each service spent on it.

  --pgn FILE           games to play, again and again (PGN, or the table tests/testdata/games.tsv)
  --url URL            the gateway (default http://127.0.0.1:8080)
  --games N            games at a time (default 100)
  --rate R             moves a second in all; 0: as fast as answers come (default)
  --seconds S          measured time (default 20)
  --warmup S           time before it (default 3)
  --no-streams         without live streams: answers only
  --pids DIR           folder of NAME.pid files: reports CPU per 1,000 moves and memory
  --direct TARGET      straight to the game service's public port (gRPC target)
  --direct-internal T  and its internal port, where the games are created
  --secret-file FILE   the service credential for --direct
  --json               one JSON object on stdout
  --help               this text
)";

[[noreturn]] void Usage(const std::string& fault) {
  std::fprintf(stderr, "chess-loadgen: %s (--help says what is known)\n", fault.c_str());
  std::exit(2);
}

double Number(const std::string& flag, const std::string& text, double least, double most) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !(value >= least && value <= most)) {
    Usage(flag + " wants a number from " + std::to_string(static_cast<long>(least)) + " to " +
          std::to_string(static_cast<long>(most)));
  }
  return value;
}

}  // namespace

Options ParseOptions(int argc, char** argv) {
  Options options;
  const std::map<std::string, std::function<void(const std::string&, const std::string&)>> valued =
      {
          {"--pgn", [&](auto&, auto& v) { options.pgn = v; }},
          {"--url", [&](auto&, auto& v) { options.url = v; }},
          {"--pids", [&](auto&, auto& v) { options.pids = v; }},
          {"--direct", [&](auto&, auto& v) { options.direct = v; }},
          {"--direct-internal", [&](auto&, auto& v) { options.direct_internal = v; }},
          {"--secret-file", [&](auto&, auto& v) { options.secret_file = v; }},
          {"--games",
           [&](auto& f, auto& v) { options.games = static_cast<int>(Number(f, v, 1, 20000)); }},
          {"--rate", [&](auto& f, auto& v) { options.rate = Number(f, v, 0, 1e6); }},
          {"--seconds",
           [&](auto& f, auto& v) { options.seconds = static_cast<int>(Number(f, v, 1, 86400)); }},
          {"--warmup",
           [&](auto& f, auto& v) { options.warmup = static_cast<int>(Number(f, v, 0, 3600)); }},
      };
  for (int i = 1; i < argc; ++i) {
    const std::string flag = argv[i];
    if (flag == "--help" || flag == "-h") {
      std::fputs(kHelp, stdout);
      std::exit(0);
    }
    if (flag == "--json") {
      options.json = true;
    } else if (flag == "--no-streams") {
      options.streams = false;
    } else if (const auto found = valued.find(flag); found != valued.end()) {
      if (++i == argc) Usage(flag + " wants a value");
      found->second(flag, argv[i]);
    } else {
      Usage("unknown option " + flag);
    }
  }
  if (options.pgn.empty()) Usage("--pgn is missing");
  if (!options.direct.empty() && options.secret_file.empty()) {
    Usage("--direct needs --secret-file and --direct-internal");
  }
  return options;
}

}  // namespace chess::loadgen
