// Streams of providers: whatever comes, in whatever pieces, the events are the same, and an answer is put together or
// called incomplete.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "agent/native/native_protocol.h"
#include "agent/native/sse.h"
#include "base/result.h"
#include "model/json.h"
#include "target.h"

namespace {

using namespace forge;

std::vector<std::string> Events(std::string_view text, std::size_t piece) {
  std::vector<std::string> events;
  SseParser parser(std::size_t{1} << 16);
  auto take = [&](std::string_view event, std::string_view data) {
    events.push_back(std::string(event) + "\n" + std::string(data));
    return true;
  };
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) parser.Feed(text.substr(0, piece), take);
  parser.End(take);
  return events;
}

void Read(AnswerReader& reader, std::string_view text) {
  SseParser parser;
  auto take = [&](std::string_view event, std::string_view data) { return reader.TakeEvent(event, data); };
  if (parser.Feed(text, take)) parser.End(take);
  const ModelAnswer answer = reader.Finish();
  CHECK(answer.wire.empty() || ParseJson(answer.wire).has_value());
  for (const ToolUse& use : answer.tools) CHECK(use.input.is_object());
}

}  // namespace

FUZZ_TARGET(sse) {
  CHECK(Events(text, 1) == Events(text, text.size() + 1));
  Read(*MakeAnthropicReader(), text);
  Read(*MakeOpenAiReader(), text);
  Read(*MakeResponsesReader(), text);
  MakeAnthropicReader()->TakeWhole(text);
  MakeOpenAiReader()->TakeWhole(text);
  MakeResponsesReader()->TakeWhole(text);
}
