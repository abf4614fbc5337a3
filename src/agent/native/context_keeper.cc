#include "agent/native/context_keeper.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "agent/native/context_budget.h"
#include "agent/native/native_models.h"
#include "agent/native/tell.h"
#include "base/strings.h"

namespace forge {
namespace {

using Kind = AgentEvent::Kind;

// A summary costs a request and the cache of the old part, so it must last; until then shortening has to do.
constexpr std::int64_t kBetweenSummaries = 10;
constexpr std::size_t kShortestMost = 4000;  // bytes; however large the tools are

}  // namespace

ContextKeeper::ContextKeeper(const NativeSettings& settings, const AgentRequest& request, const ModelSettings& model,
                             ProviderLine& line, Hooks hooks)
    : settings_(settings),
      request_(request),
      model_(model),
      line_(line),
      hooks_(std::move(hooks)),
      since_(kBetweenSummaries) {
  for (const ToolSpec& tool : model_.tools)
    tool_bytes_ += tool.name.size() + tool.description.size() + tool.schema.Dump().size() + 50;
}

// Bytes that a conversation may have.
std::size_t ContextKeeper::Most() const {
  const std::int64_t window = settings_.context_tokens > 0 ? settings_.context_tokens : model_.facts.context_tokens;
  // Reserves space for the answer, but leaves some for the prompt.
  const std::int64_t room = std::max(window / 2, window - MostOutputTokens(model_.facts));
  const auto bytes = static_cast<std::size_t>(static_cast<double>(room) * line_.bytes_per_token() * 0.9);
  return std::max(bytes - std::min(bytes, tool_bytes_), kShortestMost);
}

Usage ContextKeeper::Fit(Conversation& talk) {
  ++since_;
  Usage cost;
  const std::size_t most = Most();
  if (Bytes(talk) <= most) return cost;
  const std::optional<OldPart> old = FindOldPart(talk, most);
  if (old && since_ > kBetweenSummaries) cost = Summarise(talk, *old, most);
  const FitReport report = FitContext(talk, most);
  if (!report.changed()) return cost;
  Tell(request_, Kind::kNotice,
       fmt::format("shortened the context: {} tool results cut, {} exchanges left out", report.shortened,
                   report.left_out));
  return cost;
}

// The request is the conversation with one more message, so that the provider's cache has all that comes before it.
// One that fails is not repeated: shortening needs no provider.
Usage ContextKeeper::Summarise(Conversation& talk, const OldPart& old, std::size_t most) {
  since_ = 0;
  talk.messages.push_back({Message::Role::kUser, std::string(kAskSummary), {}, ""});
  const Reached reached = line_.AskOnce(talk, model_, false);
  talk.messages.pop_back();
  const ModelAnswer& said = reached.answer;
  if (!said.usage.empty()) Tell(request_, Kind::kUsage, "", ToJson(said.usage));
  const bool empty = Trim(said.text).empty() || said.stop == ModelAnswer::Stop::kRefusal;
  if (reached.error || empty) {
    Tell(request_, Kind::kNotice,
         "could not summarise the context: " + (reached.error ? reached.error->message : "the summary is empty"));
    return said.usage;
  }
  NoteWork(talk, old, work_);
  const std::string summary = ShortenAtSections(said.text, std::max<std::size_t>(most / 5, 1500));
  std::string message = SummaryMessage(old, summary, hooks_.plan ? hooks_.plan() : "", work_);
  Tell(request_, Kind::kNotice,
       fmt::format("summarised the context: {} exchanges ({} bytes) are now {} bytes", old.exchanges, old.bytes,
                   message.size()),
       Json::MakeObject().Set("summary", ValidUtf8(summary)));
  ReplaceOldPart(talk, old, std::move(message));
  if (hooks_.on_summary) hooks_.on_summary();
  return said.usage;
}

}  // namespace forge
