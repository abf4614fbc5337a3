#include "surface/mcp/tools/run_news.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "engine/ports.h"
#include "engine/state.h"
#include "surface/view/picture.h"

namespace forge::mcp {
namespace {

constexpr std::size_t kMostItems = 1000;
constexpr std::int64_t kAgainMs = 10'000;

const char* LevelOf(const Story& story) {
  if (story.tone == Tone::kBad) return "error";
  if (story.weight == Weight::kDetail) return "debug";
  return story.tone == Tone::kWarn ? "warning" : "info";
}

}  // namespace

DriveOptions RunNews::Watch(RunId run) {
  {
    const std::scoped_lock lock(mutex_);
    narrators_[run] = Narrator();
    fresh_.insert(run);
  }
  DriveOptions options;
  // The narrator is told what is in flight with the first batch: before it there is no state.
  options.on_batch = [this, run](const State& state, const Batch& batch) { Take(run, state, batch); };
  return options;
}

void RunNews::Take(RunId run, const State& state, const Batch& batch) {
  const std::scoped_lock lock(mutex_);
  Narrator& narrator = narrators_[run];
  if (fresh_.erase(run) > 0 && !state.units.empty()) TellUnderWay(run, state, batch, narrator);
  for (const JournalRow& row : batch.rows) {
    const Story story = narrator.Tell(row);
    if (story.text.empty()) continue;
    Json data = Json::MakeObject().Set("run", run.value).Set("event", row.kind);
    data.Set("where", story.where).Set("text", story.text);
    data.Set("stepsDone", batch.run_row.steps_done).Set("stepsTotal", batch.run_row.steps_total);
    items_.push_back({next_++, run, LevelOf(story), std::move(data)});
  }
  while (items_.size() > kMostItems) items_.pop_front();
  if (IsEnd(state.status)) narrators_.erase(run);
}

// The first unit of a run starts in the batch that makes the run, before any engine has it.
void RunNews::TellUnderWay(RunId run, const State& state, const Batch& batch, Narrator& narrator) {
  narrator.Know(state);
  const auto began_now = [&](UnitId unit) {
    return std::ranges::any_of(batch.rows, [&](const JournalRow& row) {
      return row.kind == "unit-started" && ParseJson(row.data).value_or(Json())["unit"].AsInt() == unit.value;
    });
  };
  for (const UnderWay& item : MakePicture(run, state, state.last_at, true).under_way) {
    if (!IsOneOf(Name(state.units.at(item.unit).kind), {"agent", "child", "learn"}) || began_now(item.unit)) continue;
    Json data = Json::MakeObject().Set("run", run.value).Set("event", "unit-started");
    data.Set("where", item.where).Set("text", "started");
    data.Set("stepsDone", batch.run_row.steps_done).Set("stepsTotal", batch.run_row.steps_total);
    items_.push_back({next_++, run, "info", std::move(data)});
  }
}

std::uint64_t RunNews::next() const {
  const std::scoped_lock lock(mutex_);
  return next_;
}

std::vector<NewsItem> RunNews::Since(std::uint64_t first, std::optional<RunId> run) const {
  const std::scoped_lock lock(mutex_);
  std::vector<NewsItem> found;
  std::ranges::copy_if(items_, std::back_inserter(found),
                       [&](const NewsItem& item) { return item.number >= first && (!run || item.run == *run); });
  return found;
}

std::optional<RunProgressCount::Told> RunProgressCount::Again(TimePoint now) {
  if (!last_ || now.ms - last_at_.ms < kAgainMs) return std::nullopt;
  return Count(NewsItem(*last_), now);
}

RunProgressCount::Told RunProgressCount::Count(const NewsItem& item, TimePoint now) {
  last_ = item;
  last_at_ = now;
  const std::int64_t done = item.data["stepsDone"].AsInt();
  const std::int64_t total = item.data["stepsTotal"].AsInt();
  within_ = done > done_ ? 0 : within_ + 1;
  done_ = std::max(done_, done);
  Told told;
  // The protocol wants each number to be larger than the one before. Within a step it comes closer to the next one, and
  // what follows the last step is as long as one.
  const double most = total > 0 ? static_cast<double>(total) : 1;
  const double passed = static_cast<double>(done_) + static_cast<double>(within_) / (within_ + 1);
  told.progress = total > 0 ? passed * most / (most + 1) : passed;
  if (told.progress <= told_) told.progress = told_ + (most - told_) / 8;
  told_ = told.progress;
  if (total > 0) told.total = static_cast<double>(total);
  const std::string& where = item.data["where"].AsString();
  const std::string steps = total > 0 ? fmt::format("{} of {} steps done; ", done, total) : "";
  told.message = steps + (where.empty() ? "" : where + ": ") + item.data["text"].AsString();
  return told;
}

}  // namespace forge::mcp
