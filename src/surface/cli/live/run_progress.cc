#include "surface/cli/live/run_progress.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/flow.h"
#include "base/strings.h"
#include "surface/view/module_screen.h"
#include "surface/view/picture.h"

namespace forge::cli {
namespace {

constexpr std::int64_t kRedrawMs = 100;

// The plan that the question is about is shown in full when the run stops.
bool IsAboutPlan(const State& state, const JournalRow& row) {
  if (row.kind != "question") return false;
  const auto data = ParseJson(row.data);
  const auto it = data ? state.questions.find(QuestionId{(*data)["question"].AsInt()}) : state.questions.end();
  return it != state.questions.end() && it->second.shows == "plan";
}

}  // namespace

RunProgress::RunProgress(Context& context, RunId run, bool quiet)
    : context_(context),
      run_(run),
      quiet_(quiet),
      live_(context.host.output_is_terminal && !context.lost_terminal && !quiet),
      block_(context.out) {}

// The last column stays free: some terminals wrap already when it is written.
std::size_t RunProgress::Width() const {
  return live_ ? static_cast<std::size_t>(std::max(20, context_.host.width() - 1)) : context_.out.width();
}

void RunProgress::Know(const State& state, TimePoint now, bool driven) {
  narrator_.Know(state);
  if (live_ || !driven) return;
  if (IsOfModules(state.start)) return KnowModules(state, now);
  for (const UnderWay& unit : MakePicture(run_, state, now, true).under_way) {
    Say(StoryLine(context_.out.palette(), now, Story{unit.where, "running", Tone::kFaint, Weight::kStart}, Width()));
  }
}

bool RunProgress::Tell(const State& state, const std::vector<JournalRow>& rows) {
  if (!live_) beat_.Know(context_.forge().project(), state);
  return IsOfModules(state.start) ? TellModules(state, rows) : Tell(rows, narrator_, "");
}

// For those who read lines: a long step is not a dead one.
void RunProgress::SayStillRunning(const State& state, TimePoint now) {
  for (const UnderWay& unit : MakePicture(run_, state, now, true).under_way) {
    const std::string text = fmt::format("still running ({})", FormatDuration(unit.elapsed_ms));
    Say(StoryLine(context_.out.palette(), now, Story{unit.where, text, Tone::kFaint, Weight::kStart}, Width()));
  }
}

// Shown as if they started now, so that the view says what is running.
void RunProgress::KnowModules(const State& state, TimePoint now) {
  std::vector<JournalRow> rows;
  for (const auto& [id, unit] : state.units) {
    if (unit.kind == UnitKind::kGate) continue;
    JournalRow row;
    row.at = now;
    row.kind = "unit-started";
    row.stage = StageOf(state, unit).name;
    row.step = unit.step;
    row.iteration = unit.iteration;
    row.data = Json::MakeObject().Set("unit", id.value).Set("kind", Name(unit.kind)).Set("member", unit.member).Dump();
    rows.push_back(std::move(row));
  }
  TellModules(state, rows);
}

// Modules have lines of their own; all other news is printed as usual.
bool RunProgress::TellModules(const State& state, const std::vector<JournalRow>& rows) {
  bool news = false;
  if (quiet_) return news;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Story story = narrator_.Tell(rows[i]);
    auto lines = modules_.Tell(state, rows, i);
    if (!lines && IsAboutPlan(state, rows[i])) continue;
    if (!lines && story.weight == Weight::kNews)
      lines = {story.where.empty() ? story.text : fmt::format("{}: {}", story.where, story.text)};
    if (!lines) continue;
    for (const std::string& line : *lines) {
      news = true;
      Put("[forge] " + line);
    }
  }
  if (news) Deliver();
  return news;
}

bool RunProgress::Tell(const std::vector<JournalRow>& rows, Narrator& narrator, const std::string& before) {
  const Weight least = live_ ? Weight::kNews : Weight::kStart;
  bool news = false;
  if (quiet_) return news;
  for (const JournalRow& row : rows) {
    Story story = narrator.Tell(row);
    if (story.weight < least) continue;
    news = true;
    story.where = before + story.where;
    Put(StoryLine(context_.out.palette(), row.at, story, Width()));
  }
  if (news) Deliver();
  return news;
}

void RunProgress::Put(const std::string& line) {
  if (!live_) {
    beat_.News(context_.host.now());
    return context_.out.Line(line);
  }
  const std::string flowed = Flow(line, Width());
  for (std::string_view part : Lines(flowed)) block_.Say(part);
  told_ = true;
}

// A reader of a pipe gets every line at once.
void RunProgress::Deliver() {
  if (!live_) (void)context_.out.Flush();
}

void RunProgress::Say(const std::string& line) {
  if (quiet_) return;
  Put(line);
  Deliver();
}

void RunProgress::LeaveTerminal() {
  live_ = false;
  block_.Forget();
}

std::chrono::milliseconds RunProgress::Undisturbed() const {
  return live_ ? std::chrono::milliseconds(kRedrawMs) : beat_.interval();
}

void RunProgress::Show(const State& state, TimePoint now) {
  if (!live_ && !quiet_ && beat_.IsDue(now)) SayStillRunning(state, now);
  if (!live_ || (!told_ && now.ms - drawn_.ms < kRedrawMs)) return;
  told_ = false;
  drawn_ = now;
  Picture picture = MakePicture(run_, state, now, true, &context_.forge().project());
  doing_.Tell(context_.forge().project(), now, picture);
  block_.Draw(DrawPicture(picture, Brush{context_.out.palette(), Width(), context_.host.unicode}));
}

}  // namespace forge::cli
