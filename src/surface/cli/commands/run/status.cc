#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "base/display.h"
#include "base/strings.h"
#include "service/agents/models.h"
#include "service/by_hand.h"
#include "service/changed_steps.h"
#include "service/host/run_annotations.h"
#include "service/land.h"
#include "service/proof/verify_status.h"
#include "service/reopen.h"
#include "service/report/cost.h"
#include "service/report/findings_left.h"
#include "service/report/run_tree.h"
#include "service/run_priority.h"
#include "service/run_queries.h"
#include "service/step_shell.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/run/status_tree.h"
#include "surface/cli/live/background.h"
#include "surface/cli/run_argument.h"
#include "surface/view/doing.h"
#include "surface/view/failed_text.h"
#include "surface/view/json_answers.h"
#include "surface/view/json_rows.h"
#include "surface/view/picture.h"
#include "surface/view/question_text.h"
#include "surface/view/status_words.h"
#include "surface/view/times.h"
#include "text/first_line.h"

namespace forge::cli {
namespace {

Form StatusForm() {
  return {.positionals = {OptionalRun()},
          .options = {{"tree", "", "show the run, its steps and the runs that do them as a tree"}},
          .examples = {{"forge status", "the current run: stages, steps, questions, and what to type next"},
                       {"forge status --tree", "a milestone with its slices and their tasks, at a glance"},
                       {"forge status 17 --json",
                        "for scripts: each step with its status, attempts, score, branch and evidence"}}};
}

Json OwnerJson(const RunView& view) {
  if (!view.lease) return {};
  Json json = Json::MakeObject().Set("pid", view.lease->owner.pid).Set("host", view.lease->owner.host);
  json.Set("alive", view.owner_alive);
  json.Set("home", view.engine ? Json(Name(view.engine->home)) : Json());
  return json.Set("log", view.engine ? OrNull(view.engine->log) : Json());
}

Json EvidenceJson(const Json& kept) {
  if (kept.is_null()) return {};
  Json json = Json::MakeObject().Set("unit", kept["unit"]).Set("tree", kept["tree"]).Set("ok", kept["passed"]);
  return json.Set("current", kept["current"]).Set("results", JsonOfCheckResults(kept["results"]));
}

Json GivenBackJson(const GivenBack& given) {
  const StepGivenBack& what = given.what;
  Json json = Json::MakeObject().Set("step", what.step.value).Set("at", IsoTime(given.at)).Set("as", Name(what.as));
  json.Set("by", OrNull(what.by)).Set("note", OrNull(what.note)).Set("kept", OrNull(what.kept));
  Json files = Json::MakeArray();
  for (const std::string& file : what.files) files.Append(file);
  return json.Set("files", std::move(files)).Set("more_files", what.more_files);
}

// What is known of the run beside its journal.
struct StatusNotes {
  std::map<StepId, std::vector<std::string>> changed;
  std::vector<Annotation> annotations;
  RunId reopens;
  std::string priority;                         // of the run; empty: none was given
  std::string landed;                           // where its work is; empty: on its own branch
  std::map<StepId, std::string> step_priority;  // those that the plan gives
  std::vector<RunFinding> findings;             // of a run that has completed
  std::int64_t unpriced = 0;                    // agent units whose price is unknown
  std::vector<RunBelow> below;                  // the runs that do its steps, and theirs
  std::vector<TreeLine> tree;                   // if it was asked for
  std::int64_t left_below = 0;                  // findings that the runs below left to decide, if it has completed

