#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/strings.h"
#include "model/json_array.h"
#include "service/land.h"
#include "service/run_commands.h"
#include "service/run_queries.h"
#include "service/start_run.h"
#include "surface/mcp/protocol/schema.h"
#include "surface/mcp/tools/forge_tools.h"
#include "surface/view/approval_view.h"
#include "surface/view/doing.h"
#include "surface/view/json_rows.h"
#include "surface/view/picture.h"

namespace forge::mcp {
namespace {

constexpr std::chrono::milliseconds kNewsEvery{100};

Json RunsJson(const std::vector<RunRow>& runs) {
  Json json = Json::MakeArray();
  for (const RunRow& run : runs) json.Append(RunJson(run));
  return json;
}

template <typename Row>
Json RowsJson(const std::vector<Row>& rows) {
  Json json = Json::MakeArray();
  for (const Row& row : rows) json.Append(ToJson(row));
  return json;
}

Result<Json> StatusJson(const World& world, Forge& forge, RunId run) {
  const RunView view = TRY(ViewRun(forge, run));
  Json json = RunJson(view.run).Set("steps", RowsJson(view.steps));
  json.Set("questions", RowsJson(TRY(OpenQuestions(forge, run)))).Set("driven", view.owner_alive);
  Picture picture = MakePicture(run, TRY(LoadState(forge, run)), world.now(), view.owner_alive);
  TellDoing(forge.project(), world.now(), picture);
  Json running = Json::MakeArray();
  for (const UnderWay& item : picture.under_way) {
    Json unit = Json::MakeObject().Set("unit", item.unit.value).Set("where", item.where);
    running.Append(unit.Set("elapsed_ms", item.elapsed_ms).Set("doing", OrNull(item.doing)));
  }
  if (!picture.under_way.empty()) json.Set("running", std::move(running));
  if (!picture.retries.empty()) json.Set("waits", JsonArray(picture.retries));
  if (!view.held_up.empty()) json.Set("held_up", view.held_up);
  return json.Set("next", NextCommand(forge, view));
}

Json RunOutput() {
  return OpenObject({{"run", TypeOf("integer")}, {"status", TypeOf("string")}, {"next", TypeOf("string")}},
                    {"run", "status"});
}

// The question as a form a client can show to a person.
Json QuestionForm(const Question& question) {
  Json answer = Json::MakeObject().Set("type", "string").Set("title", "Answer");
  answer.Set("enum", Json(Json::Array(question.options.begin(), question.options.end())));
  Json comment = Json::MakeObject().Set("type", "string").Set("title", "Comment");
  return OpenObject({{"answer", std::move(answer)}, {"comment", std::move(comment)}}, {"answer"});
}

// The person's answer, or what happened to the question instead.
struct Asked {
  std::optional<Answer> answer;
  bool waits = false;  // for the next round
  bool declined = false;
};

Rpc<Asked> AskPerson(const World& world, Forge& forge, Call& call, RunId top, const StoredQuestion& stored) {
  const Question& question = stored.question;
  const std::string key = fmt::format("run_{}_question_{}", stored.run.value, question.id.value);
  // Bound to what the person is shown now: an answer to a plan that changed meanwhile is refused by the run.
  Json state = Json::MakeObject().Set("run", top.value).Set("hash", question.hash);
  // What cannot be shown is still asked: the client may show it another way.
  auto screen = QuestionScreen(forge, stored, world.now());
  const std::string text = screen ? *screen : fmt::format("run {} asks: {}\n", stored.run.value, question.text);
  auto reply = call.AskForm(key, TrimRight(text), QuestionForm(question), state);
  if (!reply) return std::unexpected(reply.error());
  Asked asked;
  asked.waits = !*reply;
  if (asked.waits) return asked;
  asked.declined = (**reply)["action"].AsString() != "accept";
  if (asked.declined) return asked;
  const Json& content = (**reply)["content"];
  asked.answer = Answer{question.id, content["answer"].AsString(), content["comment"].AsString(), world.user,
                        call.state()["hash"].AsString(question.hash)};
  return asked;
}

// Whether an answer was refused because its question is no longer open: the plan changed while the person looked at it,
// or somebody else has answered. Then what is open now counts.
bool IsGone(Forge& forge, const StoredQuestion& stored) {
  const auto open = OpenQuestions(forge, stored.run);
  return open && std::ranges::none_of(*open, [&](const StoredQuestion& one) {
           return one.run == stored.run && one.question.id == stored.question.id;
         });
}

// Tells the client of a call what its run is doing.
class NewsTeller {
 public:
  NewsTeller(const World& world, Call& call, RunId run)
      : world_(world), call_(call), run_(run), next_(world.news->next()) {}

  void Tell() {
    for (const NewsItem& item : world_.news->Since(next_, run_)) {
      next_ = item.number + 1;
      call_.Repeat(item.level, "forge.run", item.data);
      // Details would only hide what the run is doing.
      if (item.level == "debug" || !call_.wants_progress()) continue;
      Show(count_.Count(item, world_.now()));
    }
    if (!call_.wants_progress()) return;
    if (const auto again = count_.Again(world_.now())) Show(*again);
  }

