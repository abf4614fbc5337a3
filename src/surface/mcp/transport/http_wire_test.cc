#include "surface/mcp/transport/http_wire.h"

#include <gtest/gtest.h>

#include <expected>
#include <string>
#include <string_view>

namespace forge::mcp {
namespace {

constexpr const char* kHost = "Host: localhost\r\n";

constexpr std::size_t kMost = 100'000;

std::expected<HttpRequest, int> ReadHead(std::string_view head) { return RequestReader(kMost).ReadHead(head); }

int StatusOf(const std::string& head) {
  const auto request = ReadHead(head);
  return request ? 200 : request.error();
}

TEST(HttpHead, SaysWhatIsAskedAndWhatFollows) {
  const auto request = ReadHead(
      "POST /mcp?x=1 HTTP/1.1\r\nHost: localhost:1\r\nCONTENT-Length: 12\r\nAccept: a\r\nAccept:  b \r\n"
      "Expect: 100-continue\r\n\r\n");
  ASSERT_TRUE(request);
  EXPECT_EQ(request->method, "POST");
  EXPECT_EQ(request->path, "/mcp");
  EXPECT_EQ(request->Header("aCCept"), "a, b");
  EXPECT_EQ(request->Header("absent"), std::nullopt);
  EXPECT_TRUE(request->wants_continue);
  EXPECT_TRUE(request->keeps_open);
}

TEST(HttpHead, AnOldClientIsKnownByItsVersion) {
  const auto request = ReadHead("GET /mcp HTTP/1.0\r\n\r\n");
  ASSERT_TRUE(request);
  EXPECT_TRUE(request->old);
  EXPECT_FALSE(request->keeps_open);
  EXPECT_FALSE(ReadHead("GET / HTTP/1.1\r\nHost: x\r\nConnection: Close\r\n\r\n")->keeps_open);
}

TEST(HttpHead, WhatTwoReadersCouldReadDifferentlyIsRefused) {
  const std::string begin = std::string("POST /mcp HTTP/1.1\r\n") + kHost;
  EXPECT_EQ(StatusOf(begin + "\r\n"), 200);
  EXPECT_EQ(StatusOf(begin + "Content-Length: 100001\r\n\r\n"), 413);
  for (const char* rest :
       {"Content-Length: 5\r\nContent-Length: 6\r\n\r\n", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
        "Transfer-Encoding: gzip\r\n\r\n", "Content-Length: -1\r\n\r\n", "Content-Length: 1x\r\n\r\n",
        "Content-Length: 99999999999999999999\r\n\r\n", "Content-Length: 5\r\nContent-Length: 5\r\n\r\n",
        "Content-Length: 5, 5\r\n\r\n", "Transfer-Encoding: chunked, identity\r\n\r\n", "Content-Length : 5\r\n\r\n",
        " folded: x\r\n\r\n", "Host: other\r\n\r\n", "no colon\r\n\r\n", "X: a\nb\r\n\r\n",
        "Authorization: a\r\nAuthorization: b\r\n\r\n"}) {
    EXPECT_EQ(StatusOf(begin + rest), 400) << rest;
  }
}

TEST(HttpHead, ARequestLineIsOneOrNone) {
  for (const char* line : {"GET /mcp", "GET  /mcp HTTP/1.1", "GET mcp HTTP/1.1", "GET /a b HTTP/1.1", "G(T / HTTP/1.1",
                           "GET / HTTP/2", "", "GET / http/1.1", "GET /mcp%00 HTTP/1.1"}) {
    EXPECT_EQ(StatusOf(std::string(line) + "\r\n" + kHost + "\r\n"), 400) << line;
  }
  EXPECT_EQ(StatusOf(std::string("GET /mc\0p HTTP/1.1\r\n", 20) + kHost + "\r\n"), 400) << "NUL";
  EXPECT_EQ(StatusOf("GET / HTTP/1.1\r\n\r\n"), 400) << "no Host";
  EXPECT_EQ(StatusOf("GET /" + std::string(9000, 'x') + " HTTP/1.1\r\n" + kHost + "\r\n"), 400);
  std::string many = std::string("GET / HTTP/1.1\r\n") + kHost;
  for (int i = 0; i < 300; ++i) many += "X" + std::to_string(i) + ": y\r\n";
  EXPECT_EQ(StatusOf(many + "\r\n"), 431);
}

// Behind a head that says how the body comes.
struct BodyReader {
  explicit BodyReader(std::size_t most, const char* how = "Transfer-Encoding: chunked") : reader(most) {
    EXPECT_TRUE(reader.ReadHead(std::string("POST / HTTP/1.1\r\n") + kHost + how + "\r\n\r\n"));
  }
  RequestReader::State Feed(const std::string& text, std::size_t piece) {
    auto state = reader.TakeBody(bytes);
    for (std::size_t at = 0; at < text.size() && state == RequestReader::State::kMore; at += piece) {
      bytes += text.substr(at, piece);
      state = reader.TakeBody(bytes);
    }
    return state;
  }
  RequestReader reader;
  std::string bytes;
};

TEST(HttpBodies, ComeTogetherWhereverTheyAreCut) {
  const std::string wire = "4\r\nWiki\r\n6;x=1\r\npedia \r\nA\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n";
  for (std::size_t piece = 1; piece <= wire.size(); ++piece) {
    BodyReader body(100);
    EXPECT_EQ(body.Feed(wire, piece), RequestReader::State::kDone) << piece;
    EXPECT_EQ(body.reader.body(), "Wikipedia 0123456789") << piece;
    BodyReader plain(100, "Content-Length: 10");
    EXPECT_EQ(plain.Feed("0123456789", piece), RequestReader::State::kDone) << piece;
    EXPECT_EQ(plain.reader.body(), "0123456789") << piece;
  }
  BodyReader none(100, "X: y");
  EXPECT_EQ(none.Feed("", 1), RequestReader::State::kDone);
}

TEST(HttpBodies, LeaveWhatFollowsThem) {
  BodyReader body(100);
  body.bytes = "1\r\na\r\n0\r\n\r\nGET / HTTP/1.1";
  EXPECT_EQ(body.Feed("", 1), RequestReader::State::kDone);
  EXPECT_EQ(body.bytes, "GET / HTTP/1.1");
  BodyReader plain(100, "Content-Length: 1");
  plain.bytes = "aGET";
  EXPECT_EQ(plain.Feed("", 1), RequestReader::State::kDone);
  EXPECT_EQ(plain.bytes, "GET");
}

TEST(HttpBodies, AreRefusedWhenBrokenOrTooLarge) {
  for (const char* wire : {"x\r\n", "\r\n", "1\r\nabcde\r\n", "-1\r\n", "1 \r\na\r\n", "0\r\nno field\r\n\r\n"}) {
    BodyReader body(100);
    EXPECT_EQ(body.Feed(wire, 100), RequestReader::State::kBroken) << wire;
  }
  for (const char* wire : {"5\r\nabcde\r\n6\r\n", "fffffffffffffff\r\n"}) {
    BodyReader small(10);
    EXPECT_EQ(small.Feed(wire, 100), RequestReader::State::kTooLarge) << wire;
  }
  // A line without an end, and headers without an end behind the last chunk.
  for (const std::string begin : {"", "0\r\nX: "}) {
    BodyReader endless(10);
    EXPECT_EQ(endless.Feed(begin + std::string(100'000, '1'), 1000), RequestReader::State::kBroken);
  }
}

TEST(HttpResponses, AreWrittenAsClientsReadThem) {
  EXPECT_EQ(WriteHead(404, {{"Allow", "POST"}}), "HTTP/1.1 404 Not Found\r\nAllow: POST\r\n\r\n");
  EXPECT_EQ(WriteChunk("0123456789abcdef"), "10\r\n0123456789abcdef\r\n");
  EXPECT_EQ(WriteChunk(""), "0\r\n\r\n");
}

}  // namespace
}  // namespace forge::mcp
