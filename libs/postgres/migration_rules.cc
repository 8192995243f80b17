#include "postgres/migration_rules.h"

#include <algorithm>
#include <regex>
#include <set>

namespace chess::postgres {
namespace {

using Flags = std::regex_constants::syntax_option_type;
constexpr Flags kFlags = std::regex::ECMAScript | std::regex::icase | std::regex::optimize;

constexpr char kConcurrently[] = "-- concurrently: ";

std::string WithoutComments(const std::string& sql) {
  return std::regex_replace(sql, std::regex("--[^\n]*"), "");
}

// The statements of a file without functions (quoted semicolons are not understood, and not
// needed).
std::vector<std::string> Statements(const std::string& sql) {
  std::vector<std::string> statements;
  std::string one;
  for (const char c : WithoutComments(sql) + ";") {
    const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (c == ';') {
      while (!one.empty() && one.back() == ' ') one.pop_back();
      if (!one.empty()) statements.push_back(one);
      one.clear();
    } else if (!space) {
      one += c;
    } else if (!one.empty() && one.back() != ' ') {
      one += ' ';
    }
  }
  return statements;
}

bool Has(const std::string& text, const char* pattern) {
  return std::regex_search(text, std::regex(pattern, kFlags));
}

// The table that CREATE TABLE, CREATE INDEX … ON or ALTER TABLE is about; "" if none.
std::string TableOf(const std::string& statement, const char* pattern) {
  std::smatch match;
  if (!std::regex_search(statement, match, std::regex(pattern, kFlags))) return "";
  std::string name = match[1];
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return tolower(c); });
  return name;
}

constexpr char kCreates[] = R"(^create (?:unlogged )?table (?:if not exists )?([\w."]+))";
constexpr char kIndexes[] = R"(^create (?:unique )?index .*? on (?:only )?([\w."]+))";
constexpr char kAlters[] = R"(^alter table (?:if exists )?(?:only )?([\w."]+))";

// A pattern that does not go, and what to do instead.
struct Rule {
  const char* pattern;
  const char* sentence;
};

constexpr Rule kAlterRules[] = {
    {R"(alter (column )?\w+ (set data )?type )",
     "changing a column's type rewrites the table: add a column, fill it in batches, change over"},
    {R"(alter (column )?\w+ set not null)",
     "SET NOT NULL scans the table under a lock: add a CHECK … NOT VALID and validate it in the "
     "next "
     "file"},
    {R"(add column (?!.*\bdefault\b).*\bnot null\b)",
     "a NOT NULL column without DEFAULT fails on rows that exist"},
    {R"(add column .*\bdefault\b[^,]*(random|clock_timestamp|uuid|nextval|serial))",
     "a default that differs by row rewrites the table"},
    {R"(add column .*(\bcheck ?\(|\breferences\b|\bunique\b|\bprimary key\b))",
     "a constraint with a new column scans the table under a lock: add it NOT VALID, validate "
     "later"},
    {R"(add constraint (?!.*\bnot valid\b).*(\bcheck\b|\bforeign key\b))",
     "a constraint without NOT VALID scans the table under a lock: validate it in the next file"},
    {R"(add (constraint \w+ )?(unique|primary key) ?\()",
     "this builds an index under a lock: build it concurrently, then ADD … USING INDEX"},
    {R"(set (tablespace|logged|unlogged))", "this rewrites the table under a lock"},
};

constexpr Rule kAnyRules[] = {
    {R"(^(vacuum full|cluster|lock |truncate|reindex (?!.*concurrently)))",
     "this locks a table for as long as it takes"},
    {R"(^(update|delete from) )",
     "rows are changed in batches by a program, not in a migration: one statement holds all its "
     "locks "
     "until the end"},
};

constexpr char kTakesAway[] =
    R"(^drop (table|index|schema|type|view|sequence)|\bdrop (column|constraint) |\brename )";

// ALTER TABLE with the words that SQL lets one leave out.
std::string InFull(const std::string& statement) {
  static const std::regex constraint(R"(\badd (?=(check|unique|primary|foreign|exclude)\b))",
                                     kFlags);
  static const std::regex add(R"(\badd (?!(column|constraint|generated)\b))", kFlags);
  static const std::regex drop(
      R"(\bdrop (?!(column|constraint|default|not|identity|expression)\b))", kFlags);
  std::string full = std::regex_replace(statement, constraint, "add constraint unnamed ");
  full = std::regex_replace(full, add, "add column ");
  return std::regex_replace(full, drop, "drop column ");
}

void CheckAlter(const std::string& statement, std::vector<std::string>* faults) {
  for (const Rule& rule : kAlterRules) {
    if (Has(statement, rule.pattern)) faults->push_back(rule.sentence);
  }
}

void CheckConcurrent(const Migration& file, const std::vector<std::string>& statements,
                     std::vector<std::string>* faults) {
  const bool fits = statements.size() == 1 &&
                    Has(statements[0], R"(^create (unique )?index concurrently )") &&
                    Has(statements[0], " on ");
  if (!fits) {
    faults->push_back("a file with \"" + std::string(kConcurrently) +
                      "…\" holds one CREATE INDEX CONCURRENTLY and nothing else");
  }
  const std::string index = ConcurrentIndexOf(file);
  const size_t dot = index.find('.');
  const std::string head =
      "concurrently " + index.substr(dot + 1) + " on (only )?" + index.substr(0, dot) + "[.]";
  if (dot == std::string::npos || !Has(statements.empty() ? "" : statements[0], head.c_str())) {
    faults->push_back(
        "its first line must name the index with its table's schema, as it is created");
  }
}

}  // namespace

std::string ConcurrentIndexOf(const Migration& file) {
  if (file.sql.rfind(kConcurrently, 0) != 0) return "";
  const std::string line = file.sql.substr(0, file.sql.find('\n'));
  return line.substr(sizeof kConcurrently - 1);
}

std::vector<std::string> MigrationFaults(const Migration& file) {
  std::vector<std::string> faults;
  const std::vector<std::string> statements = Statements(file.sql);
  if (!ConcurrentIndexOf(file).empty()) {
    CheckConcurrent(file, statements, &faults);
    return faults;
  }
  const bool contract = Has(file.sql, R"((^|\n)-- contract: .+, unused since .+)");
  std::set<std::string> own;
  for (const std::string& written : statements) {
    const std::string statement = Has(written, kAlters) ? InFull(written) : written;
    const std::string created = TableOf(statement, kCreates);
    if (!created.empty()) own.insert(created);
    const std::string indexed = TableOf(statement, kIndexes);
    if (!indexed.empty() && own.count(indexed) == 0) {
      faults.push_back("an index on " + indexed +
                       " locks it while it is built: a file of its own with CREATE INDEX "
                       "CONCURRENTLY and \"" +
                       kConcurrently + "SCHEMA.NAME\" as first line");
    }
    const std::string altered = TableOf(statement, kAlters);
    if (!altered.empty() && own.count(altered) == 0) CheckAlter(statement, &faults);
    for (const Rule& rule : kAnyRules) {
      if (Has(statement, rule.pattern)) faults.push_back(rule.sentence);
    }
    if (!contract && Has(statement, kTakesAway)) {
      faults.push_back(
          "programs of the last release may use what this takes away: say \"-- contract: "
          "WHAT, unused since RELEASE\" once they do not");
    }
  }
  return faults;
}

}  // namespace chess::postgres
