#pragma once
// One request to an HTTP server of 127.0.0.1, byte for byte as the test writes it.

#include <string>

namespace chess::testing {

// Everything that is answered until the server closes the connection; empty if nobody listens.
std::string AskHttp(int port, const std::string& request);

}  // namespace chess::testing