 private:
  void Show(const RunProgressCount::Told& told) { call_.Progress(told.progress, told.total, told.message); }

  const World& world_;
  Call& call_;
  RunId run_;
  std::uint64_t next_;
  RunProgressCount count_;
};

// Drives, and asks the person whenever the run waits for one, as long as the client can be asked.
Rpc<Json> DriveToRest(const World& world, Call& call, RunId run) {
  NewsTeller teller(world, call, run);
  for (;;) {
    world.engines->Drive(run);
    while (!world.engines->WaitFor(run, call.stop(), kNewsEvery) && !call.cancelled()) teller.Tell();
    teller.Tell();
    auto forge = world.Open(false);
    if (!forge) return ToolFailure(forge.error());
    if (call.cancelled()) {
      Control control;
      control.kind = ControlKind::kPause;
      control.by = world.user;
      (void)SendCommand(**forge, run, control);
      return ToolFailure(fmt::format("run {} is paused", run.value));
    }
    auto questions = OpenQuestions(**forge, run);
    if (!questions || questions->empty() || !call.CanAsk("elicitation/create"))
      return ToolOutcome(StatusJson(world, **forge, run));
    auto asked = AskPerson(world, **forge, call, run, questions->front());
    if (!asked) return std::unexpected(asked.error());
    if (!asked->answer) return ToolOutcome(StatusJson(world, **forge, run));
    auto replied = SendAnswer(**forge, questions->front().run, *asked->answer);
    if (!replied && !IsGone(**forge, questions->front())) return ToolFailure(replied.error());
  }
}

// Before anything is made: a directory that cannot have runs stays as it is.
Status CheckRepository(const World& world) {
  const Project project = world.project();
  if (project.is_git) return {};
  const Settings settings = TRY(Settings::Load(world.machine, project));
  if (settings.Get("isolation") == "shared") return {};
  return Fail(Code::kInvalid,
              fmt::format("{} is not in a git repository, so a run cannot work apart from your files", project.root),
              "make it one: git init && git add -A && git commit -m \"first commit\"; or let runs change the files: "
              "`isolation = \"shared\"` in .forge/config.toml");
}

Result<RunId> StartRun(const World& world, const Call& call, const Json& arguments) {
  // The round that brings an answer is about the run that the first round started.
  if (const Json& begun = call.state()["run"]; begun.is_int()) return RunId{begun.AsInt()};
  TRY(CheckRepository(world));
  auto forge = TRY(world.Open(true));
  StartRequest request;
  request.objective = arguments["objective"].AsString();
  request.pipeline = arguments["pipeline"].AsString();
  request.agent = arguments["agent"].AsString();
  request.size = arguments["size"].AsString();
  return StartRun(*forge, request);
}

Tool StartTool(const World& world) {
  Tool tool{"run_start", "Start a run",
            "Takes an objective through a pipeline. Runs in the background; `wait` returns when it stops. As a task it "
            "ends with the run, and the user is asked for approvals."};
  tool.input_schema = ObjectOf({{"objective", TypeOf("string")},
                                {"pipeline", TypeOf("string")},
                                {"agent", TypeOf("string")},
                                {"size", OneOf({"quick", "standard", "complex", "vague"})},
                                {"wait", TypeOf("boolean")}},
                               {"objective"});
  tool.output_schema = RunOutput();
  tool.annotations = Annotations({.open_world = true});
  tool.tasks = TaskSupport::kOptional;
  tool.run = [&world](Call& call, const Json& arguments) -> Rpc<Json> {
    auto run = StartRun(world, call, arguments);
    if (!run) return ToolFailure(run.error());
    if (call.is_task() || arguments["wait"].AsBool()) return DriveToRest(world, call, *run);
    world.engines->Drive(*run);
    auto forge = world.Open(false);
    return forge ? ToolOutcome(StatusJson(world, **forge, *run)) : ToolFailure(forge.error());
  };
  return tool;
}

Result<Json> StatusOf(const World& world, const Json& arguments) {
  if (arguments["all"].AsBool()) {
    auto reader = TRY(world.OpenToRead());
    return Json::MakeObject().Set("runs", reader->has_store() ? RunsJson(TRY(ListRuns(*reader))) : Json::MakeArray());
  }
  auto forge = TRY(world.Open(false));
  return StatusJson(world, *forge, TRY(FindRun(*forge, arguments["run"].AsString())));
}

Tool StatusTool(const World& world) {
  Tool tool{"run_status", "State of a run",
            "Returns status, steps and open questions of a run, or the list of all runs."};
  tool.input_schema = ObjectOf({{"run", TypeOf("string", "number or slug (default: the current run)")},
                                {"all", TypeOf("boolean", "list all runs instead")}});
  tool.output_schema = TypeOf("object");
  tool.annotations = Annotations({.read_only = true});
  tool.run = [&world](Call&, const Json& arguments) -> Rpc<Json> { return ToolOutcome(StatusOf(world, arguments)); };
  return tool;
}

Result<Json> ControlRun(const World& world, const Json& arguments) {
  auto forge = TRY(world.Open(false));
  const RunId run = TRY(FindRun(*forge, arguments["run"].AsString()));
  Control control;
  control.kind = *ParseControlKind(arguments["action"].AsString());
  control.step = StepId{arguments["step"].AsString()};
  control.reason = arguments["reason"].AsString();
  control.by = world.user;
  TRY(SendCommand(*forge, run, control));
  const bool goes_on =
      control.kind == ControlKind::kResume || control.kind == ControlKind::kRetry || control.kind == ControlKind::kSkip;
  if (goes_on && !TRY(ViewRun(*forge, run)).owner_alive) world.engines->Drive(run);
  return StatusJson(world, *forge, run);
}

Tool ControlTool(const World& world) {
  Tool tool{"run_control", "Control a run", "Pause, resume, park, cancel, abandon, skip or retry."};
  tool.input_schema = ObjectOf({{"run", TypeOf("string", "number or slug (default: the current run)")},
                                {"action", OneOf({"pause", "resume", "park", "cancel", "abandon", "skip", "retry"})},
                                {"step", TypeOf("string", "for skip and retry")},
                                {"reason", TypeOf("string")}},
                               {"action"});
  tool.output_schema = RunOutput();
  tool.annotations = Annotations({.destructive = true});
  tool.run = [&world](Call&, const Json& arguments) -> Rpc<Json> { return ToolOutcome(ControlRun(world, arguments)); };
  return tool;
}

// `number`: 0 if none is named.
Result<StoredQuestion> FindQuestion(Forge& forge, const std::string& run_name, std::int64_t number) {
  const RunId run = TRY(FindRun(forge, run_name));
  const std::vector<StoredQuestion> open = TRY(OpenQuestions(forge, run));
  for (const StoredQuestion& stored : open) {
    if (number == 0 ? open.size() == 1 : stored.question.id.value == number) return stored;
  }
  if (open.empty() || number != 0)
    return Fail(Code::kNotFound, fmt::format("run {}: no such open question", run.value));
  return Fail(Code::kInvalid, fmt::format("run {} has {} open questions: name one", run.value, open.size()));
}

Rpc<Json> AnswerQuestion(const World& world, Call& call, const Json& arguments) {
  auto forge = world.Open(false);
  if (!forge) return ToolFailure(forge.error());
  const bool asks = !arguments.Has("answer");
  std::int64_t number = arguments["question"].AsInt(0);
  for (;;) {
    auto stored = FindQuestion(**forge, arguments["run"].AsString(), number);
    // The answer to a question that this call has shown before: another question may have taken its place meanwhile.
    if (!stored && asks && number != 0 && call.state().Has("hash"))
      stored = FindQuestion(**forge, arguments["run"].AsString(), 0);
    if (!stored) return ToolFailure(stored.error());
    std::optional<Answer> answer;
    if (asks) {
      auto asked = AskPerson(world, **forge, call, stored->run, *stored);
      if (!asked) return std::unexpected(asked.error());
      if (asked->waits) return Json::MakeObject();
      if (asked->declined) return ToolFailure("the user did not answer; the question stays open");
      answer = asked->answer;
    } else {
      answer =
          Answer{stored->question.id, arguments["answer"].AsString(), arguments["comment"].AsString(), world.user, ""};
    }
    auto replied = SendAnswer(**forge, stored->run, *answer);
    if (!replied && asks && IsGone(**forge, *stored)) {
      number = 0;
      continue;
    }
    if (!replied) return ToolFailure(replied.error());
    if (auto view = ViewRun(**forge, stored->run); view && !view->owner_alive && !IsEnd(view->run.status)) {
      world.engines->Drive(stored->run);
    }
    return ToolOutcome(StatusJson(world, **forge, stored->run));
  }
}

Tool AnswerTool(const World& world) {
  Tool tool{"question_answer", "Answer a question",
            "Answers an open question of a run. Without `answer` the user is asked, if the client supports it."};
  tool.input_schema = ObjectOf({{"run", TypeOf("string", "number or slug (default: the current run)")},
                                {"question", TypeOf("integer", "the number, when several are open")},
                                {"answer", TypeOf("string", "one of the question's options")},
                                {"comment", TypeOf("string")}});
  tool.output_schema = RunOutput();
  tool.annotations = Annotations({.destructive = true});  // some answers cancel the run
  tool.run = [&world](Call& call, const Json& arguments) { return AnswerQuestion(world, call, arguments); };
  return tool;
}

}  // namespace

std::vector<Tool> RunTools(const World& world) {
  return {StartTool(world), StatusTool(world), ControlTool(world), AnswerTool(world)};
}

}  // namespace forge::mcp
