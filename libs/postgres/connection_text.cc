#include "postgres/connection_text.h"

#include <libpq-fe.h>

#include <map>

namespace chess::postgres {
namespace {

std::string Quoted(const std::string& value) {
  std::string out = "'";
  for (const char c : value) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

// Session settings, sent in the start-up packet so that they cost no round trip and hold for the
// connection's whole life.
std::string SessionOptions(const PoolOptions& options) {
  std::string text = "-c statement_timeout=" + std::to_string(options.statement_timeout_ms) +
                     " -c idle_in_transaction_session_timeout=10000 -c timezone=UTC";
  text += options.synchronous_commit ? " -c synchronous_commit=on" : " -c synchronous_commit=off";
  return text;
}

}  // namespace

base::Result<std::string> ConnectionText(const PoolOptions& options) {
  PQconninfoOption* parsed = PQconninfoParse(options.url.c_str(), nullptr);
  if (parsed == nullptr) {
    return base::MakeError(base::Code::kInvalidArgument, "POSTGRES_URL",
                           std::string("the address is not ") + kConnectionForms);
  }
  std::map<std::string, std::string> values = {
      {"application_name", options.application_name},
      {"connect_timeout", "2"},  // the least libpq knows; callers never wait for it
      {"keepalives_idle", "5"},
      {"keepalives_interval", "1"},
      {"keepalives_count", "3"},
      {"tcp_user_timeout", "1500"},
  };
  for (const PQconninfoOption* option = parsed; option->keyword != nullptr; ++option) {
    if (option->val != nullptr) values[option->keyword] = option->val;
  }
  PQconninfoFree(parsed);
  std::string& session = values["options"];
  session = session.empty() ? SessionOptions(options) : SessionOptions(options) + " " + session;
  std::string text;
  for (const auto& [key, value] : values) text += key + "=" + Quoted(value) + " ";
  return text;
}

bool IsConnectionText(const std::string& url) {
  PQconninfoOption* parsed = PQconninfoParse(url.c_str(), nullptr);
  PQconninfoFree(parsed);  // which may be null
  return parsed != nullptr;
}

std::string OneLine(const std::string& text) {
  std::string line;
  for (const char c : text) {
    const bool space = c == '\n' || c == '\t' || c == ' ';
    if (!space) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

}  // namespace chess::postgres
