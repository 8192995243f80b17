// chess-loadgen: plays recorded games against a running system and reports what it can do.

#include <cstdio>

#include "base/clock.h"
#include "loadgen/direct.h"
#include "loadgen/game_run.h"
#include "loadgen/processes.h"

namespace chess::loadgen {
namespace {

struct Measurement {
  std::map<std::string, Usage> idle, before, after;
  int64_t began_ns = 0, ended_ns = 0;
  int live = 0;  // games that were live at the end
};

void ReportTable(const Options& options, Stats& stats, const Measurement& m) {
  const double seconds = static_cast<double>(m.ended_ns - m.began_ns) / 1e9;
  const double thousands = static_cast<double>(stats.moves) / 1000;
  std::printf(
      "games at a time      %d\nmoves                %lld in %.1f s\nmoves/s              %.0f\n",
      options.games, static_cast<long long>(stats.moves), seconds,
      static_cast<double>(stats.moves) / seconds);
  std::printf("submit -> answer     p50 %.2f ms  p90 %.2f  p99 %.2f\n",
              stats.acknowledged.PercentileMs(0.5), stats.acknowledged.PercentileMs(0.9),
              stats.acknowledged.PercentileMs(0.99));
  if (stats.opponent.count() > 0) {
    std::printf("submit -> opponent   p50 %.2f ms  p90 %.2f  p99 %.2f\n",
                stats.opponent.PercentileMs(0.5), stats.opponent.PercentileMs(0.9),
                stats.opponent.PercentileMs(0.99));
  }
  std::printf("errors               %lld %s\n", static_cast<long long>(stats.errors),
              stats.first_error.c_str());
  if (m.after.empty() || stats.moves == 0) return;
  std::printf("%-12s %22s %26s\n", "process", "CPU s / 1,000 moves", "MB / 1,000 live games");
  double cpu = 0, memory = 0;
  for (const auto& [name, usage] : m.after) {
    const auto found = [&name](const std::map<std::string, Usage>& from) {
      const auto at = from.find(name);
      return at == from.end() ? Usage() : at->second;
    };
    const double own = (usage.cpu_seconds - found(m.before).cpu_seconds) / thousands;
    const double held = m.live > 0 ? (usage.rss_mb - found(m.idle).rss_mb) * 1000 / m.live : 0;
    std::printf("%-12s %22.4f %26.1f\n", name.c_str(), own, held);
    cpu += own;
    memory += held;
  }
  std::printf("%-12s %22.4f %26.1f\n", "all", cpu, memory);
}

void ReportJson(const Options& options, Stats& stats, const Measurement& m) {
  const double seconds = static_cast<double>(m.ended_ns - m.began_ns) / 1e9;
  std::printf("{\"games\":%d,\"moves\":%lld,\"seconds\":%.2f,\"moves_per_s\":%.1f,\"errors\":%lld",
              options.games, static_cast<long long>(stats.moves), seconds,
              static_cast<double>(stats.moves) / seconds, static_cast<long long>(stats.errors));
  const auto percentiles = [](const char* name, Sample& sample) {
    std::printf(",\"%s\":{\"p50_ms\":%.3f,\"p90_ms\":%.3f,\"p99_ms\":%.3f}", name,
                sample.PercentileMs(0.5), sample.PercentileMs(0.9), sample.PercentileMs(0.99));
  };
  percentiles("acknowledged", stats.acknowledged);
  percentiles("opponent", stats.opponent);
  std::printf(",\"live\":%d,\"processes\":{", m.live);
  const char* separator = "";
  for (const auto& [name, usage] : m.after) {
    const auto before = m.before.find(name);
    const auto idle = m.idle.find(name);
    std::printf("%s\"%s\":{\"cpu_s\":%.3f,\"rss_mb\":%.1f,\"rss_idle_mb\":%.1f}", separator,
                name.c_str(),
                usage.cpu_seconds - (before == m.before.end() ? 0 : before->second.cpu_seconds),
                usage.rss_mb, idle == m.idle.end() ? 0 : idle->second.rss_mb);
    separator = ",";
  }
  std::printf("}}\n");
}

// Warm-up, measurement, orderly end, on the thread of `run.io`.
Task<void> Conduct(Run& run, Measurement& m) {
  asio::steady_timer timer(run.io);
  for (int i = 0; i < run.options.games; ++i) {
    asio::co_spawn(run.io, PlayGames(run, i), asio::detached);
  }
  // The warm-up begins when all games have begun (or most of them, should some be refused).
  for (int i = 0; i < 600 && run.live < run.options.games * 95 / 100; ++i) {
    timer.expires_after(std::chrono::milliseconds(100));
    co_await timer.async_wait(asio::use_awaitable);
  }
  timer.expires_after(std::chrono::seconds(run.options.warmup));
  co_await timer.async_wait(asio::use_awaitable);
  m.before = ReadUsage(run.options.pids);
  m.began_ns = base::SystemClock().SteadyNs();
  run.stats.measuring = true;
  timer.expires_after(std::chrono::seconds(run.options.seconds));
  co_await timer.async_wait(asio::use_awaitable);
  run.stats.measuring = false;
  m.ended_ns = base::SystemClock().SteadyNs();
  m.live = run.live;
  m.after = ReadUsage(run.options.pids);
  run.stopping = true;
  timer.expires_after(std::chrono::seconds(2));
  co_await timer.async_wait(asio::use_awaitable);
  run.io.stop();
}

int Main(int argc, char** argv) {
  const Options options = ParseOptions(argc, argv);
  const auto games = ReadGames(options.pgn);
  const auto endpoint = ParseUrl(options.url);
  for (const base::Error* error :
       {games ? nullptr : &games.error(), endpoint ? nullptr : &endpoint.error()}) {
    if (error == nullptr) continue;
    std::fprintf(stderr, "chess-loadgen: %s\n", error->message.c_str());
    return 2;
  }
  asio::io_context io(1);
  Run run{io, options, *games, *endpoint, {}};
  Measurement m;
  m.idle = ReadUsage(options.pids);
  if (options.direct.empty()) {
    asio::co_spawn(io, Conduct(run, m), asio::detached);
    io.run();
  } else {
    const auto now = [] { return base::SystemClock().SteadyNs(); };
    const base::Status ran = RunDirect(
        options, *games, run.stats, [&] { m.before = ReadUsage(options.pids), m.began_ns = now(); },
        [&] { m.ended_ns = now(), m.after = ReadUsage(options.pids), m.live = options.games; });
    if (!ran) {
      std::fprintf(stderr, "chess-loadgen: %s\n", ran.error().message.c_str());
      return 1;
    }
  }
  options.json ? ReportJson(options, run.stats, m) : ReportTable(options, run.stats, m);
  return run.stats.moves > 0 && run.stats.errors == 0 ? 0 : 1;
}

}  // namespace
}  // namespace chess::loadgen

int main(int argc, char** argv) { return chess::loadgen::Main(argc, argv); }
