// The stream of `opencode run --format json`. Pure.
#include <fmt/core.h>

#include <utility>

#include "agent/vendors/cli_stream.h"
#include "agent/vendors/cli_verdict.h"
#include "agent/vendors/process_answer.h"

namespace forge {
namespace {

// It retries for ever, without a pause, if the server does not answer in its API.
constexpr int kMostEmptySteps = 12;
constexpr std::size_t kLongestLogLine = std::size_t{64} << 10;

Usage OpenCodeUsage(const Json& part) {
  const Json& tokens = part["tokens"];
  Usage usage;
  usage.input_tokens = SaidTokens(tokens["input"]);
  usage.output_tokens = SaidTokens(tokens["output"]);
  usage.cache_read_tokens = SaidTokens(tokens["cache"]["read"]);
  usage.cache_write_tokens = SaidTokens(tokens["cache"]["write"]);
  usage.usd = SaidUsd(part["cost"]);
  return usage;
}

class OpencodeStream : public CliStream {
 public:
  using CliStream::CliStream;

 protected:
  void OnEvent(const Json& event) override {
    const std::string& type = event["type"].AsString();
    const Json& part = event["part"];
    if (const std::string& session = event["sessionID"].AsString(); !session.empty()) answer_.session = session;
    if (type == "step_start") {
      if (!std::exchange(started_, true)) Emit(AgentEvent::Kind::kStarted, request().model);
      fresh_ = true;
      empty_step_ = true;
      CountTurn();
    } else if (type == "text") {
      empty_step_ = empty_step_ && part["text"].AsString().empty();
      if (std::exchange(fresh_, false)) text_.clear();
      text_ += part["text"].AsString();
      Emit(AgentEvent::Kind::kText, part["text"].AsString());
    } else if (type == "reasoning") {
      Emit(AgentEvent::Kind::kThinking, part["text"].AsString());
    } else if (type == "tool_use") {
      OnTool(part);
    } else if (type == "step_finish") {
      OnStep(part);
    } else if (type == "error") {
      error_ = event["error"];
      Emit(AgentEvent::Kind::kNotice, ErrorText(), error_["name"]);
    }
  }

  // Lines of its log: "message=stream providerID=anthropic modelID=claude-sonnet-4-6 session.id=ses_1 small=false ...".
  void FeedSession(std::string_view bytes) override { log_.Feed(bytes); }

  std::optional<AgentAnswer> Verdict(const ProcessResult& result) override {
    if (!error_.is_null()) return Failure();
    if (result.end == ProcessEnd::kExited && result.exit_code != 0) return std::nullopt;
    if (reason_ == "stop") return AgentAnswer();
    if (reason_ == "length") {
      return FailedAnswer(ErrorClass::kContextOverflow, "the answer was cut at the output limit (length)");
    }
    if (reason_ == "content-filter") return FailedAnswer(ErrorClass::kRefusal, "the provider blocked the answer");
    // It stops after a step whose tool was refused, with exit code 0.
    if (reason_ == "tool-calls") {
      return FailedAnswer(ErrorClass::kTooling,
                          "it stopped after a tool call" + (tool_error_.empty() ? "" : ": " + Shortened(tool_error_)));
    }
    if (!reason_.empty()) {
      return FailedAnswer(ErrorClass::kStream, fmt::format("the model's answer ended with `{}`", reason_));
    }
    return std::nullopt;
  }

 private:
  void OnLogLine(std::string_view line) {
    const auto value = [&](std::string_view key) {
      const std::size_t at = line.find(key);
      const std::string_view rest = at == std::string_view::npos ? "" : line.substr(at + key.size());
      return std::string(rest.substr(0, std::min(rest.find(' '), rest.size())));
    };
    if (value(" session.id=") != answer_.session || value(" small=") != "false") return;
    const std::string model = value(" modelID="), provider = value(" providerID=");
    if (!model.empty()) answer_.model = provider.empty() ? model : provider + "/" + model;
  }

  // Reported only when it has ended.
  void OnTool(const Json& part) {
    const Json& state = part["state"];
    const bool failed = state["status"].AsString() == "error";
    empty_step_ = false;
    Emit(AgentEvent::Kind::kToolCall, part["tool"].AsString(), state["input"]);
    const std::string& text = failed ? state["error"].AsString() : state["output"].AsString();
    if (failed) tool_error_ = text;
    Emit(AgentEvent::Kind::kToolResult, Shortened(text), failed ? Json::MakeObject().Set("error", true) : Json());
  }

  void OnStep(const Json& part) {
    reason_ = part["reason"].AsString();
    answer_.stop_reason = reason_;
    answer_.usage += Believed(OpenCodeUsage(part));  // of this step
    answer_.usage += Believed({.output_tokens = SaidTokens(part["tokens"]["reasoning"])});
    Spent(answer_.usage);
    if (reason_ != "stop") GoesOn();
    Emit(AgentEvent::Kind::kUsage, "", ToJson(answer_.usage));
    empty_steps_ = empty_step_ ? empty_steps_ + 1 : 0;
    if (empty_steps_ >= kMostEmptySteps) {
      End(ErrorClass::kStream, fmt::format("{} empty answers from the model in a row", empty_steps_));
    }
  }

  std::string ErrorText() const {
    const std::string& message = error_["data"]["message"].AsString();
    return message.empty() ? error_["name"].AsString("failed without a message") : message;
  }

  AgentAnswer Failure() const {
    const Json& data = error_["data"];
    const std::string& name = error_["name"].AsString();
    AgentAnswer answer = ProviderFailure(static_cast<int>(data["statusCode"].AsInt()),
                                         ErrorText() + "\n" + data["responseBody"].AsString());
    if (name == "ContextOverflowError") answer.error_class = ErrorClass::kContextOverflow;
    if (name == "ContentFilterError") answer.error_class = ErrorClass::kRefusal;
    if (name == "ProviderAuthError") answer.error_class = ErrorClass::kPermanent;
    return answer;
  }

  StreamLines log_{kLongestLogLine, [this](std::string_view line) { OnLogLine(line); }, [](std::size_t) {}};
  bool started_ = false;
  bool fresh_ = false;  // the next text begins a step's message
  bool empty_step_ = false;
  int empty_steps_ = 0;
  std::string reason_, tool_error_;
  Json error_;
};

}  // namespace

std::unique_ptr<CliStream> MakeOpencodeStream(const AgentRequest& request) {
  return std::make_unique<OpencodeStream>(request);
}

}  // namespace forge
