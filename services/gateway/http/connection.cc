#include "gateway/http/connection.h"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/core/buffers_prefix.hpp>
#include <vector>

#include "base/clock.h"
#include "gateway/http/server.h"

namespace chess::gateway {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;

constexpr uint32_t kHeaderLimit = 16 * 1024;
constexpr size_t kReadAhead = 64 * 1024;  // bytes of further requests that may wait
constexpr size_t kSmallRead = 2 * 1024;   // a call's request; thousands of connections wait
constexpr size_t kLargeRead = 32 * 1024;  // once a read was filled
constexpr size_t kKeptBuffer = 4 * 1024;  // kept between requests
constexpr size_t kMostParts = 32;         // written by one system call
constexpr int64_t kLingerMs = 2000;
constexpr size_t kLingerBytes = 4 * 1024 * 1024;

int64_t NowMs() { return base::SystemClock().SteadyNs() / 1'000'000; }

}  // namespace

HttpConnection::HttpConnection(HttpServer& server, asio::ip::tcp::socket socket)
    : server_(server), socket_(std::move(socket)), read_bytes_(kSmallRead) {
  boost::system::error_code error;
  const auto endpoint = socket_.remote_endpoint(error);
  if (!error) peer_ = endpoint.address().to_string(error);
}

HttpConnection::~HttpConnection() = default;

void HttpConnection::Arm(int64_t ms) { deadline_ms_ = NowMs() + ms; }

void HttpConnection::Start() {
  // Nothing sent yet counts as slow headers: opening connections is not free.
  Arm(server_.options().header_deadline_ms);
  Read();
}

void HttpConnection::Read() {
  if (reading_ || state_ == State::kClosed || in_.size() >= kReadAhead) return;
  reading_ = true;
  socket_.async_read_some(in_.prepare(read_bytes_),
                          [self = shared_from_this()](const boost::system::error_code& error,
                                                      size_t n) { self->OnRead(error, n); });
}

void HttpConnection::OnRead(const boost::system::error_code& error, size_t n) {
  reading_ = false;
  if (state_ == State::kClosed) return;
  if (error) return Close();
  if (state_ == State::kLingering) {
    body_limit_ += n;  // counts what was thrown away
    if (body_limit_ > kLingerBytes) return Close();
    return Read();
  }
  in_.commit(n);
  read_bytes_ = n == read_bytes_ ? kLargeRead : kSmallRead;
  if (state_ == State::kIdle) {
    state_ = State::kHeader;
    Arm(server_.options().header_deadline_ms);
  }
  if (state_ == State::kHeader || state_ == State::kBody) Process();
  Read();
}

// Feeds the parser as long as requests are answered at once. Not entered twice: an answer given
// within a handler comes back here through AnswerDone.
void HttpConnection::Process() {
  if (processing_) return;
  processing_ = true;
  const auto self = shared_from_this();
  while ((state_ == State::kHeader || state_ == State::kBody) && Advance()) {
  }
  processing_ = false;
}

// One step of the parser; false: more bytes are needed, or the request is with its handler.
bool HttpConnection::Advance() {
  if (!parser_) {
    parser_.emplace();
    parser_->header_limit(kHeaderLimit);
    // Counted here, by method. Not boost::none: Boost 1.74 then refuses every content-length.
    parser_->body_limit(std::numeric_limits<uint64_t>::max());
    parser_->eager(false);
  }
  if (!parser_->is_done()) {
    if (in_.size() == 0) return false;
    boost::system::error_code error;
    in_.consume(parser_->put(in_.data(), error));
    if (error == http::error::need_more) return false;
    if (error) {
      BadRequest();
      return false;
    }
  }
  if (state_ == State::kHeader && parser_->is_header_done() && !HeaderDone()) return false;
  if (state_ == State::kBody && parser_->get().body().size() > body_limit_) {
    keep_alive_ = false;
    state_ = State::kBusy;
    server_.handler().OnBodyTooLarge(shared_from_this(), parser_->get(), body_limit_);
    return false;
  }
  if (state_ != State::kBody || !parser_->is_done()) return true;
  state_ = State::kBusy;
  deadline_ms_ = 0;
  server_.handler().OnRequest(shared_from_this(), parser_->get());
  return state_ == State::kHeader;
}

// The headers are whole: asks the handler what to do. False: it has answered.
bool HttpConnection::HeaderDone() {
  const auto& header = parser_->get();
  keep_alive_ = parser_->keep_alive() && !server_.draining();
  http10_ = header.version() < 11;
  state_ = State::kBody;
  Arm(server_.options().body_deadline_ms);
  body_limit_ = server_.handler().OnHeader(*this, header);
  if (state_ != State::kBody) return false;
  const auto length = parser_->content_length();
  if (length && *length > body_limit_) {
    keep_alive_ = false;
    state_ = State::kBusy;
    server_.handler().OnBodyTooLarge(shared_from_this(), header, body_limit_);
    return false;
  }
  if (header[http::field::expect] == "100-continue") Continue();
  return true;
}

void HttpConnection::BadRequest() {
  ++server_.counters().bad_requests;
  state_ = State::kBusy;
  Answer("HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n", true);
}

