// `chessctl cases`: runs files of cases.
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "chessctl/cases/case_file.h"
#include "chessctl/cases/runner.h"
#include "chessctl/command.h"
#include "chessctl/progress.h"

namespace chess::chessctl {
namespace {

constexpr char kUsage[] =
    "usage: chessctl cases [--without-proof] FILE...\n"
    "\n"
    "Runs files of cases {id, input{op, ...}, expected{...}} and the reference files of SAN and\n"
    "Chess960 castling cases. Prints every case that fails; operations and variants that are not\n"
    "known here are skipped and listed. Ends with `N passed, N failed, N skipped`.\n"
    "  --without-proof  skips and lists ending cases that material alone does not decide\n"
    "Exit status: 0 nothing failed, 1 something failed, 2 wrong usage or no such file.\n";

struct Verdict {
  enum class Kind { kPassed, kFailed, kSkipped } kind = Kind::kPassed;
  std::string why;
};

Verdict Judge(const Json& entry, bool without_proof) {
  using Kind = Verdict::Kind;
  try {
    const Json& input = entry.at("input");
    const Json& expected = entry.at("expected");
    if (without_proof && input.value("needs_proof", false)) return {Kind::kSkipped, "needs proof"};
    const std::string name = input.at("op");
    const Operation* operation = FindOperation(name);
    if (operation == nullptr) return {Kind::kSkipped, "operation " + name};
    const Answer answer = operation->run(input);
    if (answer.skip) return {Kind::kSkipped, *answer.skip};
    if (answer.values.contains("failed") && !expected.contains("error")) {
      return {Kind::kFailed, answer.values["failed"]};
    }
    const std::string mismatch = Mismatch(expected, answer.values);
    return {mismatch.empty() ? Kind::kPassed : Kind::kFailed, mismatch};
  } catch (const Json::exception& problem) {
    return {Kind::kFailed, std::string("the case cannot be read: ") + problem.what()};
  }
}

struct Tally {
  int passed = 0;
  int failed = 0;
  int skipped = 0;
  std::map<std::string, std::vector<std::string>> skips;  // why → ids
};

void RunCase(const Json& entry, bool without_proof, Tally* tally, Progress* progress) {
  const std::string id = entry.is_object() ? entry.value("id", "(no id)") : "(no id)";
  const Verdict verdict = Judge(entry, without_proof);
  switch (verdict.kind) {
    case Verdict::Kind::kPassed:
      ++tally->passed;
      return;
    case Verdict::Kind::kSkipped:
      ++tally->skipped;
      tally->skips[verdict.why].push_back(id);
      return;
    case Verdict::Kind::kFailed:
      ++tally->failed;
      progress->Clear();
      std::printf("FAILED %s: %s\n", id.c_str(), verdict.why.c_str());
  }
}

int Run(const Flags& flags) {
  if (flags.arguments().empty()) {
    std::fprintf(stderr, "chessctl cases: name a file\n\n%s", kUsage);
    return kBadUsage;
  }
  Tally tally;
  for (const std::string& path : flags.arguments()) {
    const auto cases = ReadCaseFile(path);
    if (!cases) {
      std::fprintf(stderr, "chessctl cases: %s\n", cases.error().message.c_str());
      return kBadUsage;
    }
    Progress progress(cases->size());
    for (size_t i = 0; i < cases->size(); ++i) {
      progress.Show(i + 1, path);
      RunCase((*cases)[i], flags.Has("without-proof"), &tally, &progress);
    }
  }
  for (const auto& [why, ids] : tally.skips) {
    std::printf("skipped (%s):", why.c_str());
    for (const std::string& id : ids) std::printf(" %s", id.c_str());
    std::printf("\n");
  }
  std::printf("%d passed, %d failed, %d skipped\n", tally.passed, tally.failed, tally.skipped);
  return tally.failed == 0 ? kOk : kBadData;
}

}  // namespace

const Command kCasesCommand = {
    "cases", "run files of cases", kUsage, {{}, {"without-proof"}}, Run};

}  // namespace chess::chessctl
