#include "surface/mcp/transport/http_wire.h"

#include <gtest/gtest.h>

#include <string>

namespace forge::mcp {
namespace {

constexpr const char* kHost = "Host: localhost\r\n";

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
  EXPECT_EQ(request->length, 12u);
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
  for (const char* rest :
       {"Content-Length: 5\r\nContent-Length: 6\r\n\r\n", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
        "Transfer-Encoding: gzip\r\n\r\n", "Content-Length: -1\r\n\r\n", "Content-Length: 1x\r\n\r\n",
        "Content-Length: 99999999999999999999\r\n\r\n", "Content-Length : 5\r\n\r\n", " folded: x\r\n\r\n",
        "Host: other\r\n\r\n", "no colon\r\n\r\n", "X: a\nb\r\n\r\n", "Authorization: a\r\nAuthorization: b\r\n\r\n"}) {
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

ChunkedBody::State Feed(ChunkedBody& body, std::string text, std::size_t piece) {
  std::string bytes;
  auto state = ChunkedBody::State::kMore;
  for (std::size_t at = 0; at < text.size() && state == ChunkedBody::State::kMore; at += piece) {
    bytes += text.substr(at, piece);
    state = body.Take(bytes);
  }
  return state;
}

TEST(HttpChunks, ComeTogetherWhereverTheyAreCut) {
  const std::string wire = "4\r\nWiki\r\n6;x=1\r\npedia \r\nA\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n";
  for (std::size_t piece = 1; piece <= wire.size(); ++piece) {
    ChunkedBody body(100);
    EXPECT_EQ(Feed(body, wire, piece), ChunkedBody::State::kDone) << piece;
    EXPECT_EQ(body.text(), "Wikipedia 0123456789") << piece;
  }
}

TEST(HttpChunks, LeaveWhatFollowsThem) {
  ChunkedBody body(100);
  std::string bytes = "1\r\na\r\n0\r\n\r\nGET / HTTP/1.1";
  EXPECT_EQ(body.Take(bytes), ChunkedBody::State::kDone);
  EXPECT_EQ(bytes, "GET / HTTP/1.1");
}

TEST(HttpChunks, AreRefusedWhenBrokenOrTooLarge) {
  for (const char* wire : {"x\r\n", "\r\n", "1\r\nabc", "-1\r\n", "1 \r\na\r\n", "ffffffffffffffff\r\n"}) {
    ChunkedBody body(100);
    EXPECT_EQ(Feed(body, wire, 100), ChunkedBody::State::kBroken) << wire;
  }
  // A line is too long wherever it is cut.
  for (const std::size_t piece : {std::size_t{1}, std::size_t{1000}}) {
    ChunkedBody fits(10), trailer(10);
    EXPECT_EQ(Feed(fits, "0\r\n" + std::string(200, 'x') + "\r\n\r\n", piece), ChunkedBody::State::kDone) << piece;
    EXPECT_EQ(Feed(trailer, "0\r\n" + std::string(201, 'x') + "\r\n\r\n", piece), ChunkedBody::State::kBroken) << piece;
  }
  ChunkedBody small(10);
  EXPECT_EQ(Feed(small, "5\r\nabcde\r\n6\r\n", 100), ChunkedBody::State::kTooLarge);
  ChunkedBody endless(10);
  EXPECT_EQ(Feed(endless, std::string(1000, '1'), 100), ChunkedBody::State::kBroken);
}

TEST(HttpResponses, AreWrittenAsClientsReadThem) {
  EXPECT_EQ(WriteHead(404, {{"Allow", "POST"}}), "HTTP/1.1 404 Not Found\r\nAllow: POST\r\n\r\n");
  EXPECT_EQ(WriteChunk("0123456789abcdef"), "10\r\n0123456789abcdef\r\n");
  EXPECT_EQ(WriteChunk(""), "0\r\n\r\n");
}

}  // namespace
}  // namespace forge::mcp
