// Reads the JSON lines of an agent program as they arrive: events for the log and the live view, and one answer at the
// end. One subclass per program. Knows of the process only how it ended.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "agent/runtime.h"
#include "agent/spending.h"
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
  // The program must be ended; Finish gives the reason.
  bool over() const { return over_.has_value(); }
  // The bytes that the program has added to the file of its session, for one that tells its usage only there.
  virtual void FeedSession(std::string_view) {}
  const std::string& session() const { return answer_.session; }
  // Call once, when the process has ended. The stream decides first, then the exit code.
  AgentAnswer Finish(const ProcessResult& result);

 protected:
  virtual void OnEvent(const Json& event) = 0;
  // The stream's own verdict; nothing if the stream has none.
  virtual std::optional<AgentAnswer> Verdict(const ProcessResult& result) = 0;
  // The process ended by itself and the stream has no verdict.
  virtual AgentAnswer WithoutVerdict(const ProcessResult& result);
  // The partial answer.
  virtual std::string Text() const { return text_; }

  void Emit(AgentEvent::Kind kind, std::string text, Json data = {}) const;
  void CountTurn();  // one more request to the model
  // One report of the program without what cannot be true.
  Usage Believed(const Usage& said) const { return forge::Believed(said, request_); }
  // What was used in all so far. Once the share is used up, the program must be ended before it asks its model again.
  void Spent(const Usage& total);
  // It works on after the model's answer, and so will ask again.
  void GoesOn();
  void End(ErrorClass error_class, std::string why);
  std::int64_t turns() const { return turns_; }
  const AgentRequest& request() const { return request_; }

  std::string text_;     // the final message so far
  std::string trouble_;  // the last error that the program reported in its stream
  AgentAnswer answer_;   // session, model, usage, limits, stop reason, for any verdict

 private:
  void OnLine(std::string_view line);

  const AgentRequest& request_;
  StreamLines lines_;
  std::int64_t turns_ = 0;
  std::int64_t strange_lines_ = 0;
  std::string strange_;  // the last of them
  std::optional<std::string> used_up_;
  std::optional<AgentAnswer> over_;
};

// One for each program, in its own file.
std::unique_ptr<CliStream> MakeClaudeStream(const AgentRequest& request);
std::unique_ptr<CliStream> MakeCodexStream(const AgentRequest& request);
std::unique_ptr<CliStream> MakeGeminiStream(const AgentRequest& request);
std::unique_ptr<CliStream> MakeOpencodeStream(const AgentRequest& request);

// The text of a message or a tool result: a string, or an array of text blocks.
std::string ContentText(const Json& content);
// Short enough for an event.
std::string Shortened(std::string_view text);

// More than any real work needs; only an endless loop reaches it.
inline constexpr std::int64_t kMostTurns = 1000;

}  // namespace forge
