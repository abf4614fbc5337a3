// The stream of `gemini -o stream-json`. Pure.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

#include "agent/vendors/cli_stream.h"
#include "agent/vendors/cli_verdict.h"
#include "agent/vendors/process_answer.h"
#include "base/strings.h"

namespace forge {
namespace {

constexpr int kBadLogin = 41;
constexpr int kBadInput = 42;
constexpr int kTurnLimit = 53;
constexpr int kUntrusted = 55;
constexpr std::int64_t kMostThoughts = 1'000'000'000;  // of one answer

// Its exit code is the last eight bits of the HTTP status.
int StatusOfExit(int exit_code) {
  constexpr std::array kStatuses = {400, 401, 403, 404, 408, 413, 429, 500, 502, 503, 504, 529};
  for (int status : kStatuses) {
    if ((status & 0xff) == exit_code && exit_code != 1) return status;
  }
  return 0;
}

Usage GeminiUsage(const Json& stats) {
  Usage usage;
  usage.cache_read_tokens = SaidTokens(stats["cached"]);
  usage.input_tokens = WithoutCached(SaidTokens(stats["input_tokens"]), usage.cache_read_tokens);
  usage.output_tokens = SaidTokens(stats["output_tokens"]);
  return usage;
}

constexpr std::size_t kLongestEntry = std::size_t{32} << 20;  // of the record: it has the results of tools

Usage UsageOfMessage(const Json& tokens) {
  Usage usage;
  usage.cache_read_tokens = SaidTokens(tokens["cached"]);
  usage.input_tokens = WithoutCached(SaidTokens(tokens["input"]), usage.cache_read_tokens);
  const std::int64_t thoughts = SaidTokens(tokens["thoughts"]);
  usage.output_tokens = SaidTokens(tokens["output"]);
  if (usage.output_tokens >= 0 && thoughts > 0 && thoughts < kMostThoughts) usage.output_tokens += thoughts;
  return usage;
}

class GeminiStream : public CliStream {
 public:
  using CliStream::CliStream;

 protected:
  void OnEvent(const Json& event) override {
    const std::string& type = event["type"].AsString();
    if (type == "init") {
      answer_.session = event["session_id"].AsString();
      answer_.model = event["model"].AsString();
      Emit(AgentEvent::Kind::kStarted, answer_.model);
    } else if (type == "message") {
      OnMessage(event);
    } else if (type == "tool_use") {
      GoesOn();
      worked_ = true;
      fresh_ = true;
      CountTurn();
      Emit(AgentEvent::Kind::kToolCall, event["tool_name"].AsString(), event["parameters"]);
    } else if (type == "tool_result") {
      GoesOn();
      const bool failed = event["status"].AsString() == "error";
      const std::string& text = failed ? event["error"]["message"].AsString() : event["output"].AsString();
      Emit(AgentEvent::Kind::kToolResult, Shortened(text), failed ? Json::MakeObject().Set("error", true) : Json());
    } else if (type == "error") {
      warning_ = event["message"].AsString();
      Emit(AgentEvent::Kind::kNotice, warning_);
    } else if (type == "result") {
      result_ = event;
      Raise(answer_.usage, Believed(GeminiUsage(event["stats"])));
      Spent(answer_.usage);
      Emit(AgentEvent::Kind::kUsage, "", ToJson(answer_.usage));
    }
  }

  // Its record of the session tells what each answer used, with its thoughts; its stream only the sum, at the end.
  void FeedSession(std::string_view bytes) override { record_.Feed(bytes); }

  std::optional<AgentAnswer> Verdict(const ProcessResult& result) override {
    if (result_.is_null()) return std::nullopt;
    const int exit_code = result.end == ProcessEnd::kExited ? result.exit_code : 0;
    if (result_["status"].AsString() != "success") return Failure(exit_code, result_["error"]["message"].AsString());
    return Doubt(result);
  }

  AgentAnswer WithoutVerdict(const ProcessResult& result) override {
    if (result.end == ProcessEnd::kExited && result.exit_code != 0) return Failure(result.exit_code, result.err);
    return CliStream::WithoutVerdict(result);
  }

 private:
  void OnRecord(std::string_view line) {
    const auto entry = line.find("\"tokens\"") == std::string_view::npos ? Result<Json>(Json()) : ParseJson(line);
    if (!entry || (*entry)["type"].AsString() != "gemini" || !(*entry)["tokens"].is_object()) return;
    Raise(messages_[(*entry)["id"].AsString()], Believed(UsageOfMessage((*entry)["tokens"])));
    Usage all;
    for (const auto& [id, used] : messages_) all += used;
    Raise(answer_.usage, all);
    Spent(answer_.usage);
  }

  void OnMessage(const Json& event) {
    if (event["role"].AsString() != "assistant") return;
    const std::string& text = event["content"].AsString();
    // Text before a tool call is not the final message.
    if (std::exchange(fresh_, false) || !event["delta"].AsBool()) text_.clear();
    text_ += text;
    Emit(AgentEvent::Kind::kText, text, event["delta"].AsBool() ? Json::MakeObject().Set("delta", true) : Json());
  }

  // It reports success even when it stopped at a filter, at the output limit or in a loop.
  std::optional<AgentAnswer> Doubt(const ProcessResult& result) const {
    if (Lower(warning_).contains("loop detected")) return FailedAnswer(ErrorClass::kUnknown, warning_);
    for (std::string_view text : {std::string_view(warning_), std::string_view(result.err)}) {
      if (text.contains("MAX_TOKENS")) {
        return FailedAnswer(ErrorClass::kContextOverflow, "the answer was cut at the output limit (MAX_TOKENS)");
      }
      for (const char* reason : {"SAFETY", "PROHIBITED_CONTENT", "RECITATION", "BLOCKLIST"}) {
        if (text.contains(reason)) {
          return FailedAnswer(ErrorClass::kRefusal, fmt::format("the provider blocked the answer ({})", reason));
        }
      }
    }
    if (Trim(text_).empty() && !worked_) {
      return FailedAnswer(ErrorClass::kEmpty, "the agent gave no answer; a filter may have stopped it");
    }
    return AgentAnswer();
  }

  AgentAnswer Failure(int exit_code, std::string_view words) const {
    AgentAnswer answer = ProviderFailure(StatusOfExit(exit_code), words);
    if (exit_code == kBadLogin || exit_code == kUntrusted || exit_code == kBadInput) {
      answer.error_class = ErrorClass::kPermanent;
    }
    if (exit_code == kTurnLimit) answer.error_class = ErrorClass::kTimeout;
    return answer;
  }

  StreamLines record_{kLongestEntry, [this](std::string_view line) { OnRecord(line); }, [](std::size_t) {}};
  std::map<std::string, Usage> messages_;  // of the record, by id
  bool fresh_ = false;                     // the next text begins a message
  bool worked_ = false;
  std::string warning_;
  Json result_;
};

}  // namespace

std::unique_ptr<CliStream> MakeGeminiStream(const AgentRequest& request) {
  return std::make_unique<GeminiStream>(request);
}

}  // namespace forge
