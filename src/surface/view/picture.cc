#include "surface/view/picture.h"

#include <fmt/core.h>
#include <utility>

#include <algorithm>

#include "base/display.h"
#include "base/strings.h"
#include "service/stage_files.h"
#include "service/stage_outlook.h"
#include "surface/view/times.h"
#include "text/first_line.h"

namespace forge {
namespace {

constexpr std::size_t kMostUnderWay = 8;
constexpr std::size_t kMostWaits = 3;
constexpr std::size_t kMostStageLines = 6;

StageMark MarkOfCurrent(const State& state, bool driven) {
  // Nothing goes on there.
  if (state.status == RunStatus::kCancelled || state.status == RunStatus::kAbandoned) return StageMark::kStopped;
  const RunStatus outlook = Outlook(state);
  const bool set_aside = outlook == RunStatus::kPaused || outlook == RunStatus::kParked;
  // Without an engine nothing runs, whatever could.
  const bool rests = (set_aside && state.units.empty()) || (!driven && (set_aside || outlook == RunStatus::kActive));
  switch (state.lane.phase) {
    case LanePhase::kHeld:
      if (rests) return StageMark::kWaiting;
      return state.budget_asked.empty() ? StageMark::kHere : StageMark::kAsking;
    case LanePhase::kGating:
    case LanePhase::kRunning:
    case LanePhase::kFanning: return rests ? StageMark::kWaiting : StageMark::kHere;
    case LanePhase::kBackingOff: return StageMark::kWaiting;
    case LanePhase::kAsking: return StageMark::kAsking;
    case LanePhase::kDone: return StageMark::kDone;
    case LanePhase::kFailed:
    case LanePhase::kBlocked: return StageMark::kFailed;
  }
  return StageMark::kHere;
}

// What conditions can read of a run from its start on.
Json KnownAtStart(const Started& start) {
  const Json flags = start.flags.is_null() ? Json::MakeObject() : start.flags;
  Json run = Json::MakeObject().Set("size", start.size).Set("flags", flags);
  if (!start.plan) run.Set("plan_given", false);
  return Json::MakeObject().Set("run", std::move(run));
}

FileFact FilesOfRun(const State& state, const Project* project) {
  if (project == nullptr) return {};
  return FilesOf(*project, state.plan ? project->root + "/" + state.plan->path : "");
}

std::vector<StagePicture> PictureStages(const State& state, bool driven, const Project* project) {
  std::vector<StagePicture> pictures;
  const Pipeline& pipeline = state.start.pipelines.pipelines[0];
  const std::vector<Stage>& stages = pipeline.stages;
  const std::vector<StageOutlook> way = WayThrough(pipeline, KnownAtStart(state.start), FilesOfRun(state, project));
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const StageMemo& memo = state.lane.memos[i];
    StagePicture picture{stages[i].name, std::string(Name(stages[i].kind)), StageMark::kAhead, memo.entered};
    const int place = static_cast<int>(i);
    if (place < state.lane.stage)
      picture.mark = memo.skipped || memo.entered == 0 ? StageMark::kSkipped : StageMark::kDone;
    // A stage that repairs is shown once it was needed.
    const bool off = way[i].runs == WillRun::kNo || (way[i].repairs && memo.entered == 0);
    if (place == state.lane.stage) picture.mark = MarkOfCurrent(state, driven);
    // The gate of the current stage may still say that it does not apply.
    const bool open = place > state.lane.stage || (place == state.lane.stage && state.lane.phase == LanePhase::kGating);
    picture.on_way = picture.mark != StageMark::kSkipped && !(open && off);
    pictures.push_back(std::move(picture));
  }
  return pictures;
}

std::string UnitWhere(const State& state, const Unit& unit) {
  std::string where = unit.step.value;
  const std::string& stage = StageOf(state, unit).name;
  where += (where.empty() ? "" : " ") + stage;
  if (!unit.member.empty()) where += "/" + unit.member;
  if (unit.iteration > 1) where += fmt::format(" #{}", unit.iteration);
  if (unit.attempt > 1) where += fmt::format(" (attempt {})", unit.attempt);
  return where;
}

std::vector<UnderWay> PictureUnits(const State& state, TimePoint now) {
  std::vector<UnderWay> all;
  for (const auto& [id, unit] : state.units) {
    if (unit.kind == UnitKind::kGate) continue;
    UnderWay item{UnitWhere(state, unit), "", std::max<std::int64_t>(0, now.ms - unit.started.ms), id};
    const int place = unit.step.empty() ? -1 : state.graph.Find(unit.step.value);
    if (place >= 0) item.title = state.plan->steps[static_cast<std::size_t>(place)].title;
    all.push_back(std::move(item));
  }
  return all;
}

std::vector<std::string> PictureWaits(const State& state) {
  std::vector<std::string> waits;
  for (RunId run : state.blockers) waits.push_back(fmt::format("waits for run {}", run.value));
  for (const auto& [id, question] : state.questions) {
    if (question.status == QuestionStatus::kOpen) waits.push_back("asks: " + std::string(FirstLineOf(question)));
  }
  return waits;
}

std::vector<std::string> PictureRetries(const State& state, TimePoint now) {
  std::vector<std::string> waits;
  for (const auto& [id, timer] : state.timers) {
    const std::string step = StepOf(state, timer.lane).value;
    const std::string who = (step.empty() ? "" : step + " ") + StageOf(state, LaneOf(state, timer.lane)).name;
    const TimePoint due = timer.until.ms > 0 ? timer.until : timer.due;
    waits.push_back(fmt::format("{} retries in {}{}{}", who, FormatDuration(due.ms - now.ms),
                                timer.why.empty() ? "" : ": ", FirstLine(timer.why, 160)));
  }
  return waits;
}

struct Glyph {
  std::string_view plain, fancy;
  Tone tone;
};

Glyph GlyphOf(StageMark mark) {
  switch (mark) {
    case StageMark::kDone: return {"+", "✓", Tone::kGood};
    case StageMark::kSkipped: return {"-", "·", Tone::kFaint};
    case StageMark::kHere: return {">", "▶", Tone::kNote};
    case StageMark::kAsking: return {"?", "?", Tone::kWarn};
    case StageMark::kWaiting: return {"~", "…", Tone::kWarn};
    case StageMark::kFailed: return {"x", "✗", Tone::kBad};
    case StageMark::kStopped: return {"x", "■", Tone::kWarn};
    case StageMark::kAhead: return {".", "○", Tone::kFaint};
  }
  return {" ", " ", Tone::kPlain};
}

std::string Bar(const Picture& picture, const Brush& brush, std::size_t cells) {
  const auto total = static_cast<std::size_t>(picture.steps_total);
  const std::size_t full = cells * static_cast<std::size_t>(picture.steps_done) / total;
  std::string done;
  std::string left;
  for (std::size_t i = 0; i < full; ++i) done += brush.unicode ? "█" : "#";
  for (std::size_t i = full; i < cells; ++i) left += brush.unicode ? "░" : ".";
  return brush.palette.Paint(Tone::kGood, done) + brush.palette.Paint(Tone::kFaint, left);
}

std::string StepsLine(const Picture& picture, const Brush& brush) {
  constexpr std::size_t kCells = 24;
  std::string text = fmt::format(" {}/{} steps", picture.steps_done, picture.steps_total);
  if (picture.steps_given_up > 0) text += fmt::format(", {} failed", picture.steps_given_up);
  text = Fit(text, brush.width);
  const std::size_t room = brush.width - DisplayWidth(text);
  return Bar(picture, brush, std::min(kCells, room)) +
         brush.palette.Paint(picture.steps_given_up > 0 ? Tone::kBad : Tone::kPlain, text);
}

std::string HeadLine(const Picture& picture, const Brush& brush) {
  const std::string_view dot = brush.unicode ? " · " : " - ";
  std::string spent = SpendText(picture.tokens, picture.usd);
  if (picture.limit.usd) spent += " of " + UsdText(*picture.limit.usd);
  if (picture.limit.tokens) spent += fmt::format(" of {} tokens", TokenText(*picture.limit.tokens));
  const std::string head = Fit(fmt::format("run {}{}{}", picture.run.value, dot, Name(picture.status)), brush.width);
  const std::size_t room = brush.width > DisplayWidth(head) ? brush.width - DisplayWidth(head) : 0;
  // What does not fit is left out whole.
  std::string rest;
  for (const std::string& part : {FormatDuration(picture.elapsed_ms), spent}) {
    if (!part.empty() && DisplayWidth(rest) + DisplayWidth(dot) + DisplayWidth(part) <= room)
      rest += std::string(dot) + part;
  }
  return brush.palette.Paint(Tone::kStrong, head) + rest;
}

}  // namespace

