// Claude Code's stream-json. Pure.
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "agent/tools/mcp_tools.h"
#include "agent/vendors/cli_stream.h"
#include "agent/vendors/cli_verdict.h"
#include "agent/vendors/process_answer.h"
#include "base/amounts.h"
#include "base/strings.h"

namespace forge {
namespace {

constexpr std::int64_t kMsPerSecond = 1000;

Usage ClaudeUsage(const Json& json) {
  Usage usage;
  usage.input_tokens = SaidTokens(json["input_tokens"]);
  usage.output_tokens = SaidTokens(json["output_tokens"]);
  usage.cache_read_tokens = SaidTokens(json["cache_read_input_tokens"]);
  usage.cache_write_tokens = SaidTokens(json["cache_creation_input_tokens"]);
  return usage;
}

Usage UsageOfModel(const Json& json) {
  Usage usage;
  usage.input_tokens = SaidTokens(json["inputTokens"]);
  usage.output_tokens = SaidTokens(json["outputTokens"]);
  usage.cache_read_tokens = SaidTokens(json["cacheReadInputTokens"]);
  usage.cache_write_tokens = SaidTokens(json["cacheCreationInputTokens"]);
  return usage;
}

// The word it puts beside an error message.
ErrorClass ClassOfWord(std::string_view word) {
  if (word == "rate_limit") return ErrorClass::kRateLimit;
  if (word == "overloaded" || word == "server_error") return ErrorClass::kServer;
  if (word == "authentication_failed" || word == "billing_error" || word == "model_not_found") {
    return ErrorClass::kPermanent;
  }
  if (word == "max_output_tokens") return ErrorClass::kContextOverflow;
  return ErrorClass::kUnknown;
}

class ClaudeStream : public CliStream {
 public:
  using CliStream::CliStream;

 protected:
  void OnEvent(const Json& event) override {
    const std::string& type = event["type"].AsString();
    if (const std::string& session = event["session_id"].AsString(); !session.empty()) answer_.session = session;
    if (type == "system") return OnSystem(event);
    if (type == "assistant") return OnAssistant(event);
    if (type == "stream_event") return OnPart(event["event"], event["parent_tool_use_id"].AsString());
    if (type == "user") return OnUser(event);
    if (type == "rate_limit_event") return OnLimit(event["rate_limit_info"]);
    if (type == "result") OnResult(event);
  }

  std::optional<AgentAnswer> Verdict(const ProcessResult&) override {
    // Of a program that was ended before it said its result.
    answer_.usage = SoFar();
    messages_.clear();
    if (result_.is_null()) return std::nullopt;
    if (!result_["is_error"].AsBool() && result_["stop_reason"].AsString() != "refusal") return AgentAnswer();
    return Failure();
  }

 private:
  void OnSystem(const Json& event) {
    const std::string& subtype = event["subtype"].AsString();
    if (subtype == "init") {
      // Repeated before every turn.
      if (!std::exchange(started_, true)) {
        Emit(AgentEvent::Kind::kStarted, event["model"].AsString());
        SayOfServers(event["mcp_servers"]);
      }
      answer_.model = event["model"].AsString();
    } else if (subtype == "api_retry") {
      Emit(AgentEvent::Kind::kRetry,
           fmt::format("attempt {} of {} after {} ms: {}", event["attempt"].AsInt(), event["max_retries"].AsInt(),
                       event["retry_delay_ms"].AsInt(), event["error"].AsString()),
           event["error_status"]);
    } else if (subtype == "permission_denied") {
      Emit(AgentEvent::Kind::kNotice, "refused: " + event["tool_name"].AsString(), event["message"]);
    } else if (subtype == "model_fallback") {
      Emit(AgentEvent::Kind::kNotice, "other model: " + event["fallback_model"].AsString());
    } else if (subtype == "compact_boundary") {
      Emit(AgentEvent::Kind::kNotice, "the conversation was compacted", event["compact_metadata"]);
    }
  }