  std::vector<std::string> ChangesOf(const StepId& step) const {
    const auto found = changed.find(step);
    return found == changed.end() ? std::vector<std::string>() : found->second;
  }
  std::string PriorityOf(const StepId& step) const {
    const auto found = step_priority.find(step);
    return found == step_priority.end() ? std::string() : found->second;
  }
};

Json AnnotationJson(const Annotation& annotation) {
  Json json = ToJson(annotation);
  Json answer = Json::MakeObject().Set("at", IsoTime(annotation.at));
  for (const auto& [name, value] : json.AsObject()) {
    if (name != "at_ms") answer.Set(name, value);
  }
  return answer;
}

Json BelowJson(const RunBelow& below) {
  return Json::MakeObject()
      .Set("run", below.run.id.value)
      .Set("parent", below.run.parent.value)
      .Set("step", below.run.parent_step.value)
      .Set("depth", below.depth)
      .Set("status", Name(below.run.status))
      .Set("stage", OrNull(below.run.stage))
      .Set("steps_done", below.run.steps_done)
      .Set("steps", below.run.steps_total)
      .Set("waits_for", OrNull(below.waits_for));
}

Json StatusJson(const Project& project, const RunView& view, const Picture& picture,
                const std::vector<StoredQuestion>& open, const std::vector<GivenBack>& given, const StatusNotes& notes,
                const std::string& next) {
  Json steps = Json::MakeArray();
  for (const StepRow& step : view.steps) {
    Json row = ToJson(step);
    const Json proof = StepProof(project, view, step);
    row.Set("score", proof["score"]).Set("branch", proof["branch"]).Set("evidence", EvidenceJson(proof["evidence"]));
    row.Set("changed_since", JsonArray(notes.ChangesOf(step.id))).Set("priority", OrNull(notes.PriorityOf(step.id)));
    steps.Append(std::move(row));
  }
  Json units = Json::MakeArray();
  for (const UnitRow& unit : view.units) {
    if (unit.status != UnitStatus::kRunning) continue;
    const auto item = std::ranges::find(picture.under_way, unit.id, &UnderWay::unit);
    units.Append(ToJson(unit).Set("doing", OrNull(item == picture.under_way.end() ? "" : item->doing)));
  }
  Json json = ToJson(view.run).Set("priority", OrNull(notes.priority));
  json.Set("elapsed_ms", picture.elapsed_ms).Set("budget", JsonOf(picture.limit));
  json.Set("stages", JsonArray(picture.stages)).Set("steps", std::move(steps)).Set("running", std::move(units));
  json.Set("questions", JsonArray(open))
      .Set("blockers", JsonArray(view.blockers, &RunId::value))
      .Set("owner", OwnerJson(view));
  json.Set("waits", JsonArray(picture.retries)).Set("held_up", OrNull(view.held_up));
  json.Set("by_hand", JsonArray(given, GivenBackJson));
  json.Set("reopens", notes.reopens.value > 0 ? Json(notes.reopens.value) : Json());
  json.Set("annotations", JsonArray(notes.annotations, AnnotationJson));
  json.Set("unpriced", notes.unpriced);
  json.Set("below", JsonArray(notes.below, BelowJson)).Set("tree", TreeJson(notes.tree));
  json.Set("open_findings", std::ranges::count_if(notes.findings, NeedsTriage));
  return json.Set("next", next);
}

void PrintQuestions(Context& context, const RunView& view, const std::vector<StoredQuestion>& open, bool go) {
  if (!open.empty()) context.out.Line("");
  for (const StoredQuestion& stored : open)
    context.out.Flow(QuestionText(context.out.palette(), stored, {IsOnly(open, stored), go},
                                  GistText(context.forge().project(), view, stored)));
}

class StatusPage {
 public:
  StatusPage(Context& context, const RunView& view, const Picture& picture, const State& state,
             const std::vector<GivenBack>& given, const StatusNotes& notes)
      : context_(context),
        view_(view),
        picture_(picture),
        state_(state),
        given_(given),
        notes_(notes),
        start_(state.start) {}

  void Print(const std::vector<StoredQuestion>& open, const std::string& next, bool go) {
    PrintHead();
    PrintStages();
    PrintSteps();
    PrintBelow();
    for (const UnderWay& item : picture_.under_way) {
      if (!view_.owner_alive) {
        Line("waiting", item.where + " begins when an engine runs it");
        continue;
      }
      Line("running", fmt::format("{}, {}{}{}", item.where, FormatDuration(item.elapsed_ms),
                                  item.doing.empty() ? "" : ": ", item.doing));
    }
    for (const std::string& wait : picture_.retries) Line("waiting", wait);
    for (const HeldStep& held : HeldSteps(context_.forge(), view_.run.id, state_)) Line("by hand", HeldLine(held));
    for (const GivenBack& given : given_) {
      if (given.what.as != GiveBack::kAsItWas)
        Line("by hand", fmt::format("step {}: {}", given.what.step.value, Describe(given.what)));
    }
    context_.out.Flow(FailedText(state_, view_));
    PrintQuestions(context_, view_, open, go);
    context_.out.Line("");
    context_.out.Line("next: " + context_.out.Paint(Tone::kNote, next));
    if (!LeftText(notes_.findings, notes_.left_below).empty())
      context_.out.Line(fmt::format("      forge triage {} settles the findings", view_.run.id.value));
  }

 private:
  void Line(std::string_view name, const std::string& text) {
    if (text.empty()) return;
    // The lines of a failure's output stand below its first.
    const std::string below = ReplaceAll(text, "\n", "\n             ");
    context_.out.Line(fmt::format("  {}  {}", context_.out.Paint(Tone::kFaint, fmt::format("{:<9}", name)), below));
  }

