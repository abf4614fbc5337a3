// What a client that means harm, or is slow, cannot do: hold the server's threads, shut others out, or stay for ever.
#include <fmt/core.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "os/fault.h"
#include "os/files/files.h"
#include "os/system.h"
#include "raw.h"
#include "served.h"

namespace forge::mcp {
namespace {

std::string PostText(const std::string& body, const std::string& more = "", const std::string& host = "localhost") {
  return fmt::format(
      "POST /mcp HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n{}Content-Length: {}\r\n\r\n{}", host, more,
      body.size(), body);
}

std::string InitializeText() {
  Json params = Json::MakeObject().Set("protocolVersion", "2025-11-25").Set("capabilities", Json::MakeObject());
  return MakeRequest(1, "initialize", std::move(params)).Dump();
}

std::string StatusOf(const std::string& heard) { return heard.substr(0, heard.find("\r\n")); }

std::string HeaderOf(const std::string& heard, const std::string& name) {
  const std::size_t at = heard.find(name + ": ");
  if (at == std::string::npos) return "";
  const std::size_t begin = at + name.size() + 2;
  return heard.substr(begin, heard.find("\r\n", begin) - begin);
}

// Its answer; one request for each connection.
std::string AskOnce(const Served& served, const std::string& request) {
  const Raw raw(served);
  raw.Say(request);
  raw.HalfClose();
  return raw.Hear();
}

// The name of a new session.
std::string BeginSession(const Served& served) {
  return HeaderOf(AskOnce(served, PostText(InitializeText())), "Mcp-Session-Id");
}

std::string InSession(const std::string& session) { return "Mcp-Session-Id: " + session + "\r\n"; }

std::string PingText(const std::string& session) {
  return PostText(MakeRequest(2, "ping", Json::MakeObject()).Dump(), InSession(session));
}

// A clock that stands still until the test lets it run; then every look at it takes some time.
struct Clock {
  std::atomic<std::int64_t> ms = 1000;
  std::atomic<bool> runs = false;
  std::function<std::int64_t()> Look() {
    return [this] { return runs ? ms += 100 : ms.load(); };
  }
};

std::vector<std::unique_ptr<Raw>> OpenMany(const Served& served, int count, const std::string& bytes,
                                           const char* from = "127.0.0.1") {
  std::vector<std::unique_ptr<Raw>> many;
  for (int i = 0; i < count; ++i) {
    many.push_back(std::make_unique<Raw>(served, from));
    many.back()->Say(bytes);
  }
  return many;
}

int ThreadsOfThisProcess() {
  int threads = 0;
  for (const auto& each : std::filesystem::directory_iterator("/proc/self/task"))
    threads += each.is_directory() ? 1 : 0;
  return threads;
}

std::string InitializeWith(const std::string& token) {
  return PostText(InitializeText(), "Authorization: Bearer " + token + "\r\n");
}

// The clock stands still: no time limit helps.
TEST(HttpLimits, ConnectionsWithoutATokenKeepNobodyOutAndHoldNoThreads) {
  for (const char* bytes :
       {"", "POST /mcp HTT", "POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer x\r\n\r\n"}) {
    const Served served("sesame");
    const int before = ThreadsOfThisProcess();
    const auto silent = OpenMany(served, 600, bytes);
    EXPECT_EQ(StatusOf(AskOnce(served, InitializeWith("sesame"))), "HTTP/1.1 200 OK") << bytes;
    EXPECT_LE(ThreadsOfThisProcess(), before + 4) << bytes;
  }
}

TEST(HttpLimits, AtTheDoorTheOldestOfTheAddressWithMostGivesWay) {
  HttpOptions options;
  options.limits.waiting = 5;
  const Served served(std::move(options));
  const Raw alone(served, "127.0.0.2");
  alone.Say("POST /mcp HTTP/1.1\r\n");
  const auto slow = OpenMany(served, 20, "POST /mcp HTT");
  for (std::size_t i = 0; i < 16; ++i) {
    const std::string heard = slow[i]->Hear();
    EXPECT_EQ(StatusOf(heard), "HTTP/1.1 503 Service Unavailable") << i;
    EXPECT_EQ(HeaderOf(heard, "Retry-After"), "10");
  }
  alone.Say("Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}");
  EXPECT_EQ(StatusOf(alone.Hear()), "HTTP/1.1 400 Bad Request");
  slow.back()->Say("P/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(StatusOf(slow.back()->Hear()), "HTTP/1.1 415 Unsupported Media Type");
}

TEST(HttpLimits, WithoutADescriptorForAnotherTheOldestAtTheDoorGivesWay) {
  HttpOptions options;
  options.now_ms = SteadyMs;
  // The listener's own, that of the first connection; the second one gets none.
  ASSERT_TRUE(ArmFaults("handle:3:EMFILE"));
  {
    const Served served(std::move(options));
    const auto slow = OpenMany(served, 1, "POST /mcp HTT");
    EXPECT_EQ(StatusOf(AskOnce(served, PostText(InitializeText()))), "HTTP/1.1 200 OK");
    EXPECT_EQ(StatusOf(slow[0]->Hear()), "HTTP/1.1 503 Service Unavailable");
  }
  DisarmFaults();
}

TEST(HttpLimits, AHeadThatDoesNotComeIsNotWaitedFor) {
  Clock clock;
  HttpOptions options;
  options.now_ms = clock.Look();
  const Served served(std::move(options));
  const auto slow = OpenMany(served, 20, "POST /mcp HTT");
  const auto silent = OpenMany(served, 9, "", "127.0.0.3");
  clock.runs = true;
  for (const auto& one : slow) EXPECT_EQ(StatusOf(one->Hear()), "HTTP/1.1 408 Request Timeout");
  for (const auto& one : silent) EXPECT_EQ(one->Hear(), "") << "no request: no answer";
}

TEST(HttpLimits, WhoWasLetInIsCountedByAddressAndInAll) {
  HttpOptions options;
  options.limits.per_client = 3;
  options.limits.connections = 4;
  const Served served(std::move(options));
  const std::string head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
  const std::string without_body = head + "Expect: 100-continue\r\nContent-Length: 100\r\n\r\n";
  const auto let_in = OpenMany(served, 3, without_body);
  for (const auto& one : let_in) EXPECT_EQ(StatusOf(one->Hear("\r\n\r\n")), "HTTP/1.1 100 Continue");
  const std::string turned_away = AskOnce(served, PostText(InitializeText()));
  EXPECT_EQ(StatusOf(turned_away), "HTTP/1.1 503 Service Unavailable");
  EXPECT_EQ(HeaderOf(turned_away, "Retry-After"), "10");
  const auto other = OpenMany(served, 2, without_body, "127.0.0.2");
  EXPECT_EQ(StatusOf(other[0]->Hear("\r\n\r\n")), "HTTP/1.1 100 Continue");
  EXPECT_EQ(StatusOf(other[1]->Hear()), "HTTP/1.1 503 Service Unavailable");
}

TEST(HttpLimits, ABodyThatDoesNotComeIsNotWaitedFor) {
  Clock clock;
  clock.runs = true;
  HttpOptions options;
  options.now_ms = clock.Look();
  options.limits.content = std::chrono::seconds(2);
  const Served served(std::move(options));
  const Raw raw(served);
  raw.Say("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{");
  EXPECT_EQ(StatusOf(raw.Hear()), "HTTP/1.1 408 Request Timeout");
}

TEST(HttpLimits, WhoHasNoTokenIsRefusedBeforeTheBodyIsRead) {
  const Served served("sesame");
  const Raw raw(served);
  raw.Say("POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer guess\r\nContent-Length: 9000000\r\n\r\n");
  EXPECT_EQ(StatusOf(raw.Hear()), "HTTP/1.1 401 Unauthorized");
  EXPECT_EQ(StatusOf(AskOnce(served, PostText(InitializeText(), "authorization: bEARER sesame\r\n"))),
            "HTTP/1.1 200 OK");
}

TEST(HttpLimits, ASessionThatIsIdleForTooLongEnds) {
  Served served;
  const std::string one = BeginSession(served), other = BeginSession(served);
  served.clock_ms += 20 * 60'000;
  EXPECT_EQ(StatusOf(AskOnce(served, PingText(one))), "HTTP/1.1 200 OK");
  served.clock_ms += 20 * 60'000;
  EXPECT_EQ(StatusOf(AskOnce(served, PingText(one))), "HTTP/1.1 200 OK");
  EXPECT_EQ(StatusOf(AskOnce(served, PingText(other))), "HTTP/1.1 404 Not Found");
}

TEST(HttpLimits, ForANewSessionTheOneThatWasIdleLongestGoes) {
  HttpOptions options;
  options.sessions.most = 2;
  Served served(std::move(options));
  const std::string first = BeginSession(served);
  ++served.clock_ms;
  const std::string second = BeginSession(served);
  ++served.clock_ms;
  const Raw stream(served);  // the first is in use
  stream.Say("GET /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n" + InSession(first) + "\r\n");
  stream.Hear("retry:");
  const std::string third = BeginSession(served);
  EXPECT_EQ(StatusOf(AskOnce(served, PingText(first))), "HTTP/1.1 200 OK");
  EXPECT_EQ(StatusOf(AskOnce(served, PingText(second))), "HTTP/1.1 404 Not Found");
  EXPECT_EQ(StatusOf(AskOnce(served, PingText(third))), "HTTP/1.1 200 OK");
  const Raw also(served);
  also.Say("GET /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n" + InSession(third) + "\r\n");
  also.Hear("retry:");
  const std::string refused = AskOnce(served, PostText(InitializeText()));
  EXPECT_EQ(StatusOf(refused), "HTTP/1.1 503 Service Unavailable");
  EXPECT_EQ(HeaderOf(refused, "Retry-After"), "10");
}

TEST(HttpAddresses, TheAddressThatAClientConnectedToIsAllowedAndFurtherNamesIfTold) {
  HttpOptions options;
  options.host = "0.0.0.0";
  options.token = "sesame";
  options.more_hosts = {"box.lan"};
  const Served served(std::move(options));
  const std::string token = "Authorization: Bearer sesame\r\n";
  const auto status = [&](const std::string& host) {
    const Raw raw(served, "127.0.0.1", "127.0.0.9");
    raw.Say(PostText(InitializeText(), token, host));
    return StatusOf(raw.Hear("\r\n\r\n")).substr(9, 3);
  };
  EXPECT_EQ(status("127.0.0.9:3001"), "200");
  EXPECT_EQ(status("0.0.0.0:3001"), "200");
  EXPECT_EQ(status("localhost"), "200");
  EXPECT_EQ(status("Box.lan:3001"), "200");
  EXPECT_EQ(status("127.0.0.8"), "403");
  EXPECT_EQ(status("evil.example.com"), "403");
}

TEST(HttpAddresses, ASocketFileIsForItsUserAlone) {
  const std::string directory = MakeTempDirectory("socket-").value();
  const std::string path = directory + "/s";
  for (int round = 0; round < 2; ++round) {
    HttpOptions options;
    options.socket_file = path;
    const Served served(std::move(options));
    struct stat status{};
    ASSERT_EQ(::stat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0600u);
    const Raw raw(path);
    raw.Say(PostText(InitializeText()));
    EXPECT_EQ(StatusOf(raw.Hear("\r\n\r\n")), "HTTP/1.1 200 OK");
  }
  EXPECT_FALSE(Exists(path));
  ASSERT_TRUE(RemoveTree(directory));
}

}  // namespace
}  // namespace forge::mcp
