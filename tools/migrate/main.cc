// chess-migrate: brings a database up to date (libs/postgres/migrate.h), or makes an operator.
// Exit status: 0 done, 1 refused or failed, 2 wrong usage, 3 the database does not answer.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>

#include "base/build_info.h"
#include "base/secret_file.h"
#include "migrate/add_operator.h"
#include "postgres/connection_text.h"
#include "postgres/migrate.h"

namespace {

constexpr char kHelp[] =
    "Usage: chess-migrate [--postgres-url URL] [--dir DIRECTORY] [--wait SECONDS]\n"
    "       chess-migrate [--postgres-url URL] --add-operator NAME\n"
    "Applies the numbered SQL files of DIRECTORY that the database does not have yet; or makes an\n"
    "operator (docs/operator.md) and prints the token, which is shown only once.\n"
    "  --postgres-url  libpq URI or key=value text          [CHESS_POSTGRES_URL, or\n"
    "                                                        the file that\n"
    "                                                        CHESS_POSTGRES_URL_FILE names]\n"
    "  --dir           directory of NNNN_name.sql files     [CHESS_MIGRATE_DIR, else\n"
    "                                                        deploy/postgres/migrations]\n"
    "  --wait          seconds to wait for the database     [CHESS_MIGRATE_WAIT, else 0]\n"
    "  --add-operator  whom to give a token; nothing is migrated\n"
    "  --version       which build this is\n"
    "Exit status: 0 done, 1 refused or failed, 2 wrong usage, 3 the database does not answer.\n";

std::string Environment(const char* name, const char* otherwise) {
  const char* value = getenv(name);
  return value != nullptr && *value != '\0' ? value : otherwise;
}

int Usage(const std::string& why) {
  fprintf(stderr, "chess-migrate: %s (--help says more)\n", why.c_str());
  return 2;
}

int Report(const chess::base::Error& error) {
  fprintf(stderr, "chess-migrate: %s: %s\n", error.reason.c_str(), error.message.c_str());
  if (error.reason == "POSTGRES_URL") return 2;  // a bad setting
  return error.reason == "POSTGRES_AWAY" ? 3 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::string url = Environment("CHESS_POSTGRES_URL", "");
  std::string url_file = url.empty() ? Environment("CHESS_POSTGRES_URL_FILE", "") : "";
  std::string directory = Environment("CHESS_MIGRATE_DIR", "deploy/postgres/migrations");
  std::string wait = Environment("CHESS_MIGRATE_WAIT", "0");
  std::string new_operator;
  for (int i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "--help") == 0) return fputs(kHelp, stdout) < 0;
    if (strcmp(argv[i], "--version") == 0) {
      printf("chess-migrate %s (%s)\n", chess::base::BuildVersion(), chess::base::BuildRevision());
      return 0;
    }
    std::string* target = strcmp(argv[i], "--add-operator") == 0   ? &new_operator
                          : strcmp(argv[i], "--postgres-url") == 0 ? &url
                          : strcmp(argv[i], "--dir") == 0          ? &directory
                          : strcmp(argv[i], "--wait") == 0         ? &wait
                                                                   : nullptr;
    if (target == nullptr) return Usage(std::string("unknown argument ") + argv[i]);
    if (i + 1 == argc) return Usage(std::string(argv[i]) + " needs a value");
    *target = argv[++i];
    if (target == &url) url_file.clear();
    if (target == &new_operator && new_operator.empty()) return Usage("an operator needs a name");
  }
  if (!url_file.empty()) {
    const auto text = chess::base::ReadSecretFile(url_file);
    if (!text.ok()) return Usage("CHESS_POSTGRES_URL_FILE: " + text.error().message);
    url = *text;
  }
  if (url.empty()) {
    return Usage("which database? CHESS_POSTGRES_URL, its _FILE or --postgres-url must say it");
  }
  // Before libpq says what is wrong with it: that quotes pieces, and may quote the password.
  if (!chess::postgres::IsConnectionText(url)) {
    return Usage(std::string("the database's address is not ") +
                 chess::postgres::kConnectionForms);
  }
  char* end = nullptr;
  const long seconds = strtol(wait.c_str(), &end, 10);
  if (wait.empty() || *end != '\0' || seconds < 0 || seconds > 3600) {
    return Usage("--wait must be 0 to 3600");
  }

  if (!new_operator.empty()) {
    const auto token = chess::migrate::AddOperator(url, new_operator);
    if (!token.ok()) return Report(token.error());
    return printf("%s\n", token->c_str()) < 0 ? 1 : 0;
  }
  const auto files = chess::postgres::LoadMigrations(directory);
  if (!files.ok()) return Report(files.error());
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  while (true) {
    const auto report = chess::postgres::Migrate(
        url, *files, [](const std::string& line) { printf("%s\n", line.c_str()); });
    if (report.ok()) {
      printf("%d applied, %d already there\n", report->applied, report->present);
      return 0;
    }
    const bool away = report.error().reason == "POSTGRES_AWAY";
    if (!away || std::chrono::steady_clock::now() >= deadline) return Report(report.error());
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
}
