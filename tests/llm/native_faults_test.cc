// Every failure of a provider gets its error class, soon, and leaves nothing behind.
#include <atomic>
#include <chrono>
#include <thread>

#include "native_fixture.h"
#include "os/system.h"

namespace forge::llm {
namespace {

using NativeFaults = NativeTest;

std::size_t OpenDescriptors() { return ListDirectory("/proc/self/fd").value().size(); }

INSTANTIATE_TEST_SUITE_P(EachApi, NativeFaults, kEachApi, ApiName);

struct Expected {
  const char* turn;
  ErrorClass error_class;
};

constexpr Expected kExpected[] = {
    {R"({"fault":"400"})", ErrorClass::kPermanent},
    {R"({"fault":"401"})", ErrorClass::kPermanent},
    {R"({"fault":"403"})", ErrorClass::kPermanent},
    {R"({"fault":"404"})", ErrorClass::kPermanent},
    {R"({"fault":"413"})", ErrorClass::kContextOverflow},
    {R"({"fault":"429"})", ErrorClass::kRateLimit},
    {R"({"fault":"quota"})", ErrorClass::kQuota},
    {R"({"fault":"500"})", ErrorClass::kServer},
    {R"({"fault":"503"})", ErrorClass::kServer},
    {R"({"fault":"529"})", ErrorClass::kServer},
    {R"({"fault":"credit"})", ErrorClass::kPermanent},
    {R"({"fault":"context"})", ErrorClass::kContextOverflow},
    {R"({"fault":"status","status":301,"error_type":"moved","message":"gone elsewhere"})", ErrorClass::kPermanent},
    {R"({"fault":"status","status":502,"body":"<html>Bad Gateway</html>"})", ErrorClass::kServer},
    {R"({"fault":"cut","text":"some words that come in pieces"})", ErrorClass::kStream},
    {R"({"fault":"cut","after":0,"text":"x"})", ErrorClass::kStream},
    {R"({"fault":"truncate","text":"some words that come in pieces"})", ErrorClass::kStream},
    {R"({"fault":"malformed","text":"some words"})", ErrorClass::kStream},
    {R"({"fault":"malformed-continue","text":"some words"})", ErrorClass::kStream},
    {R"({"fault":"stream-error","text":"some words"})", ErrorClass::kServer},
    {R"({"fault":"html"})", ErrorClass::kStream},
    {R"({"fault":"empty"})", ErrorClass::kStream},
    {R"({"fault":"refusal","text":"I will not."})", ErrorClass::kRefusal},
};

TEST_P(NativeFaults, EachEndsInItsClassWithoutARetryOfTheFirstRequest) {
  std::string scenarios = "{";
  for (std::size_t i = 0; i < std::size(kExpected); ++i) {
    scenarios += (i > 0 ? ",\"f" : "\"f") + std::to_string(i) + "\":[" + kExpected[i].turn + "]";
  }
  Serve(scenarios + "}");
  for (std::size_t i = 0; i < std::size(kExpected); ++i) {
    const std::size_t before = server_->RequestCount();
    const AgentAnswer answer = Ask(GetParam(), "f" + std::to_string(i), Request());
    EXPECT_TRUE(answer.failed) << kExpected[i].turn;
    EXPECT_EQ(answer.error_class, kExpected[i].error_class) << kExpected[i].turn << "\n" << answer.error;
    EXPECT_FALSE(answer.error.empty()) << kExpected[i].turn;
    EXPECT_EQ(server_->RequestCount() - before, 1U) << kExpected[i].turn;
  }
}

TEST_P(NativeFaults, TheProvidersWordsAndRetryTimeAreKeptAndTheKeyIsNot) {
  Serve(std::string(R"({"a":[{"fault":"429","retry_after":"30","message":"key )") + kSecret + R"( is too fast"}]})");
  const std::int64_t now = WallClock().ms;
  const AgentAnswer answer = Ask(GetParam(), "a", Request());
  EXPECT_NE(answer.error.find("key <key> is too fast"), std::string::npos) << answer.error;
  EXPECT_GE(answer.retry_at.ms, now + 30'000);
  EXPECT_LT(answer.retry_at.ms, now + 60'000);
  for (const AgentEvent& event : events_) EXPECT_EQ(event.text.find(kSecret), std::string::npos);
}

TEST_P(NativeFaults, ACompleteAnswerCountsDespiteAWrongLength) {
  Serve(R"({"a":[{"fault":"wrong-length","text":"all of it"}]})");
  const AgentAnswer answer = Ask(GetParam(), "a", Request());
  EXPECT_FALSE(answer.failed) << answer.error;
  EXPECT_EQ(answer.text, "all of it");
}

TEST_P(NativeFaults, WhatCameBeforeACutIsKept) {
  Serve(R"({"a":[{"fault":"cut","after":5,"chunk":4,"text":"some words that come in pieces"}]})");
  const AgentAnswer answer = Ask(GetParam(), "a", Request());
  EXPECT_TRUE(answer.failed);
  if (!is_anthropic()) {
    EXPECT_TRUE(answer.text.starts_with("some")) << answer.text;
  }
}

TEST_P(NativeFaults, ASilentProviderIsATimeout) {
  Serve(R"({"a":[{"fault":"silent","text":"x","times":-1}],"b":[{"fault":"hang","times":-1}]})");
  AgentRequest request = Request();
  request.deadlines.first_event_ms = 200;
  request.deadlines.silence_ms = 200;
  for (const char* scenario : {"a", "b"}) {
    const AgentAnswer answer = Ask(GetParam(), scenario, request);
    EXPECT_EQ(answer.error_class, ErrorClass::kTimeout) << answer.error;
  }
  request.deadlines = {.wall_ms = 200};
  EXPECT_EQ(Ask(GetParam(), "a", request).error_class, ErrorClass::kTimeout);
}

TEST_P(NativeFaults, ASlowProviderIsWaitedFor) {
  Serve(R"({"a":[{"slow_ms":20,"text":"slow and steady words"}]})");
  AgentRequest request = Request();
  request.deadlines.silence_ms = 10'000;
  const AgentAnswer answer = Ask(GetParam(), "a", request);
  EXPECT_EQ(answer.text, "slow and steady words") << answer.error;
}

TEST_P(NativeFaults, AStopEndsASilentRequestAtOnce) {
  Serve(R"({"a":[{"fault":"silent","text":"x","times":-1}]})");
  std::stop_source stop;
  std::jthread stopper([&] {
    while (server_->RequestCount() == 0) std::this_thread::yield();
    stop.request_stop();
  });
  const std::int64_t began = SteadyMs();
  const AgentAnswer answer = Ask(GetParam(), "a", Request(), Settings(), stop.get_token());
  EXPECT_EQ(answer.error_class, ErrorClass::kCancelled) << answer.error;
  EXPECT_LT(SteadyMs() - began, 5'000);
}

TEST_P(NativeFaults, AHugeAnswerIsTakenWhole) {
  Serve(R"({"a":[{"fault":"huge","mb":8}]})");
  const AgentAnswer answer = Ask(GetParam(), "a", Request());
  EXPECT_EQ(answer.text.size(), std::size_t{8} << 20) << answer.error;
}

TEST_P(NativeFaults, NoServerIsANetworkError) {
  Serve(R"({})");
  const auto protocol = ProtocolAt(GetParam(), "http://127.0.0.1:1");
  EXPECT_EQ(RunNativeLoop(*protocol, Settings(), Request(), {}).error_class, ErrorClass::kNetwork);
  auto nowhere = MakeOpenAiProtocol({"http://no-such-host.invalid", kSecret, true});
  const AgentAnswer answer = RunNativeLoop(*nowhere, Settings(), Request(), {});
  EXPECT_EQ(answer.error_class, ErrorClass::kNetwork);
  EXPECT_NE(answer.error.find("check the base URL"), std::string::npos) << answer.error;
}

TEST_P(NativeFaults, AProxyThatIsNotThereIsNetworkAndLoopbackNeedsNone) {
  Serve(R"({"a":[{"text":"direct"}]})");
  NativeSettings settings = Settings();
  settings.environment = {{"HTTP_PROXY", "http://127.0.0.1:1"}, {"HTTPS_PROXY", "http://127.0.0.1:1"}};
  EXPECT_EQ(Ask(GetParam(), "a", Request(), settings).text, "direct");
  auto far = MakeOpenAiProtocol({"https://api.example.invalid/v1", kSecret, true});
  const AgentAnswer answer = RunNativeLoop(*far, settings, Request(), {});
  EXPECT_EQ(answer.error_class, ErrorClass::kNetwork) << answer.error;
  EXPECT_NE(answer.error.find("127.0.0.1"), std::string::npos) << answer.error;
  EXPECT_NE(answer.error.find("check the proxy"), std::string::npos) << answer.error;
}

TEST_P(NativeFaults, InTheMiddleATransientFaultIsTriedAgain) {
  Serve(
      R"({"a":[{"tools":[{"name":"Glob","args":{"pattern":"*"}}]},{"fault":"529","times":2},{"fault":"cut","after":1,"text":"x"},
                 {"text":"there"}],
            "b":[{"tools":[{"name":"Glob","args":{"pattern":"*"}}]},{"fault":"401"}],
            "c":[{"tools":[{"name":"Glob","args":{"pattern":"*"}}]},{"fault":"429","retry_after":"3600"}]})");
  const AgentAnswer answer = Ask(GetParam(), "a", Request());
  EXPECT_EQ(answer.text, "there") << answer.error;
  EXPECT_EQ(EventsOf(AgentEvent::Kind::kRetry).size(), 3U);
  EXPECT_EQ(Ask(GetParam(), "b", Request()).error_class, ErrorClass::kPermanent);
  EXPECT_EQ(Ask(GetParam(), "c", Request()).error_class, ErrorClass::kRateLimit);
  EXPECT_EQ(server_->RequestCount(), 5U + 2U + 2U);
}

TEST_P(NativeFaults, NoDescriptorAndNoProcessIsLeft) {
  Serve(R"({"cut":[{"fault":"cut","text":"x","times":-1}],"ok":{"by":"conversation","turns":[
     {"tools":[{"name":"Bash","args":{"command":"sleep 300 & echo started"}},{"name":"Glob","args":{"pattern":"*"}}]},
     {"text":"done"}]}})");
  (void)Ask(GetParam(), "ok", Request());
  const std::size_t before = OpenDescriptors();
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(Ask(GetParam(), "ok", Request()).text, "done");
    (void)Ask(GetParam(), "cut", Request());
  }
  server_.reset();
  EXPECT_LE(OpenDescriptors(), before);
}

}  // namespace
}  // namespace forge::llm
