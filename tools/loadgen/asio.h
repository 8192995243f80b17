#pragma once
// Boost.Asio with coroutines. <utility> first: Boost 1.74's awaitable.hpp forgets it.

// clang-format off
#include <utility>
// clang-format on

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace chess::loadgen {
namespace asio = boost::asio;
template <typename T>
using Task = asio::awaitable<T>;
}  // namespace chess::loadgen
