#include "agent/native/compaction.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/strings.h"

namespace forge {

const std::string_view kAskSummary =
    "This conversation is close to your limit. Everything except the task and the last exchanges will now be replaced "
    "by what you write as an answer to this message. Write it for yourself, in at most 600 words: your plan and how "
    "far you are; what you found out, with paths, names and line numbers; what you decided, and why; what you changed; "
    "which commands you ran, what failed last and what you know of its cause; what comes next. Write text only, and "
    "call no tool.";

namespace {

constexpr std::size_t kMostFresh = 4;  // exchanges
constexpr std::size_t kMostFailures = 3;
constexpr std::size_t kLongestFailure = 400;
constexpr std::size_t kMostFiles = 60;

void AddOnce(std::vector<std::string>& list, const std::string& item) {
  if (item.empty() || std::ranges::find(list, item) != list.end()) return;
  if (list.size() >= kMostFiles) list.erase(list.begin());
  list.push_back(item);
}

std::string FailureLine(const ToolReply& reply) {
  const std::string text = ValidUtf8(KeepHeadAndTail(Trim(reply.text), kLongestFailure / 2, kLongestFailure / 2));
  return reply.about.empty() ? fmt::format("{}: {}", reply.name, text)
                             : fmt::format("{} {}: {}", reply.name, reply.about, text);
}

}  // namespace

std::optional<OldPart> FindOldPart(const Conversation& talk, std::size_t most) {
  const std::vector<Message>& messages = talk.messages;
  OldPart old;
  std::size_t fresh = 0, bytes = 0;
  for (std::size_t i = messages.size(); i-- > 1;) {
    bytes += Bytes(messages[i]);
    if (messages[i].role != Message::Role::kModel) continue;
    if (fresh > 0 && (fresh == kMostFresh || bytes > most / 4)) break;
    ++fresh;
    old.end = i;
  }
  for (std::size_t i = 1; i < old.end; ++i) {
    if (messages[i].stays) continue;
    old.bytes += Bytes(messages[i]);
    if (messages[i].role == Message::Role::kModel) ++old.exchanges;
  }
  if (old.exchanges == 0 || old.bytes < most / 4) return std::nullopt;
  return old;
}

void NoteWork(const Conversation& talk, const OldPart& old, KnownWork& work) {
  for (std::size_t i = 1; i < old.end; ++i) {
    for (const ToolReply& reply : talk.messages[i].replies) {
      const bool writes = reply.name == "Write" || reply.name == "Edit";
      if (reply.failed) work.failures.push_back(FailureLine(reply));
      if (!reply.failed && writes) AddOnce(work.changed, reply.about);
      if (!reply.failed && reply.name == "Read") AddOnce(work.read, reply.about);
    }
  }
  if (work.failures.size() > kMostFailures) {
    work.failures.erase(work.failures.begin(), work.failures.end() - kMostFailures);
  }
  std::erase_if(work.read,
                [&](const std::string& file) { return std::ranges::find(work.changed, file) != work.changed.end(); });
}

std::string SummaryMessage(const OldPart& old, std::string_view said, std::string_view plan, const KnownWork& work) {
  std::string text =
      fmt::format("Your summary of the {} exchanges that stood here and were left out to save space:\n\n{}\n",
                  old.exchanges, Trim(said));
  if (!Trim(plan).empty()) text += fmt::format("\nYour list of what is to do:\n{}\n", Trim(plan));
  if (!work.changed.empty()) text += fmt::format("\nFiles that you changed: {}\n", Join(work.changed, ", "));
  if (!work.read.empty()) text += fmt::format("\nFiles that you only read: {}\n", Join(work.read, ", "));
  if (!work.failures.empty()) text += "\nThe last calls that failed:\n";
  for (const std::string& failure : work.failures) text += fmt::format("- {}\n", failure);
  return text + "\nGo on with the task from here.";
}

void ReplaceOldPart(Conversation& talk, const OldPart& old, std::string message) {
  std::vector<Message> kept;
  const auto end = talk.messages.begin() + static_cast<std::ptrdiff_t>(old.end);
  std::copy_if(talk.messages.begin(), end, std::back_inserter(kept),
               [&](const Message& one) { return one.stays || &one == &talk.messages.front(); });
  kept.push_back(
      {.role = Message::Role::kUser, .text = std::move(message), .replies = {}, .wire = "", .summary = true});
  std::move(end, talk.messages.end(), std::back_inserter(kept));
  talk.messages = std::move(kept);
}

}  // namespace forge