  void PrintHead() {
    const RunRow& run = view_.run;
    context_.out.Line(context_.out.Paint(Tone::kStrong, fmt::format("run {}", run.id.value)) + "  " +
                      Fit(Trim(run.objective), 200));
    std::string status = context_.out.Paint(ToneOf(run.status), Name(run.status));
    if (!run.reason.empty()) status += ": " + run.reason;
    if (!notes_.landed.empty()) status += ", " + notes_.landed;
    Line("status", status);
    Line("pipeline", run.pipeline);
    const std::string why = start_.settings["size_reason"].AsString();
    if (!why.empty()) Line("size", fmt::format("{}: {}", start_.size, why));
    Line("slug", run.slug);
    Line("plan", run.plan_path);
    if (run.parent.value != 0) Line("parent", fmt::format("run {}", run.parent.value));
    if (notes_.reopens.value != 0) Line("reopens", fmt::format("run {}", notes_.reopens.value));
    Line("priority", notes_.priority);
    Line("spent", SpentLine());
    Line("time",
         fmt::format("{}, started {} ago", FormatDuration(picture_.elapsed_ms), Ago(run.created, context_.host.now())));
    Line("findings", LeftText(notes_.findings, notes_.left_below));
    Line("engine", OwnerLine());
    Line("held up", view_.held_up);
    std::vector<std::string> blockers;
    for (RunId blocker : view_.blockers) blockers.push_back(fmt::format("run {}", blocker.value));
    Line("waits for", Join(blockers, ", "));
    if (!notes_.annotations.empty() && !IsEnd(run.status)) {
      const Annotation& last = notes_.annotations.back();
      Line("noted", fmt::format("at a {}, {} ago: {}", last.event == "session-end" ? "session's end" : last.event,
                                Ago(last.at, context_.host.now()), ToText(last)));
    }
  }

  std::string SpentLine() const {
    std::string text = Counted(view_.run.units, "unit");
    if (std::string spent = SpendText(view_.run.tokens, view_.run.usd); !spent.empty()) text += ", " + spent;
    if (notes_.unpriced > 0) text += fmt::format(" and {} at an unknown price", Counted(notes_.unpriced, "agent unit"));
    if (picture_.limit.usd) text += " of " + UsdText(*picture_.limit.usd);
    if (picture_.limit.tokens) text += fmt::format(" of {} tokens", TokenText(*picture_.limit.tokens));
    return text;
  }

  std::string OwnerLine() const {
    if (view_.asker) return fmt::format("process {}, {}", view_.asker->pid, Describe(*view_.asker));
    if (std::string turn = WaitsForPlace(context_, view_); !turn.empty()) return turn;
    if (!view_.lease) return IsEnd(view_.run.status) ? "" : "not running";
    if (view_.engine) {
      EngineNote note = *view_.engine;
      note.log = context_.Short(note.log);
      return fmt::format("process {} on {}, {}", view_.lease->owner.pid, view_.lease->owner.host, Describe(note));
    }
    return fmt::format("process {} on {}{}", view_.lease->owner.pid, view_.lease->owner.host,
                       view_.owner_alive    ? ""
                       : view_.owner_silent ? ", which does not respond"
                                            : ", which has exited");
  }

  std::string HeldLine(const HeldStep& held) const {
    if (held.alive) return fmt::format("step {} is {}, in {}", held.step.value, Describe(held.hold), held.directory);
    return fmt::format("step {} was {}, which has ended; its files are in {}; {}: forge shell {} {}", held.step.value,
                       Describe(held.hold), held.directory, IsEnd(view_.run.status) ? "keep them" : "decide",
                       view_.run.id.value, held.step.value);
  }

  void PrintStages() {
    const std::size_t width = context_.out.width() == 0 ? 97 : std::max<std::size_t>(context_.out.width(), 23) - 3;
    context_.out.Line("");
    for (const std::string& line :
         DrawStages(picture_, Brush{context_.out.palette(), width, context_.host.unicode}, true)) {
      context_.out.Line("  " + std::string(TrimRight(line)));
    }
  }

  void PrintSteps() {
    if (view_.steps.empty()) return;
    context_.out.Line("");
    std::vector<std::vector<Cell>> rows;
    const std::vector<HeldStep> held = HeldSteps(context_.forge(), view_.run.id, state_);
    const bool queued = !WaitsForPlace(context_, view_).empty();
    for (const StepRow& step : view_.steps) {
      const StepStatus status = queued && step.status == StepStatus::kRunning ? StepStatus::kReady : step.status;
      const bool left =
          std::ranges::any_of(held, [&](const HeldStep& one) { return one.step == step.id && !one.alive; });
      const std::string reason = left ? fmt::format("was {}, which has ended", step.reason) : step.reason;
      std::string title = step.title + (reason.empty() ? "" : ": " + FirstLine(reason, std::string::npos));
      title += ChangedText(notes_.changed, step.id);
      rows.push_back({{"  " + step.id.value, Tone::kStrong},
                      {std::string(Name(status)), ToneOf(status)},
                      {step.stage.empty() ? "-" : step.stage, Tone::kPlain}});
      if (!notes_.step_priority.empty()) {
        const std::string priority = notes_.PriorityOf(step.id);
        rows.back().push_back({priority.empty() ? "-" : priority, Tone::kPlain});
      }
      rows.back().push_back({std::move(title), Tone::kPlain});
    }
    std::vector<std::string> heads = {"  STEP", "STATUS", "STAGE"};
    if (!notes_.step_priority.empty()) heads.emplace_back("PRIORITY");
    heads.emplace_back("TITLE");
    context_.Table(heads, rows);
  }

