#include "agent/native/native_error.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

HttpAnswer Answer(int status, std::string body, std::map<std::string, std::string> headers = {}) {
  return {HttpAnswer::End::kComplete, status, std::move(headers), std::move(body), ""};
}

ErrorClass ClassOf(int status, std::string body) {
  return ReadProviderError(Answer(status, std::move(body)), "p", {}).error_class;
}

TEST(ProviderError, FieldsDecideBeforeWords) {
  EXPECT_EQ(ClassOf(401, R"({"error":{"type":"authentication_error","message":"rate limit of keys"}})"),
            ErrorClass::kPermanent);
  EXPECT_EQ(ClassOf(529, R"({"error":{"type":"overloaded_error","message":"Overloaded"}})"), ErrorClass::kServer);
  EXPECT_EQ(ClassOf(500, R"({"error":{"type":"api_error","message":"unauthorized"}})"), ErrorClass::kServer);
  EXPECT_EQ(ClassOf(429, R"({"error":{"message":"slow","code":"rate_limit_exceeded"}})"), ErrorClass::kRateLimit);
  EXPECT_EQ(ClassOf(429, R"({"error":{"message":"check billing","code":"insufficient_quota"}})"),
            ErrorClass::kPermanent);
  EXPECT_EQ(ClassOf(400, R"({"error":{"message":"too much","code":"context_length_exceeded"}})"),
            ErrorClass::kContextOverflow);
  EXPECT_EQ(ClassOf(413, "<html>"), ErrorClass::kContextOverflow);
}

TEST(ProviderError, WordsDecideWhatFieldsLeaveOpen) {
  EXPECT_EQ(ClassOf(400, R"({"error":{"type":"invalid_request_error","message":"prompt is too long: 9 > 8"}})"),
            ErrorClass::kContextOverflow);
  EXPECT_EQ(ClassOf(400, R"({"error":{"type":"invalid_request_error","message":"max_tokens: field required"}})"),
            ErrorClass::kPermanent);
  EXPECT_EQ(ClassOf(400, R"({"error":{"type":"invalid_request_error","message":"Your credit balance is too low"}})"),
            ErrorClass::kPermanent);
  EXPECT_EQ(ClassOf(429, R"({"error":{"type":"rate_limit_error","message":"You have hit your usage limit"}})"),
            ErrorClass::kQuota);
  EXPECT_EQ(ClassOf(502, "Bad Gateway"), ErrorClass::kServer);
  EXPECT_EQ(ClassOf(301, ""), ErrorClass::kPermanent);
}

TEST(ProviderError, TheProvidersOwnWordsAreKept) {
  const auto error = ReadProviderError(Answer(404, R"({"error":{"message":"model: x"}})"), "anthropic", {});
  EXPECT_EQ(error.message, "anthropic: status 404: model: x; check the model's name and the base URL");
  const auto plain = ReadProviderError(Answer(500, R"({"detail":"worker died"})"), "openai", {});
  EXPECT_EQ(plain.message, "openai: status 500: worker died");
}

TEST(ProviderError, EveryFormOfRetryAfterIsRead) {
  const TimePoint now{1'700'000'000'000};
  auto at = [&](std::map<std::string, std::string> headers) {
    return ReadProviderError(Answer(429, "{}", std::move(headers)), "p", now).retry_at.ms - now.ms;
  };
  EXPECT_EQ(at({{"retry-after", "30"}}), 30'000);
  EXPECT_EQ(at({{"retry-after", "0.5"}}), 500);
  EXPECT_EQ(at({{"retry-after-ms", "1200"}, {"retry-after", "2"}}), 1200);
  EXPECT_EQ(at({{"retry-after", "Tue, 14 Nov 2023 22:14:20 GMT"}}), 60'000);
  EXPECT_EQ(at({}), -now.ms);
  EXPECT_EQ(at({{"retry-after", "soon"}}), -now.ms);
}

TEST(ProviderError, LimitsAreReadFromHeaders) {
  const TimePoint now{1'700'000'000'000};
  const auto limits = ReadLimits({{"anthropic-ratelimit-unified-5h-utilization", "0.91"},
                                  {"anthropic-ratelimit-unified-5h-reset", "1700003600"},
                                  {"anthropic-ratelimit-requests-limit", "50"},
                                  {"anthropic-ratelimit-requests-remaining", "40"},
                                  {"anthropic-ratelimit-requests-reset", "2023-11-14T22:14:20Z"},
                                  {"x-ratelimit-limit-tokens", "1000"},
                                  {"x-ratelimit-remaining-tokens", "0"},
                                  {"x-ratelimit-reset-tokens", "6m0s"}},
                                 now);
  ASSERT_EQ(limits.size(), 3U);
  EXPECT_EQ(limits[0].window, "five_hour");
  EXPECT_DOUBLE_EQ(limits[0].used, 0.91);
  EXPECT_EQ(limits[0].resets_at.ms, now.ms + 3'600'000);
  EXPECT_NEAR(limits[1].used, 0.2, 1e-9);
  EXPECT_EQ(limits[1].resets_at.ms, now.ms + 60'000);
  EXPECT_DOUBLE_EQ(limits[2].used, 1);
  EXPECT_EQ(limits[2].resets_at.ms, now.ms + 360'000);
}

TEST(ProviderError, GarbledHeadersSayNothing) {
  EXPECT_TRUE(ReadLimits({{"x-ratelimit-limit-tokens", "many"}, {"x-ratelimit-remaining-tokens", "-"}}, {}).empty());
}

}  // namespace
}  // namespace forge