std::string_view Name(StageMark mark) {
  switch (mark) {
    case StageMark::kDone: return "done";
    case StageMark::kSkipped: return "skipped";
    case StageMark::kHere: return "running";
    case StageMark::kAsking: return "asking";
    case StageMark::kWaiting: return "waiting";
    case StageMark::kFailed: return "failed";
    case StageMark::kStopped: return "stopped";
    case StageMark::kAhead: return "ahead";
  }
  return "ahead";
}

Picture MakePicture(RunId run, const State& state, TimePoint now, bool driven, const Project* project) {
  Picture picture;
  picture.run = run;
  picture.status = Outlook(state);
  picture.stages = PictureStages(state, driven, project);
  picture.steps_total = static_cast<std::int64_t>(state.steps.size());
  picture.steps_done = state.settled;
  picture.steps_given_up = std::count_if(state.steps.begin(), state.steps.end(), [](const StepState& step) {
    return step.status == StepStatus::kFailed || step.status == StepStatus::kBlocked;
  });
  picture.under_way = PictureUnits(state, now);
  // The time in which it waits for a person does not count, even if its engine waits too.
  const bool still_works = state.start.rules >= 13 && !state.units.empty();
  const bool works = driven && (picture.status == RunStatus::kActive || still_works);
  picture.elapsed_ms = state.active_ms + (works ? std::max<std::int64_t>(0, now.ms - state.last_at.ms) : 0);
  picture.tokens = state.spent.tokens();
  picture.usd = state.spent.usd;
  picture.limit = state.limit;
  picture.waits = PictureWaits(state);
  picture.retries = PictureRetries(state, now);
  picture.waits.insert(picture.waits.end(), picture.retries.begin(), picture.retries.end());
  return picture;
}

