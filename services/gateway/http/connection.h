#pragma once
// One HTTP/1.1 connection: reads requests one after the other, writes answers, keeps deadlines and
// bounds. Knows nothing of gRPC. Loop's thread only.
//
// A read is always pending, so that a client that goes away in the middle of a call is noticed;
// bytes of the next request wait (up to 64 KiB, then the reading pauses).

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace chess::gateway {

class HttpServer;
class HttpConnection;
using HttpConnectionPtr = std::shared_ptr<HttpConnection>;

using HttpHeader = boost::beast::http::request_header<>;
using HttpRequest = boost::beast::http::request<boost::beast::http::string_body>;

// A text as bytes of somebody else's, kept alive by `owner`.
struct SharedBytes {
  std::shared_ptr<const void> owner;
  std::string_view bytes;
};

// What a server does with requests.
class HttpHandler {
 public:
  virtual ~HttpHandler() = default;
  // The headers of a request are read. Returns how many bytes its body may have; or answers at once
  // through the connection (Answer with `close`), and the body is not read.
  virtual size_t OnHeader(HttpConnection& connection, const HttpHeader& header) = 0;
  // The request is whole. Answers now or later with Answer or StartStream … EndStream.
  virtual void OnRequest(const HttpConnectionPtr& connection, HttpRequest& request) = 0;
  // The body is larger than OnHeader allowed. Must answer with `close`.
  virtual void OnBodyTooLarge(const HttpConnectionPtr& connection, const HttpHeader& header,
                              size_t limit) = 0;
};

class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
 public:
  HttpConnection(HttpServer& server, boost::asio::ip::tcp::socket socket);
  ~HttpConnection();

  void Start();

  // --- Answers ---
  // The whole answer, status line and all. `close`: the connection ends after it.
  void Answer(std::string bytes, bool close, SharedBytes body = {});
  // The head of an answer whose body follows in parts.
  void StartStream(std::string head);
  // Queues a part; written at the end of the loop's turn, together with others.
  void Write(SharedBytes bytes);
  // Nothing follows but `last`.
  void EndStream(std::string last);
  // "100 Continue".
  void Continue();

  // --- State ---
  size_t queued_bytes() const { return queued_bytes_; }
  size_t queued_parts() const { return out_.size(); }
  // False: the connection must end after the present answer.
  bool keep_alive() const { return keep_alive_; }
  bool http10() const { return http10_; }
  const std::string& peer() const { return peer_; }
  // Runs once when the client goes away (or stalls) before the present answer is complete.
  void OnGone(std::function<void()> hook) { on_gone_ = std::move(hook); }
  // Runs each time all queued parts of a stream have been taken by the kernel.
  void OnDrained(std::function<void()> hook) { on_drained_ = std::move(hook); }
  void Close();
  // Ends the connection as soon as it is between requests.
  void CloseWhenIdle();
  bool closed() const { return state_ == State::kClosed; }
  // An answer is owed or under way.
  bool busy() const { return state_ != State::kIdle && state_ != State::kLingering; }

  // --- For the server ---
  // Looks at the deadlines; `now_ms` is steady.
  void Tick(int64_t now_ms);
  void Flush();

 private:
  enum class State { kIdle, kHeader, kBody, kBusy, kStream, kEnding, kLingering, kClosed };
  using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;

  struct Part {
    std::string own;
    SharedBytes shared;
    std::string_view view() const { return shared.owner ? shared.bytes : std::string_view(own); }
  };

  void Read();
  void OnRead(const boost::system::error_code& error, size_t n);
  void Process();
  bool Advance();
  bool HeaderDone();
  void BadRequest();
  void AnswerDone();
  void Queue(Part part);
  void WaitWritable();
  void Linger();
  void Arm(int64_t ms);

  HttpServer& server_;
  boost::asio::ip::tcp::socket socket_;
  std::string peer_;
  State state_ = State::kIdle;
  std::optional<Parser> parser_;
  boost::beast::flat_buffer in_;
  size_t read_bytes_;  // of the read under way
  size_t body_limit_ = 0;
  bool reading_ = false;
  bool processing_ = false;
  bool keep_alive_ = true;
  bool http10_ = false;
  bool answered_in_header_ = false;
  std::deque<Part> out_;
  size_t written_of_first_ = 0;
  size_t queued_bytes_ = 0;
  bool waiting_writable_ = false;
  bool flush_scheduled_ = false;
  int64_t deadline_ms_ = 0;        // steady; 0: none
  int64_t write_deadline_ms_ = 0;  // steady; 0: nothing is stuck
  std::function<void()> on_gone_;
  std::function<void()> on_drained_;
};

}  // namespace chess::gateway
