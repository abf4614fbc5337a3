// The stream of JSON lines an agent program writes, read as it comes: events for those who watch, and at its end one
// answer. One subclass per program. Knows no processes but how they ended.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "agent/runtime.h"
#include "agent/vendors/stream_lines.h"
#include "model/json.h"
#include "os/process/process.h"

namespace forge {

class CliStream {
 public:
  // Borrows the request.
  explicit CliStream(const AgentRequest& request);
  virtual ~CliStream() = default;
  CliStream(const CliStream&) = delete;
  CliStream& operator=(const CliStream&) = delete;

  void Feed(std::string_view bytes);
  // The program goes on and on: it should be ended, and Finish says why.
  bool over() const { return over_.has_value(); }
  // Once, when the process has ended. An exit code is not a verdict: the stream is asked first.
  AgentAnswer Finish(const ProcessResult& result);

 protected:
  virtual void OnEvent(const Json& event) = 0;
  // The stream's own verdict; nothing: it never said how it ended.
  virtual std::optional<AgentAnswer> Verdict(const ProcessResult& result) = 0;
  // The process ended by itself and the stream has no verdict.
  virtual AgentAnswer WithoutVerdict(const ProcessResult& result);
  // As far as it came.
  virtual std::string Text() const { return text_; }

  void Emit(AgentEvent::Kind kind, std::string text, Json data = {}) const;
  void CountTurn();  // one more request to the model
  void End(ErrorClass error_class, std::string why);
  std::int64_t turns() const { return turns_; }
  const AgentRequest& request() const { return request_; }

  std::string text_;    // the final message so far
  AgentAnswer answer_;  // session, model, usage, limits, stop reason: whatever the verdict

 private:
  void OnLine(std::string_view line);

  const AgentRequest& request_;
  StreamLines lines_;
  std::int64_t turns_ = 0;
  std::int64_t strange_lines_ = 0;
  std::optional<AgentAnswer> over_;
};

// Text of a message's or a tool result's content: a string, or an array of blocks with text in them.
std::string ContentText(const Json& content);
// Short enough for an event.
std::string Shortened(std::string_view text);

// More than anybody's work takes; only a loop gets there.
inline constexpr std::int64_t kMostTurns = 1000;

}  // namespace forge