std::vector<std::string> DrawStages(const Picture& picture, const Brush& brush, bool whole) {
  std::vector<std::string> lines(1);
  std::size_t column = 0;
  std::size_t here = 0;
  for (const StagePicture& stage : picture.stages) {
    if (!stage.on_way) continue;
    const Glyph glyph = GlyphOf(stage.mark);
    std::string text = fmt::format("{} {}", brush.unicode ? glyph.fancy : glyph.plain, stage.name);
    if (stage.entered > 1) text += fmt::format(" {}{}", brush.unicode ? "×" : "x", stage.entered);
    const std::size_t width = DisplayWidth(text);
    if (column > 0 && column + 2 + width > brush.width) {
      lines.emplace_back();
      column = 0;
    }
    if (column > 0) lines.back() += "  ";
    lines.back() += brush.palette.Paint(glyph.tone, Fit(text, brush.width));
    column += (column > 0 ? 2 : 0) + width;
    const bool ahead = stage.mark == StageMark::kAhead;
    if (!ahead) here = lines.size() - 1;
  }
  if (whole || lines.size() <= kMostStageLines) return lines;
  // For a long pipeline, only the part around the current stage.
  const std::size_t first = std::min(here == 0 ? 0 : here - 1, lines.size() - kMostStageLines);
  return {lines.begin() + static_cast<std::ptrdiff_t>(first),
          lines.begin() + static_cast<std::ptrdiff_t>(first + kMostStageLines)};
}

std::vector<std::string> DrawPicture(const Picture& picture, const Brush& brush) {
  std::vector<std::string> lines = {HeadLine(picture, brush)};
  for (std::string& line : DrawStages(picture, brush, false)) lines.push_back(std::move(line));
  if (picture.steps_total > 0) lines.push_back(StepsLine(picture, brush));
  const std::size_t shown = std::min(picture.under_way.size(), kMostUnderWay);
  std::size_t widest = 0;
  for (std::size_t i = 0; i < shown; ++i) widest = std::max(widest, DisplayWidth(picture.under_way[i].where));
  widest = std::min<std::size_t>(widest, brush.width / 2);
  for (std::size_t i = 0; i < shown; ++i) {
    const UnderWay& item = picture.under_way[i];
    const std::string text = fmt::format("  {}  {:>7}  {}", PadRight(Fit(item.where, widest), widest),
                                         FormatDuration(item.elapsed_ms), item.doing.empty() ? item.title : item.doing);
    lines.push_back(brush.palette.Paint(Tone::kNote, FitWords(text, brush.width)));
  }
  if (picture.under_way.size() > shown)
    lines.push_back(Fit(fmt::format("  and {} more", picture.under_way.size() - shown), brush.width));
  for (std::size_t i = 0; i < std::min(picture.waits.size(), kMostWaits); ++i) {
    lines.push_back(brush.palette.Paint(Tone::kWarn, FitWords("  " + picture.waits[i], brush.width)));
  }
  return lines;
}

}  // namespace forge
