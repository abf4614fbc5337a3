// Gemini's generateContent.
#include <fmt/core.h>

#include <utility>

#include "wire.h"

namespace forge::llm {
namespace {

std::string GeminiFinish(const Turn& turn) {
  if (!turn.stop.empty()) return turn.stop;
  return turn.fault == "refusal" ? "SAFETY" : "STOP";
}

Json GeminiUsage(const Turn& turn) {
  const Usage& usage = turn.usage;
  const std::int64_t prompt = usage.input_tokens + usage.cache_read_tokens;
  return Json::MakeObject()
      .Set("promptTokenCount", prompt)
      .Set("cachedContentTokenCount", usage.cache_read_tokens)
      .Set("candidatesTokenCount", usage.output_tokens)
      .Set("totalTokenCount", prompt + usage.output_tokens);
}

Json Part(std::string_view text, bool thought) {
  Json part = Json::MakeObject().Set("text", text);
  if (thought) part.Set("thought", true);
  return part;
}

Json CallPart(const ToolCall& call) {
  Json function = Json::MakeObject().Set("name", call.name);
  function.Set("args", ParseJson(call.arguments).value_or(Json::MakeObject()));
  if (!call.id.empty()) function.Set("id", call.id);
  return Json::MakeObject().Set("functionCall", function).Set("thoughtSignature", "c2NyaXB0ZWQ=");
}

Json Answer(const Turn& turn, const Asked& asked, Json parts, bool last) {
  Json content = Json::MakeObject().Set("role", "model").Set("parts", std::move(parts));
  Json candidate = Json::MakeObject().Set("content", content).Set("index", 0);
  if (last) candidate.Set("finishReason", GeminiFinish(turn));
  return Json::MakeObject()
      .Set("candidates", Json::MakeArray().Append(candidate))
      .Set("usageMetadata", GeminiUsage(turn))
      .Set("modelVersion", asked.model)
      .Set("responseId", fmt::format("gemini-{}", asked.number));
}

}  // namespace

std::vector<std::string> GeminiEvents(const Turn& turn, const Asked& asked) {
  std::vector<std::string> events;
  auto add = [&](Json part) {
    events.push_back(Sse("", Answer(turn, asked, Json::MakeArray().Append(std::move(part)), false)));
  };
  for (const std::string& piece : Pieces(turn.thinking, turn.chunk)) add(Part(piece, true));
  for (const std::string& piece : Pieces(turn.text, turn.chunk)) add(Part(piece, false));
  for (const ToolCall& call : turn.tools) add(CallPart(call));
  events.push_back(Sse("", Answer(turn, asked, Json::MakeArray().Append(Part("", false)), true)));
  return events;
}

std::string GeminiBody(const Turn& turn, const Asked& asked) {
  Json parts = Json::MakeArray();
  if (!turn.thinking.empty()) parts.Append(Part(turn.thinking, true));
  if (!turn.text.empty()) parts.Append(Part(turn.text, false));
  for (const ToolCall& call : turn.tools) parts.Append(CallPart(call));
  return Answer(turn, asked, std::move(parts), true).Dump();
}

}  // namespace forge::llm