  void SayOfServers(const Json& servers) const {
    for (const Json& server : servers.AsArray()) {
      if (server["status"].AsString() != "failed") continue;
      Emit(AgentEvent::Kind::kNotice, WithoutServer(server["name"].AsString(), "claude could not connect to it"));
    }
  }

  void OnAssistant(const Json& event) {
    const Json& message = event["message"];
    const bool ours = event["parent_tool_use_id"].is_null();
    if (const std::string& error = event["error"].AsString(); !error.empty()) {
      error_word_ = error;
      error_text_ = ContentText(message["content"]);
      trouble_ = error_text_;
      Emit(AgentEvent::Kind::kNotice, error_text_, error);
      return;
    }
    // One event per block, all with the same message id.
    if (const std::string& id = message["id"].AsString(); id != message_) {
      message_ = id;
      if (!messages_.contains(id)) GoesOn();
      CountTurn();
      if (ours) begins_ = true;
    }
    Count(message_, message["usage"]);
    for (const Json& block : message["content"].AsArray()) {
      const std::string& type = block["type"].AsString();
      if (type == "text") {
        Emit(AgentEvent::Kind::kText, block["text"].AsString());
        if (ours) Say(block["text"].AsString());
      } else if (type == "thinking") {
        Emit(AgentEvent::Kind::kThinking, block["thinking"].AsString());
      } else if (type == "tool_use") {
        tool_ = block["name"].AsString();
        Emit(AgentEvent::Kind::kToolCall, tool_, block["input"]);
      }
    }
  }

  // Its answer is what its last message with a text says.
  void Say(const std::string& text) {
    if (std::exchange(begins_, false)) text_.clear();
    text_ += text;
  }

  // The provider's own events: how much a message used is complete only at its end.
  void OnPart(const Json& part, const std::string& parent) {
    const std::string& type = part["type"].AsString();
    if (type == "message_start") {
      GoesOn();  // for what the messages before it used
      open_[parent] = part["message"]["id"].AsString();
      Count(open_[parent], part["message"]["usage"]);
    } else if (type == "message_delta") {
      Count(open_[parent], part["usage"]);
      // With its result it has answered.
      const bool answered = tool_ == "StructuredOutput";
      if (part["delta"]["stop_reason"].AsString() == "tool_use" && !answered) GoesOn();
    }
  }

  void Count(const std::string& message, const Json& usage) {
    if (message.empty() || !usage.is_object()) return;
    Raise(messages_[message], Believed(ClaudeUsage(usage)));
    Spent(SoFar());
  }

  Usage SoFar() const {
    Usage usage = answer_.usage;
    for (const auto& [message, used] : messages_) usage += used;
    return usage;
  }

  void OnUser(const Json& event) {
    for (const Json& block : event["message"]["content"].AsArray()) {
      if (block["type"].AsString() != "tool_result") continue;
      Json data = block["is_error"].AsBool() ? Json::MakeObject().Set("error", true) : Json();
      Emit(AgentEvent::Kind::kToolResult, Shortened(ContentText(block["content"])), std::move(data));
    }
  }

  void OnLimit(const Json& info) {
    std::vector<LimitState> limits;
    for (const auto& [name, window] : info["unifiedWindows"].AsObject()) {
      limits.push_back({name, window["utilization"].AsDouble(), {window["resetsAt"].AsInt() * kMsPerSecond}});
    }
    const TimePoint resets{info["resetsAt"].AsInt() * kMsPerSecond};
    const std::string& window = info["rateLimitType"].AsString();
    rejected_ = info["status"].AsString() == "rejected";
    if (rejected_) answer_.retry_at = resets;
    const bool named =
        std::any_of(limits.begin(), limits.end(), [&](const LimitState& l) { return l.window == window; });
    if (!named && !window.empty()) limits.push_back({window, rejected_ ? 1.0 : 0.0, resets});
    if (!limits.empty()) answer_.limits = std::move(limits);
    Emit(AgentEvent::Kind::kLimit, fmt::format("{}: {}", window, info["status"].AsString()), info);
  }

