#include "surface/cli/live/child_news.h"

#include <fmt/core.h>

#include "base/strings.h"
#include "service/run_queries.h"
#include "surface/view/question_text.h"

namespace forge::cli {
namespace {

constexpr std::int64_t kChildPollMs = 200;
// A run that has nothing else to do ends a moment after its child asks, with the question and its answers in the
// summary.
constexpr std::int64_t kQuestionStaysMs = 3000;
// Most runs never have one, and a look costs more than all else here: only in case that another process starts one.
constexpr std::int64_t kNoChildPollMs = 5000;

}  // namespace

std::chrono::milliseconds ChildNews::Undisturbed() const {
  return std::chrono::milliseconds(children_.empty() && !expected_ ? kNoChildPollMs : kChildPollMs);
}

Status ChildNews::Poll(TimePoint now) {
  if (now.ms - polled_.ms < Undisturbed().count()) return {};
  // The first call comes before anything has begun: what children did earlier is not news.
  const bool first = polled_.ms == 0;
  polled_ = now;
  if (!first) {
    TRY(TellFamily());
    return children_.empty() ? Status() : TellQuestions(now);
  }
  for (const RunRow& row : TRY(RunsBelow(context_.forge(), run_)))
    children_[row.id].last = TRY(context_.forge().store().LastSeq(row.id));
  return {};
}

Status ChildNews::Finish() {
  // Two changes within a millisecond look like one; here none may be missed.
  for (auto& [id, child] : children_) child.updated = {};
  return TellFamily();
}

Status ChildNews::TellFamily() {
  if (polled_.ms == 0) return {};
  for (const RunRow& row : TRY(RunsBelow(context_.forge(), run_))) TRY(TellRows(row));
  return {};
}

Status ChildNews::TellRows(const RunRow& row) {
  Child& child = children_[row.id];
  if (child.updated == row.updated) return {};
  child.updated = row.updated;
  const std::vector<JournalRow> rows = TRY(ReadRunLog(context_.forge(), row.id, child.last, -1));
  if (rows.empty()) return {};
  child.last = rows.back().seq;
  progress_.Tell(rows, child.narrator, fmt::format("run {} ", row.id.value));
  return {};
}

Status ChildNews::TellQuestions(TimePoint now) {
  const std::vector<StoredQuestion> open = TRY(OpenQuestions(context_.forge(), run_));
  for (const StoredQuestion& stored : open) {
    if (stored.run == run_) continue;
    Asked& asked = asked_.try_emplace({stored.run, stored.question.id}, Asked{now, false}).first->second;
    if (asked.told || now.ms - asked.seen.ms < kQuestionStaysMs) continue;
    asked.told = true;
    const std::string answer = stored.question.options.empty() ? "ANSWER" : stored.question.options.front();
    progress_.Say(fmt::format("  to answer: {}", AnswerCommand(stored, answer, {IsOnly(open, stored), false})));
  }
  return {};
}

}  // namespace forge::cli