  // Each run below the one that it does a step of.
  void PrintBelow() {
    if (notes_.below.empty()) return;
    context_.out.Line("");
    std::vector<std::vector<Cell>> rows;
    for (const RunBelow& below : notes_.below) {
      const RunRow& run = below.run;
      const std::string indent(static_cast<std::size_t>(below.depth) * 2, ' ');
      const std::string steps = run.steps_total > 0 ? fmt::format("{}/{}", run.steps_done, run.steps_total) : "-";
      rows.push_back({{fmt::format("{}{}", indent, run.id.value), Tone::kStrong},
                      {run.parent_step.value, Tone::kPlain},
                      {std::string(Name(run.status)), ToneOf(run.status)},
                      {run.stage.empty() || IsEnd(run.status) ? "-" : run.stage, Tone::kPlain},
                      {steps, Tone::kPlain},
                      {below.waits_for.empty() ? "-" : below.waits_for, Tone::kPlain}});
    }
    context_.Table({"  RUN", "OF STEP", "STATUS", "STAGE", "STEPS", "WAITS FOR"}, rows);
  }

  Context& context_;
  const RunView& view_;
  const Picture& picture_;
  const State& state_;
  const std::vector<GivenBack>& given_;
  const StatusNotes& notes_;
  const Started& start_;
};

std::map<StepId, std::string> StepPriorities(const State& state) {
  std::map<StepId, std::string> given;
  if (!state.plan) return given;
  for (const StepSpec& step : state.plan->steps) {
    if (const std::string& word = step.extra["priority"].AsString(); !word.empty()) given.emplace(step.id, word);
  }
  return given;
}

Result<Exit> RunStatusCommand(Context& context, const Args& args) {
  const RunId run = TRY(ChosenRun(context, args));
  const RunView view = TRY(ViewRun(context.forge(), run));
  const State state = TRY(LoadState(context.forge(), run));
  Picture picture = MakePicture(run, state, context.host.now(), view.owner_alive, &context.forge().project());
  TellDoing(context.forge().project(), context.host.now(), picture);
  const std::vector<StoredQuestion> open = TRY(OpenQuestions(context.forge(), run));
  // Most runs have none: their journal is not read.
  const auto given = state.handovers == 0 ? std::vector<GivenBack>() : TRY(ListGivenBack(context.forge(), run));
  const std::string next = NextCommand(context.forge(), view);
  const Project& project = context.forge().project();
  const StatusNotes notes{
      ChangedSteps(project, view.run, view.steps, state.plan ? state.plan->steps : std::vector<StepSpec>()),
      ReadAnnotations(project, run),
      ReopenedFrom(state.start.settings),
      TRY(GivenPriority(context.forge().store(), run)),
      WhereLanded(context.forge(), view.run),
      StepPriorities(state),
      TRY(FindingsLeftBy(context.forge(), view.run)),
      TRY(CountUnpriced(context.forge().store(), project, TRY(LoadModels(context.host.machine, project)), view.run)),
      TRY(TreeBelow(context.forge(), run)),
      args.Has("tree") ? TRY(TreeLines(context.forge(), view.run)) : std::vector<TreeLine>(),
      TRY(CountLeftBelow(context.forge(), view.run))};
  if (context.json) {
    context.out.Print(StatusJson(project, view, picture, open, given, notes, next));
  } else if (args.Has("tree")) {
    const bool go = TRY(NothingDrives(context, view.run.id));
    PrintTree(context, notes.tree, picture.limit);
    PrintQuestions(context, view, open, go);
    context.out.Line("");
    context.out.Line("next: " + context.out.Paint(Tone::kNote, next));
  } else {
    StatusPage(context, view, picture, state, given, notes).Print(open, next, TRY(NothingDrives(context, view.run.id)));
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kStatusCommand = {"status",     "show the state of a run, and what to type next",
                                          Group::kLook, Needs::kStore,
                                          StatusForm,   RunStatusCommand};

}  // namespace forge::cli
