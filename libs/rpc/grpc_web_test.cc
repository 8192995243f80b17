#include "rpc/grpc_web.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "base/ids.h"

namespace chess::rpc {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

// Two messages and a trailer, as a server sends them.
std::string Body() {
  return EncodeWebFrame(false, "one") + EncodeWebFrame(false, "") +
         EncodeWebFrame(true, "grpc-status: 0\r\ngrpc-message: all%20good\r\n");
}

std::vector<WebFrame> Decode(WebFormat format, std::string_view body, size_t chunk) {
  WebDecoder decoder(format, 1000);
  std::vector<WebFrame> frames;
  for (size_t i = 0; i < body.size(); i += chunk) {
    EXPECT_TRUE(decoder.Feed(body.substr(i, chunk))) << decoder.error();
    while (auto frame = decoder.Next()) frames.push_back(*frame);
  }
  EXPECT_TRUE(decoder.End()) << decoder.error();
  while (auto frame = decoder.Next()) frames.push_back(*frame);
  return frames;
}

TEST(WebDecoder, GivesTheSameFramesForChunksOfAnySize) {
  for (const WebFormat format : {WebFormat::kBinary, WebFormat::kText}) {
    const std::string body = format == WebFormat::kText ? Base64Encode(Body()) : Body();
    for (size_t chunk = 1; chunk <= body.size(); ++chunk) {
      const auto frames = Decode(format, body, chunk);
      ASSERT_EQ(frames.size(), 3u) << chunk;
      EXPECT_EQ(frames[0].payload, "one");
      EXPECT_EQ(frames[1].payload, "");
      EXPECT_FALSE(frames[1].trailers);
      EXPECT_TRUE(frames[2].trailers);
    }
  }
}

TEST(WebDecoder, ReadsTextWhoseChunksAreEachPadded) {
  const std::string body = Body();
  std::string text;
  for (size_t i = 0; i < body.size(); i += 4) text += Base64Encode(body.substr(i, 4));
  EXPECT_EQ(Decode(WebFormat::kText, text, 7).size(), 3u);
}

TEST(WebDecoder, CompletesMissingPaddingAtTheEnd) {
  const std::string frame = EncodeWebFrame(false, "\n\x06game22");
  const auto frames = Decode(WebFormat::kText, Base64Encode(frame, false), 100);
  ASSERT_EQ(frames.size(), 1u);
  EXPECT_EQ(frames[0].payload, "\n\x06game22");
}

TEST(WebDecoder, RefusesTextThatIsNoBase64) {
  for (const char* bad : {"!AAA", "AA=A", "=AAA", "A=AA", "AAAA\n"}) {
    WebDecoder decoder(WebFormat::kText, 1000);
    EXPECT_FALSE(decoder.Feed(bad)) << bad;
    EXPECT_FALSE(decoder.Feed("AAAA")) << "an error is final";
  }
}

TEST(WebDecoder, RefusesABodyThatEndsEarly) {
  const std::string body = EncodeWebFrame(false, "message");
  for (size_t cut = 1; cut < body.size(); ++cut) {
    WebDecoder decoder(WebFormat::kBinary, 1000);
    ASSERT_TRUE(decoder.Feed(body.substr(0, cut)));
    EXPECT_FALSE(decoder.End()) << cut;
  }
  WebDecoder text(WebFormat::kText, 1000);
  ASSERT_TRUE(text.Feed("AAAAAAA"));  // seven characters: five bytes, an empty frame
  EXPECT_TRUE(text.End());
  WebDecoder cut(WebFormat::kText, 1000);
  ASSERT_TRUE(cut.Feed("AAAAAAAAA"));
  EXPECT_FALSE(cut.End());
}

TEST(WebDecoder, RefusesALongFrameByItsHeaderAlone) {
  WebDecoder decoder(WebFormat::kBinary, 10);
  EXPECT_FALSE(decoder.Feed(std::string("\0\xff\xff\xff\xff", 5)));
  EXPECT_TRUE(decoder.too_long());
  WebDecoder second(WebFormat::kBinary, 10);
  second.Feed(EncodeWebFrame(false, "short") + EncodeWebFrame(false, "much too long"));
  EXPECT_TRUE(second.Next().has_value());
  EXPECT_FALSE(second.Next().has_value());
  EXPECT_TRUE(second.too_long());
}

TEST(WebDecoder, RefusesUnknownFlagsAndMarksCompression) {
  WebDecoder unknown(WebFormat::kBinary, 10);
  ASSERT_TRUE(unknown.Feed(std::string("\x41\0\0\0\0", 5)));
  EXPECT_FALSE(unknown.Next().has_value());
  EXPECT_FALSE(unknown.error().empty());
  WebDecoder compressed(WebFormat::kBinary, 10);
  ASSERT_TRUE(compressed.Feed(std::string("\x01\0\0\0\0", 5)));
  EXPECT_TRUE(compressed.Next()->compressed);
}

TEST(Trailers, AreReadAsWrittenWithOrWithoutSpaces) {
  EXPECT_THAT(ParseTrailers(EncodeTrailers({{"Grpc-Status", "3"}, {"grpc-message", "bad%20ply"}})),
              ElementsAre(Pair("grpc-status", "3"), Pair("grpc-message", "bad%20ply")));
  EXPECT_THAT(ParseTrailers("grpc-status:0\r\nnonsense\r\nx: a:b"),
              ElementsAre(Pair("grpc-status", "0"), Pair("x", "a:b")));
}

TEST(WebContentType, KnowsBothFormatsAndNothingElse) {
  EXPECT_EQ(ParseWebContentType("application/grpc-web+proto"), WebFormat::kBinary);
  EXPECT_EQ(ParseWebContentType("application/grpc-web"), WebFormat::kBinary);
  EXPECT_EQ(ParseWebContentType("Application/gRPC-Web-Text; charset=utf-8"), WebFormat::kText);
  for (const char* bad : {"", "application/grpc", "application/grpc-web+json", "text/plain"}) {
    EXPECT_FALSE(ParseWebContentType(bad).has_value()) << bad;
  }
}

TEST(Base64, FollowsRfc4648AndRefusesTheRest) {
  EXPECT_EQ(Base64Encode("foobar"), "Zm9vYmFy");
  EXPECT_EQ(Base64Encode("fooba"), "Zm9vYmE=");
  EXPECT_EQ(Base64Encode("foob"), "Zm9vYg==");
  EXPECT_EQ(Base64Encode("foob", false), "Zm9vYg");
  for (const char* good : {"Zm9vYg==", "Zm9vYg"}) EXPECT_EQ(Base64Decode(good), "foob");
  EXPECT_EQ(Base64Decode("-_-_"), Base64Decode("+/+/"));
  for (const char* bad : {"Zm9vY", "Zm9vYg=", "Zm9v=", "Zm9vYh==", "Zm 9", "===="}) {
    EXPECT_FALSE(Base64Decode(bad).has_value()) << bad;
  }
}

TEST(GrpcTimeout, ReadsEveryUnit) {
  EXPECT_EQ(ParseGrpcTimeoutNs("1H"), 3'600'000'000'000);
  EXPECT_EQ(ParseGrpcTimeoutNs("1M"), 60'000'000'000);
  EXPECT_EQ(ParseGrpcTimeoutNs("5S"), 5'000'000'000);
  EXPECT_EQ(ParseGrpcTimeoutNs("100m"), 100'000'000);
  EXPECT_EQ(ParseGrpcTimeoutNs("250u"), 250'000);
  EXPECT_EQ(ParseGrpcTimeoutNs("7n"), 7);
}

TEST(GrpcTimeout, ClampsWhatDoesNotFit) {
  EXPECT_EQ(ParseGrpcTimeoutNs("99999999H"), std::numeric_limits<int64_t>::max());
}

TEST(GrpcTimeout, RefusesWhatIsNotOne) {
  for (const char* bad :
       {"", "m", "5", "-1S", "+1S", "1.5S", "1e3m", "10s", "123456789m", "nanm", " 5S", "5S "}) {
    EXPECT_FALSE(ParseGrpcTimeoutNs(bad).has_value()) << bad;
  }
}

TEST(GrpcMessage, EncodesWhatHeadersCannotHold) {
  EXPECT_EQ(EncodeGrpcMessage("bad ply: 50% é\n"), "bad ply: 50%25 %C3%A9%0A");
  EXPECT_EQ(DecodeGrpcMessage("bad ply: 50%25 %c3%a9%0A"), "bad ply: 50% é\n");
}

TEST(GrpcMessage, KeepsMalformedSequencesAsTheyAre) {
  EXPECT_EQ(DecodeGrpcMessage("100% %zz %4"), "100% %zz %4");
}

}  // namespace
}  // namespace chess::rpc
