#include "text/error_class.h"

#include <gtest/gtest.h>

#include <string>

namespace forge {
namespace {

void ExpectClass(ErrorClass expected, std::initializer_list<const char*> texts) {
  for (const char* text : texts) {
    EXPECT_EQ(Name(ClassifyError(text).error_class), Name(expected)) << text;
  }
}

TEST(ClassifyError, KnowsWhatIsPermanent) {
  ExpectClass(ErrorClass::kPermanent,
              {"invalid x-api-key",
               "401 Unauthorized",
               "API Error: 401 {\"type\":\"error\",\"error\":{\"type\":\"authentication_error\"}}",
               "403 Forbidden",
               "HTTP 403",
               "Incorrect API key provided: sk-...",
               "API key not valid. Please pass a valid API key.",
               "Not logged in \xC2\xB7 Please run /login",
               "unexpected status 401 Unauthorized: nope",
               "Your credit balance is too low",
               "OAuth token has expired",
               "The model `gpt-9` does not exist",
               "model_not_found",
               "unknown model: x",
               "auth failed",
               "{\"statusCode\": 404}",
               "payment required",
               "billing_error",
               "Error: 400 invalid_request_error",
               "PERMISSION_DENIED: key",
               "Your account has been disabled",
               "unauthenticated"});
}

TEST(ClassifyError, TellsRateLimitFromQuota) {
  ExpectClass(ErrorClass::kRateLimit,
              {"429 Too Many Requests", "rate limit exceeded", "rate_limit_error", "RateLimitError: slow down",
               "rate-limited", "status: 429", "{\"code\":429}", "HTTP/1.1 429",
               "exceeded retry limit, last status: 429", "Quota exceeded for requests per minute",
               "This request would exceed your organization's rate limit of 40,000 input tokens per minute",
               "ThrottlingException", "Request too large on tokens per min (TPM): Limit 30000, Requested 40000",
               "RESOURCE_EXHAUSTED", "error (429)", "rate limit: quota exceeded"});
  ExpectClass(ErrorClass::kQuota,
              {"quota exceeded", "You've hit your usage limit. Try again at 3pm.",
               "You exceeded your current quota, please check your plan and billing details", "insufficient_quota",
               "Claude AI usage limit reached|1700000000", "You\xE2\x80\x99ve hit your session limit",
               "weekly limit reached", "429: usage limit reached", "5-hour limit reached",
               "Quota exceeded: tokens per day", "rate limit: your usage limit is used up"});
}

TEST(ClassifyError, KnowsServerNetworkAndStream) {
  ExpectClass(ErrorClass::kServer, {"500 Internal Server Error", "HTTP 503", "status code 502", "overloaded_error",
                                    "Overloaded", "529 {\"type\":\"overloaded_error\"}", "Bad gateway", "error 500",
                                    "(503)", "api_error", "a 504 error", "The server had an error",
                                    "model is at capacity", "503 authentication service unavailable, status 503"});
  ExpectClass(ErrorClass::kNetwork,
              {"ECONNREFUSED 127.0.0.1:443", "connection refused", "read ECONNRESET", "getaddrinfo ENOTFOUND api.x.com",
               "socket hang up", "fetch failed", "Could not resolve host: x", "ETIMEDOUT", "Request timed out", "EPIPE",
               "network is unreachable", "Connection reset by peer", "HTTP 408"});
  ExpectClass(ErrorClass::kStream,
              {"Unexpected end of JSON input", "SyntaxError: Unexpected token < in JSON at position 0",
               "stream disconnected before completion", "invalid JSON: expected key", "premature close",
               "Incomplete response returned", "unexpected EOF"});
}

TEST(ClassifyError, KnowsOverflowRefusalToolingAndTheRest) {
  ExpectClass(
      ErrorClass::kContextOverflow,
      {"prompt is too long: 210000 tokens > 200000 maximum", "context_length_exceeded",
       "This model's maximum context length is 8192 tokens", "Codex ran out of room in the model's context window",
       "ContextOverflowError", "413 Payload Too Large", "HTTP 413", "400 invalid_request_error: prompt is too long",
       "input token count (1) exceeds the maximum", "reason: max_output_tokens"});
  ExpectClass(ErrorClass::kRefusal, {"I can't help with that", "I\xE2\x80\x99m sorry, I cannot assist with this",
                                     "stop_reason: refusal", "blocked by content policy", "ContentFilterError",
                                     "Response was blocked due to safety", "violates our usage policies"});
  ExpectClass(ErrorClass::kTooling, {"bash: claude: command not found", "ENOENT", "permission denied: ./run.sh",
                                     "Segmentation fault (core dumped)", "error: unknown option '--x'",
                                     "cannot execute: Exec format error", "Error: Cannot find module 'x'"});
  ExpectClass(ErrorClass::kExternal, {"Cannot connect to the Docker daemon", "postgres is not running"});
  ExpectClass(ErrorClass::kMachine,
              {"No space left on device", "Disk quota exceeded", "EMFILE: too many open files, open 'x'",
               "fork: Cannot allocate memory", "fork: retry: Resource temporarily unavailable"});
  ExpectClass(ErrorClass::kTimeout, {"the silence deadline passed"});
  ExpectClass(ErrorClass::kCancelled, {"cancelled by user"});
  ExpectClass(ErrorClass::kMalformed, {"no result block"});
  ExpectClass(ErrorClass::kEmpty, {"empty response"});
}

TEST(ClassifyError, CountsWholeWordsOnly) {
  ExpectClass(ErrorClass::kUnknown, {"",
                                     " \n",
                                     "took 1500ms",
                                     "1500",
                                     "500",
                                     "500 ms",
                                     "error after 500 ms",
                                     "error: 500 files differ",
                                     "author unknown",
                                     "the author's key",
                                     "coauthored",
                                     "exit code 401",
                                     "error at line 503",
                                     "port 502",
                                     "something went wrong",
                                     "4290",
                                     "42.9",
                                     "status 1429",
                                     "moderate",
                                     "authority",
                                     "HTTP 200",
                                     "errno 404",
                                     "\xFF\xFE"});
}

TEST(ClassifyError, FindsHowLongToWait) {
  auto wait = [](const char* text) { return ClassifyError(text).retry_after_ms; };
  EXPECT_EQ(wait("rate limited, retry after 30s"), 30'000);
  EXPECT_EQ(wait("retry-after: 20"), 20'000);
  EXPECT_EQ(wait("Retry-After: 3600\r\n"), 3'600'000);
  EXPECT_EQ(wait("{\"retry_after\": 1.5}"), 1'500);
  EXPECT_EQ(wait("{\"retry_after_ms\": 250}"), 250);
  EXPECT_EQ(wait("\"retryDelay\": \"34.5s\""), 34'500);
  EXPECT_EQ(wait("Please try again in 1m30s."), 90'000);
  EXPECT_EQ(wait("Please try again in 1 minute and 30 seconds"), 90'000);
  EXPECT_EQ(wait("try again in 250ms"), 250);
  EXPECT_EQ(wait("limit will reset in 2m"), 120'000);
  EXPECT_EQ(wait("resets in 3 hours"), 10'800'000);
  EXPECT_EQ(wait("reset in 1h 2m 3s"), 3'723'000);
  EXPECT_EQ(wait("please wait about 5 minutes"), 300'000);
  EXPECT_EQ(wait("try again in 2 days"), 172'800'000);
}

TEST(ClassifyError, DoesNotInventATimeToWait) {
  for (const char* text :
       {"", "retry after a while", "try again at 3pm", "wait 3", "retry after 1700000000", "retry after -5", "took 30s",
        "resets in 1e99 hours", "retry after 0", "retry after ...", "resets in 999999999999999999999h"}) {
    EXPECT_EQ(ClassifyError(text).retry_after_ms, 0) << text;
  }
}

TEST(ClassifyError, LooksAtBothEndsOfALongText) {
  std::string noise(20'000'000, 'x');
  EXPECT_EQ(ClassifyError(noise + " 429 Too Many Requests").error_class, ErrorClass::kRateLimit);
  EXPECT_EQ(ClassifyError("HTTP 503 " + noise).error_class, ErrorClass::kServer);
  EXPECT_EQ(ClassifyError(noise).error_class, ErrorClass::kUnknown);
}

}  // namespace
}  // namespace forge