  // There may be several: when a background agent ends, another turn starts. The last one counts.
  void OnResult(const Json& event) {
    const Json& since = event["model_usage_since_last_result"];
    messages_.clear();
    if (since.AsObject().empty()) answer_.usage += Believed(ClaudeUsage(event["usage"]));
    for (const auto& [model, used] : since.AsObject()) answer_.usage += Believed(UsageOfModel(used));  // subagents too
    // Only the cost is a total of the whole session.
    const double total = Believed({.usd = SaidUsd(event["total_cost_usd"])}).usd;
    const double before = request().session.empty() ? 0 : request().session_usage.usd;
    answer_.usage.usd = total >= before ? total - before : total;
    answer_.stop_reason = event["stop_reason"].AsString();
    if (!event["is_error"].AsBool()) {
      // With a result of the wanted form its text is that form again; what it said is in its messages.
      const Json& structured = event["structured_output"];
      if (const std::string& text = event["result"].AsString(); !text.empty() && structured.is_null()) text_ = text;
      AddStructured(structured);
    }
    Emit(AgentEvent::Kind::kUsage, "", ToJson(answer_.usage));
    Spent(answer_.usage);
    result_ = event;
  }

  void AddStructured(const Json& output) {
    if (output.is_null() || text_.find("```json") != std::string::npos) return;
    text_ += fmt::format("{}```json\n{}\n```\n", text_.empty() ? "" : "\n\n", output.Dump(2));
  }

  std::string Words() const {
    std::string words = result_["result"].AsString();
    if (words.empty()) {
      std::vector<std::string> errors;
      for (const Json& error : result_["errors"].AsArray()) {
        errors.push_back(error.is_string() ? error.AsString() : error["message"].AsString(error.Dump()));
      }
      words = Join(errors, "\n");
    }
    return words.empty() ? error_text_ : words;
  }

  // `subtype` is "success" even for API errors: it counts only if nothing else is set.
  AgentAnswer Failure() const {
    const std::string& reason = result_["terminal_reason"].AsString();
    const std::string& subtype = result_["subtype"].AsString();
    AgentAnswer answer = ProviderFailure(static_cast<int>(result_["api_error_status"].AsInt()), Words());
    if (reason == "prompt_too_long") {
      answer.error_class = ErrorClass::kContextOverflow;
    } else if (result_["stop_reason"].AsString() == "refusal") {
      answer.error_class = ErrorClass::kRefusal;
    } else if (subtype == "error_max_turns" || reason == "max_turns") {
      answer = FailedAnswer(ErrorClass::kTimeout, fmt::format("stopped at the limit of {} turns", request().max_turns));
    } else if (subtype == "error_max_budget_usd" || reason == "budget_exhausted") {
      answer =
          FailedAnswer(ErrorClass::kBudget, fmt::format("stopped: its share of the budget is used up: {}",
                                                        UsdOfText(answer_.usage.usd, request().share.usd.value_or(0))));
    } else if (rejected_) {
      answer.error_class = ErrorClass::kQuota;
      if (answer_.retry_at.ms > 0) answer.retry_at = {};  // its event is more exact than its words
    } else if (reason == "aborted_streaming") {
      answer = FailedAnswer(ErrorClass::kUnknown, "interrupted");
    } else if (answer.error_class == ErrorClass::kUnknown || error_word_ == "max_output_tokens") {
      answer.error_class = ClassOfWord(error_word_);
    }
    if (answer.error.find("/login") != std::string::npos) answer.error_class = ErrorClass::kPermanent;
    return answer;
  }

  bool started_ = false;
  bool rejected_ = false;
  std::string message_, tool_;
  bool begins_ = true;                       // no text of this message was read yet
  std::map<std::string, Usage> messages_;    // by id, since the last result
  std::map<std::string, std::string> open_;  // the message under way, by the call of the subagent whose it is
  std::string error_word_, error_text_;
  Json result_;
};

}  // namespace

std::unique_ptr<CliStream> MakeClaudeStream(const AgentRequest& request) {
  return std::make_unique<ClaudeStream>(request);
}

}  // namespace forge
