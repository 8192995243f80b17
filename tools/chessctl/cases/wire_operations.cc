#include <algorithm>

#include "base/ids.h"
#include "chessctl/cases/operations.h"
#include "rpc/grpc_web.h"
#include "uci/line.h"

namespace chess::chessctl {
namespace {

constexpr size_t kMaxFrameBytes = 4 * 1024 * 1024;

Answer GrpcWebDecode(const Json& input) {
  Answer answer;
  const auto format = rpc::ParseWebContentType(input.at("content_type").get<std::string>());
  if (!format) {
    answer.values["error"] = "CONTENT_TYPE";
    return answer;
  }
  const std::string body = input.contains("body_hex")
                               ? base::FromHex(input["body_hex"].get<std::string>())
                               : input.value("body", std::string());
  rpc::WebDecoder decoder(*format, kMaxFrameBytes);
  // The last chunk size repeats until the body is used up.
  const Json sizes = input.value("chunk_sizes", Json::array({body.size()}));
  bool good = true;
  size_t turn = 0;
  for (size_t at = 0; at < body.size() && good; ++turn) {
    const size_t size = std::max<size_t>(1, sizes[std::min(turn, sizes.size() - 1)]);
    good = decoder.Feed(std::string_view(body).substr(at, size));
    at += size;
  }
  good = good && decoder.End();
  answer.values["messages_hex"] = Json::array();
  while (const auto frame = decoder.Next()) {
    if (!frame->trailers) {
      answer.values["messages_hex"].push_back(base::ToHex(frame->payload));
      continue;
    }
    for (const auto& [name, value] : rpc::ParseTrailers(frame->payload)) {
      answer.values["trailers"][name] = value;
    }
  }
  answer.values["valid"] = good;
  if (!good) answer.values["error"] = decoder.error();
  return answer;
}

Answer GrpcTimeoutParse(const Json& input) {
  Answer answer;
  answer.values["ms"] = Json::array();
  size_t invalid = 0;
  for (const Json& value : input.at("values")) {
    const auto timeout_ns = rpc::ParseGrpcTimeoutNs(value.get<std::string>());
    if (timeout_ns) {
      answer.values["ms"].push_back(static_cast<double>(*timeout_ns) / 1e6);
    } else {
      ++invalid;
    }
    answer.values["deadline_in_future"] = timeout_ns.value_or(0) > 0;
  }
  const bool all = invalid == input.at("values").size();
  answer.values["invalid"] = all ? Json("all") : Json(invalid);
  answer.values["valid"] = invalid == 0;
  return answer;
}

Answer GrpcMessageEncode(const Json& input) {
  Answer answer;
  const std::string message =
      input.value("message", input.value("text", input.value("value", std::string())));
  const std::string encoded = rpc::EncodeGrpcMessage(message);
  answer.values = {{"encoded", encoded},
                   {"grpc_message", encoded},
                   {"header", encoded},
                   {"decoded", rpc::DecodeGrpcMessage(encoded)}};
  return answer;
}

Json DescribeScore(const uci::Score& score) {
  return score.is_mate ? Json{{"mate", score.value}} : Json{{"cp", score.value}};
}

// `lines_each`: every line by itself must give the same move.
Json MoveOfEach(const Json& lines) {
  Json moves = Json::array();
  for (const Json& line : lines) {
    const auto best = uci::ParseBestMove(line.get<std::string>());
    moves.push_back(best && best->move ? Json(*best->move) : Json());
  }
  const bool same =
      std::adjacent_find(moves.begin(), moves.end(), std::not_equal_to<>()) == moves.end();
  return same && !moves.empty() ? Json(moves[0]) : moves;
}

Answer UciLines(const Json& input) {
  Answer answer;
  answer.values["crash"] = false;  // we are here to say so
  if (input.contains("lines_each")) answer.values["move"] = MoveOfEach(input["lines_each"]);
  const bool white = input.value("side_to_move", "white") == "white";
  uci::Lines lines(white);
  answer.values["white_pov"] = Json::array();
  for (const Json& text : input.value("lines", Json::array())) {
    const auto info = uci::ParseInfo(text.get<std::string>());
    if (const auto best = uci::ParseBestMove(text.get<std::string>())) {
      answer.values["move"] = best->move ? Json(*best->move) : Json();
    }
    if (!info) continue;
    lines.Take(*info);
    answer.values["white_pov"].push_back(
        DescribeScore(white ? info->score : uci::Flipped(info->score)));
  }
  answer.values["lines"] = Json::array();
  for (const auto& [rank, info] : lines.by_rank()) {
    Json line = {{"multipv", rank}, {"depth", info.depth}, {"pv", info.pv}};
    line[info.score.is_mate ? "mate_for_white" : "cp_for_white"] = info.score.value;
    answer.values["lines"].push_back(line);
  }
  return answer;
}

constexpr Operation kOperations[] = {
    {"grpcweb_decode", GrpcWebDecode},
    {"grpc_timeout_parse", GrpcTimeoutParse},
    {"grpc_message_encode", GrpcMessageEncode},
    {"uci_lines", UciLines},
};

}  // namespace

std::span<const Operation> WireOperations() { return kOperations; }

}  // namespace chess::chessctl