void HttpConnection::Queue(Part part) {
  queued_bytes_ += part.view().size();
  out_.push_back(std::move(part));
}

void HttpConnection::Continue() {
  Queue({"HTTP/1.1 100 Continue\r\n\r\n", {}});
  Flush();
}

void HttpConnection::Answer(std::string bytes, bool close, SharedBytes body) {
  if (state_ == State::kClosed) return;
  if (close) keep_alive_ = false;
  state_ = State::kEnding;
  on_gone_ = nullptr;
  Queue({std::move(bytes), {}});
  if (body.owner) Queue({{}, std::move(body)});
  Flush();
}

void HttpConnection::StartStream(std::string head) {
  if (state_ == State::kClosed) return;
  state_ = State::kStream;
  deadline_ms_ = 0;
  Queue({std::move(head), {}});
  if (!flush_scheduled_) {
    flush_scheduled_ = true;
    server_.FlushLater(shared_from_this());
  }
}

void HttpConnection::Write(SharedBytes bytes) {
  if (state_ != State::kStream) return;
  Queue({{}, std::move(bytes)});
  if (waiting_writable_ || flush_scheduled_) return;
  flush_scheduled_ = true;
  server_.FlushLater(shared_from_this());
}

void HttpConnection::EndStream(std::string last) {
  if (state_ != State::kStream) return;
  state_ = State::kEnding;
  on_gone_ = nullptr;
  on_drained_ = nullptr;
  Queue({std::move(last), {}});
  Flush();
}

void HttpConnection::Flush() {
  flush_scheduled_ = false;
  if (state_ == State::kClosed || waiting_writable_) return;
  static thread_local std::vector<asio::const_buffer> buffers;
  while (!out_.empty()) {
    buffers.clear();
    for (size_t i = 0; i < out_.size() && i < kMostParts; ++i) {
      std::string_view view = out_[i].view();
      if (i == 0) view.remove_prefix(written_of_first_);
      buffers.emplace_back(view.data(), view.size());
    }
    boost::system::error_code error;
    size_t n = socket_.write_some(buffers, error);
    if (error == asio::error::would_block) return WaitWritable();
    if (error) return Close();
    write_deadline_ms_ = 0;
    queued_bytes_ -= n;
    while (!out_.empty() && n >= out_.front().view().size() - written_of_first_) {
      n -= out_.front().view().size() - written_of_first_;
      written_of_first_ = 0;
      out_.pop_front();
    }
    written_of_first_ += n;
  }
  if (state_ == State::kEnding) return AnswerDone();
  if (state_ == State::kStream && on_drained_) on_drained_();
}

void HttpConnection::WaitWritable() {
  waiting_writable_ = true;
  if (write_deadline_ms_ == 0) write_deadline_ms_ = NowMs() + server_.options().write_deadline_ms;
  socket_.async_wait(asio::ip::tcp::socket::wait_write,
                     [self = shared_from_this()](const boost::system::error_code& error) {
                       self->waiting_writable_ = false;
                       if (self->state_ == State::kClosed) return;
                       if (error) return self->Close();
                       self->Flush();
                     });
}

// The answer is with the kernel: the next request, or the end.
void HttpConnection::AnswerDone() {
  on_gone_ = nullptr;
  on_drained_ = nullptr;
  if (!keep_alive_ || server_.draining()) return Linger();
  if (parser_ && !parser_->is_done()) return Linger();  // its body was not read
  parser_.reset();
  if (in_.size() == 0) {
    if (in_.capacity() > kKeptBuffer && !reading_) in_.shrink_to_fit();
    state_ = State::kIdle;
    Arm(server_.options().idle_deadline_ms);
    Read();
    return;
  }
  state_ = State::kHeader;
  Arm(server_.options().header_deadline_ms);
  Process();
  Read();
}

// Says that nothing follows and throws away what still comes, so that the answer is not lost to a
// reset.
void HttpConnection::Linger() {
  boost::system::error_code error;
  socket_.shutdown(asio::ip::tcp::socket::shutdown_send, error);
  if (error) return Close();
  state_ = State::kLingering;
  in_.consume(in_.size());
  body_limit_ = 0;
  Arm(kLingerMs);
  Read();
}

void HttpConnection::Tick(int64_t now_ms) {
  const bool late = deadline_ms_ != 0 && now_ms >= deadline_ms_;
  const bool stuck = write_deadline_ms_ != 0 && now_ms >= write_deadline_ms_;
  if (!late && !stuck) return;
  if (state_ != State::kIdle && state_ != State::kLingering) ++server_.counters().timed_out;
  Close();
}

void HttpConnection::CloseWhenIdle() {
  keep_alive_ = false;
  if (state_ == State::kIdle) Close();
}

void HttpConnection::Close() {
  if (state_ == State::kClosed) return;
  const auto self = shared_from_this();
  state_ = State::kClosed;
  boost::system::error_code ignored;
  socket_.close(ignored);
  out_.clear();
  queued_bytes_ = 0;
  on_drained_ = nullptr;
  const auto gone = std::exchange(on_gone_, nullptr);
  server_.Closed(*this);
  if (gone) gone();
}

}  // namespace chess::gateway
