// The events of `codex exec --json`. Pure.
#include <algorithm>

#include "agent/vendors/cli_stream.h"
#include "agent/vendors/cli_verdict.h"
#include "agent/vendors/process_answer.h"
#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kLongestRecord = std::size_t{1} << 20;  // a longer line of it tells no usage

std::int64_t AtLeastZero(std::int64_t value) { return std::max<std::int64_t>(0, value); }

// Its input count includes the cached part.
Usage CodexUsage(const Json& json) {
  Usage usage;
  usage.cache_read_tokens = SaidTokens(json["cached_input_tokens"]);
  usage.cache_write_tokens = SaidTokens(json["cache_write_input_tokens"]);
  usage.input_tokens =
      WithoutCached(WithoutCached(SaidTokens(json["input_tokens"]), usage.cache_read_tokens), usage.cache_write_tokens);
  usage.output_tokens = SaidTokens(json["output_tokens"]);
  return usage;
}

Usage Difference(const Usage& total, const Usage& before) {
  Usage usage;
  usage.input_tokens = AtLeastZero(total.input_tokens - before.input_tokens);
  usage.output_tokens = AtLeastZero(total.output_tokens - before.output_tokens);
  usage.cache_read_tokens = AtLeastZero(total.cache_read_tokens - before.cache_read_tokens);
  usage.cache_write_tokens = AtLeastZero(total.cache_write_tokens - before.cache_write_tokens);
  return usage;
}

class CodexStream : public CliStream {
 public:
  using CliStream::CliStream;

 protected:
  void OnEvent(const Json& event) override {
    const std::string& type = event["type"].AsString();
    if (type == "thread.started") {
      answer_.session = event["thread_id"].AsString();
      Emit(AgentEvent::Kind::kStarted, request().model);
    } else if (type == "item.started") {
      OnStarted(event["item"]);
    } else if (type == "item.completed") {
      OnCompleted(event["item"]);
    } else if (type == "turn.completed") {
      completed_ = true;
      TakeTotal(Believed(CodexUsage(event["usage"])));
      Emit(AgentEvent::Kind::kUsage, "", ToJson(answer_.usage));
    } else if (type == "turn.failed") {
      failure_ = event["error"]["message"].AsString("failed without a message");
    } else if (type == "error") {
      OnError(event["message"].AsString());
    }
  }

  // Its own record of the session tells what is used after each answer; its stream only at the end.
  void FeedSession(std::string_view bytes) override { record_.Feed(bytes); }

  std::optional<AgentAnswer> Verdict(const ProcessResult& result) override {
    if (failure_) return ProviderFailure(StatusInWords(*failure_), *failure_);
    if (completed_) {
      // A refusal ends like this: no message, and no work.
      if (text_.empty() && turns() == 0) return FailedAnswer(ErrorClass::kEmpty, "the agent gave no answer");
      return AgentAnswer();
    }
    if (!error_.empty() && result.end == ProcessEnd::kExited && result.exit_code != 0) {
      return ProviderFailure(StatusInWords(error_), error_);
    }
    return std::nullopt;
  }

 private:
  // A total of the whole thread, including earlier calls.
  void TakeTotal(const Usage& total) {
    const Usage used = request().session.empty() ? total : Difference(total, request().session_usage);
    Raise(answer_.usage, used);
    Spent(answer_.usage);
  }

  void OnRecord(std::string_view line) {
    const auto event = line.find("token_count") == std::string_view::npos ? Result<Json>(Json()) : ParseJson(line);
    if (!event || (*event)["payload"]["type"].AsString() != "token_count") return;
    const Json& total = (*event)["payload"]["info"]["total_token_usage"];
    if (total.is_object()) TakeTotal(Believed(CodexUsage(total)));
  }

  void OnStarted(const Json& item) {
    const std::string& type = item["type"].AsString();
    GoesOn();
    if (type == "command_execution") {
      Emit(AgentEvent::Kind::kToolCall, "command", Json::MakeObject().Set("command", item["command"]));
    } else if (type == "file_change") {
      Emit(AgentEvent::Kind::kToolCall, "file_change", item["changes"]);
    } else if (type == "mcp_tool_call") {
      Emit(AgentEvent::Kind::kToolCall, item["server"].AsString() + "." + item["tool"].AsString(), item["arguments"]);
    } else if (type == "web_search") {
      Emit(AgentEvent::Kind::kToolCall, "web_search", item["query"]);
    }
  }

  void OnCompleted(const Json& item) {
    const std::string& type = item["type"].AsString();
    if (IsOneOf(type, {"command_execution", "file_change", "mcp_tool_call"})) GoesOn();
    if (type == "agent_message") {
      // Each failed attempt adds one; the last one counts.
      text_ = item["text"].AsString();
      Emit(AgentEvent::Kind::kText, text_);
    } else if (type == "reasoning") {
      Emit(AgentEvent::Kind::kThinking, item["text"].AsString());
    } else if (type == "command_execution") {
      CountTurn();
      Emit(AgentEvent::Kind::kToolResult, Shortened(item["aggregated_output"].AsString()),
           Json::MakeObject().Set("exit_code", item["exit_code"]));
    } else if (type == "file_change") {
      CountTurn();
      Emit(AgentEvent::Kind::kToolResult, item["status"].AsString(), item["changes"]);
    } else if (type == "mcp_tool_call") {
      CountTurn();
      const bool failed = !item["error"].is_null();
      Emit(AgentEvent::Kind::kToolResult,
           Shortened(failed ? item["error"]["message"].AsString() : ContentText(item["result"]["content"])));
    } else if (type == "error") {
      Emit(AgentEvent::Kind::kNotice, item["message"].AsString());
    }
  }

  void OnError(const std::string& message) {
    if (message.starts_with("Reconnecting")) return Emit(AgentEvent::Kind::kRetry, message);
    error_ = message;
    Emit(AgentEvent::Kind::kNotice, message);
  }

  StreamLines record_{kLongestRecord, [this](std::string_view line) { OnRecord(line); }, [](std::size_t) {}};
  bool completed_ = false;
  std::optional<std::string> failure_;
  std::string error_;
};

}  // namespace

std::unique_ptr<CliStream> MakeCodexStream(const AgentRequest& request) {
  return std::make_unique<CodexStream>(request);
}

}  // namespace forge
