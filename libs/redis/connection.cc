#include "redis/connection.h"

#include <hiredis/hiredis.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/time.h>

#include "redis/address.h"
#include "redis/resolver.h"

namespace chess::redis {
namespace {

// A whole number of at most 9 digits; -1 if the text is not one.
int Number(const std::string& text) {
  if (text.empty() || text.size() > 9) return -1;
  int value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  return value;
}

bool ParseUnix(const std::string& rest, Address* address) {
  const size_t question = rest.find('?');
  address->unix_socket = true;
  address->host = rest.substr(0, question);
  if (question != std::string::npos) {
    const std::string query = rest.substr(question + 1);
    if (query.rfind("db=", 0) != 0) return false;
    address->database = Number(query.substr(3));
  }
  return !address->host.empty() && address->host[0] == '/' && address->database >= 0;
}

bool ParseTcp(std::string rest, Address* address) {
  if (const size_t at = rest.rfind('@'); at != std::string::npos) {
    const std::string user = rest.substr(0, at);
    const size_t colon = user.find(':');
    address->password = colon == std::string::npos ? user : user.substr(colon + 1);
    rest = rest.substr(at + 1);
  }
  if (const size_t slash = rest.find('/'); slash != std::string::npos) {
    const std::string database = rest.substr(slash + 1);
    address->database = database.empty() ? 0 : Number(database);
    rest = rest.substr(0, slash);
  }
  // [::1]:6379 as well as host:6379.
  const size_t bracket = rest.find(']');
  const size_t colon = rest.find(':', bracket == std::string::npos ? 0 : bracket);
  address->host = rest.substr(0, colon);
  if (colon != std::string::npos) address->port = Number(rest.substr(colon + 1));
  if (bracket != std::string::npos && address->host.size() > 2) {
    address->host = address->host.substr(1, address->host.size() - 2);
  }
  return !address->host.empty() && address->port > 0 && address->port < 65536 &&
         address->database >= 0;
}

// hiredis writes with write(2), so a server that has closed would kill the process by SIGPIPE.
// Everybody else here uses MSG_NOSIGNAL; a handler that somebody installed is left alone.
void IgnoreSigpipe() {
  static const bool done = [] {
    struct sigaction current {};
    sigaction(SIGPIPE, nullptr, &current);
    if (current.sa_handler == SIG_DFL) signal(SIGPIPE, SIG_IGN);
    return true;
  }();
  (void)done;
}

timeval ToTimeval(int ms) { return {ms / 1000, ms % 1000 * 1000}; }

// Null and *why if it cannot be reached. The time-out holds for the name and for each address.
redisContext* Connect(const Address& address, int timeout_ms, std::string* why) {
  static auto* const resolver = new Resolver;  // of the process
  const timeval timeout = ToTimeval(timeout_ms);
  std::vector<std::string> targets = {address.host};
  if (!address.unix_socket) {
    Resolved resolved = resolver->Resolve(address.host, timeout_ms);
    *why = resolved.why;
    targets = std::move(resolved.addresses);
  }
  for (const std::string& target : targets) {
    redisContext* context = address.unix_socket
                                ? redisConnectUnixWithTimeout(target.c_str(), timeout)
                                : redisConnectWithTimeout(target.c_str(), address.port, timeout);
    if (context == nullptr) {
      *why = "out of memory";
    } else if (context->err != 0) {
      *why = context->errstr;
      redisFree(context);
    } else {
      return context;
    }
  }
  return nullptr;
}

}  // namespace

bool ParseAddress(const std::string& url, Address* address) {
  *address = {};
  if (url.rfind("unix://", 0) == 0) return ParseUnix(url.substr(7), address);
  if (url.rfind("redis://", 0) == 0) return ParseTcp(url.substr(8), address);
  return false;
}

bool IsAddressOrNone(const std::string& url) {
  Address ignored;
  return url.empty() || ParseAddress(url, &ignored);
}

Reply Convert(const redisReply* reply) {
  Reply out;
  switch (reply->type) {
    case REDIS_REPLY_INTEGER:
      out.kind = Reply::Kind::kInteger;
      out.integer = reply->integer;
      break;
    case REDIS_REPLY_STRING:
    case REDIS_REPLY_STATUS:
      out.kind = Reply::Kind::kText;
      out.text.assign(reply->str, reply->len);
      break;
    case REDIS_REPLY_ERROR:
      out.kind = Reply::Kind::kError;
      out.text.assign(reply->str, reply->len);
      break;
    case REDIS_REPLY_ARRAY:
      out.kind = Reply::Kind::kArray;
      out.elements.reserve(reply->elements);
      for (size_t i = 0; i < reply->elements; ++i) {
        out.elements.push_back(Convert(reply->element[i]));
      }
      break;
    default:
      break;  // nil
  }
  return out;
}

std::unique_ptr<Connection> Connection::Open(const Options& options, std::string* why) {
  IgnoreSigpipe();
  Address address;
  if (!ParseAddress(options.url, &address)) {
    *why = "not a Redis address";
    return nullptr;
  }
  redisContext* context = Connect(address, options.timeout_ms, why);
  if (context == nullptr) return nullptr;
  std::unique_ptr<Connection> connection(new Connection(context));
  redisSetTimeout(context, ToTimeval(options.timeout_ms));
  if (!address.unix_socket) {
    const int on = 1;
    setsockopt(context->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    redisEnableKeepAlive(context);
  }
  std::vector<std::vector<std::string>> greeting;
  if (!address.password.empty()) greeting.push_back({"AUTH", address.password});
  if (address.database != 0) greeting.push_back({"SELECT", std::to_string(address.database)});
  greeting.push_back({"CLIENT", "SETNAME", options.name});
  std::vector<Reply> replies;
  if (!connection->Exchange(greeting, &replies)) {
    *why = connection->error();
    return nullptr;
  }
  for (const Reply& reply : replies) {
    if (!reply.is_error()) continue;
    *why = reply.text;
    return nullptr;
  }
  return connection;
}

Connection::~Connection() { redisFree(context_); }

bool Connection::Exchange(const std::vector<std::vector<std::string>>& commands,
                          std::vector<Reply>* replies) {
  for (const auto& argv : commands) {
    std::vector<const char*> texts;
    std::vector<size_t> sizes;
    for (const std::string& argument : argv) {
      texts.push_back(argument.data());
      sizes.push_back(argument.size());
    }
    redisAppendCommandArgv(context_, static_cast<int>(argv.size()), texts.data(), sizes.data());
  }
  for (size_t i = 0; i < commands.size(); ++i) {
    void* raw = nullptr;
    if (redisGetReply(context_, &raw) != REDIS_OK || raw == nullptr) {
      error_ = context_->errstr[0] != '\0' ? context_->errstr : "no answer";
      return false;
    }
    replies->push_back(Convert(static_cast<redisReply*>(raw)));
    freeReplyObject(raw);
  }
  return true;
}

}  // namespace chess::redis
