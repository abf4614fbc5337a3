#include "service/run_limit.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/json.h"
#include "service/forge.h"
#include "store/store.h"

namespace forge {
namespace {

constexpr std::int64_t kRowsAtOnce = 16;

// The place of the first row that is not older than `at`, minus one: times never go back in a journal.
Result<std::int64_t> SeqBefore(Store& store, RunId run, TimePoint at) {
  std::int64_t low = 0;
  std::int64_t high = TRY(store.LastSeq(run));
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    const auto rows = TRY(store.ReadJournal(run, {.after = middle, .limit = 1}));
    if (!rows.empty() && rows[0].at < at) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// The run's own limit, as it was extended at that time; nothing: it was not, or that of a role or the day was.
Result<std::optional<Budget>> ExtendedAt(Store& store, RunId run, TimePoint at) {
  for (std::int64_t after = TRY(SeqBefore(store, run, at));; after += kRowsAtOnce) {
    const auto rows = TRY(store.ReadJournal(run, {.after = after, .limit = kRowsAtOnce}));
    for (const JournalRow& row : rows) {
      if (row.at > at) return std::nullopt;
      if (row.kind != "budget-extended") continue;
      const Json data = TRY(ParseJson(row.data));
      if (!data.Has("of")) return BudgetFromJson(data);
    }
    if (rows.empty()) return std::nullopt;
  }
}

}  // namespace

Result<Budget> LimitOf(Forge& forge, const RunView& view) {
  std::vector<TimePoint> answered;
  for (const StoredQuestion& stored : view.questions) {
    const Question& question = stored.question;
    if (question.kind == QuestionKind::kBudget && question.status == QuestionStatus::kAnswered)
      answered.push_back(question.answered);
  }
  std::ranges::sort(answered, std::ranges::greater());
  for (TimePoint at : answered) {
    if (const auto limit = TRY(ExtendedAt(forge.store(), view.run.id, at))) return *limit;
  }
  const auto first = TRY(forge.store().ReadJournal(view.run.id, {.after = 0, .limit = 1}));
  if (first.empty()) return Budget{};
  return BudgetFromJson(TRY(ParseJson(first[0].data))["budget"]);
}

}  // namespace forge
