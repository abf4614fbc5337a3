#include "surface/acp/editor_session.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <utility>
#include <vector>

#include "agent/acp/acp_frames.h"
#include "base/strings.h"
#include "service/host/editor_sessions.h"
#include "service/land.h"
#include "service/run_queries.h"
#include "service/start_run.h"
#include "surface/view/approval_view.h"
#include "surface/view/question_text.h"

namespace forge::acp {
namespace {

constexpr std::chrono::milliseconds kTellEvery{100};
constexpr std::size_t kMostReplayed = 1000;  // lines of a loaded run's story

Json TurnEnd(std::string_view reason) { return Json::MakeObject().Set("stopReason", reason); }

// The text of a prompt, with what the editor attached to it.
std::string PromptText(const Json& blocks) {
  std::string text;
  const auto add = [&](std::string_view part) {
    if (!part.empty()) text.append(text.empty() ? "" : "\n").append(part);
  };
  for (const Json& block : blocks.AsArray()) {
    const std::string& type = block["type"].AsString();
    if (type == "text") add(block["text"].AsString());
    if (type == "resource_link") add(block["uri"].AsString());
    if (type == "resource") {
      add(block["resource"]["uri"].AsString());
      add(block["resource"]["text"].AsString());
    }
  }
  return std::string(Trim(ValidUtf8(text)));
}

// Answers that mean nothing without words: what to change, by how much to extend.
bool NeedsWords(const std::string& option) { return option == "modify" || option == "revise" || option == "extend"; }

bool IsNo(const std::string& option) {
  return IsOneOf(option, {"no", "abort", "stop", "cancel", "abandon", "park", "leave"});
}

Json OptionsOf(const Question& question) {
  Json options = Json::MakeArray();
  for (const std::string& option : question.options) {
    const std::string meaning = OptionMeaning(question, option);
    Json one = Json::MakeObject().Set("optionId", option);
    one.Set("name", meaning.empty() ? option : option + ": " + meaning);
    options.Append(one.Set("kind", IsNo(option) ? "reject_once" : "allow_once"));
  }
  return options;
}

bool IsCommand(std::string_view text) { return IsOneOf(text, {"/status", "/resume", "/land", "/cancel"}); }

Json CommandJson(const char* name, const char* about) {
  return Json::MakeObject().Set("name", name).Set("description", about);
}

}  // namespace

EditorSession::EditorSession(EditorHost host, std::string id, Project project, EditorWire& wire)
    : host_(std::move(host)),
      id_(std::move(id)),
      project_(std::move(project)),
      wire_(wire),
      engines_([this] { return Open(false); }, {.options = [this](RunId) { return story_.Watch(); }}) {}

Result<std::unique_ptr<Forge>> EditorSession::Open(bool create) const {
  return Forge::Open(host_.machine, TRY(Settings::Load(host_.machine, project_)), project_, create);
}

void EditorSession::OfferCommands() {
  Json commands = Json::MakeArray();
  commands.Append(CommandJson("status", "what the run of this session is doing"));
  commands.Append(CommandJson("resume", "go on with a run that was paused or stopped"));
  commands.Append(CommandJson("land", "put the run's work on your branch"));
  commands.Append(CommandJson("cancel", "end the run; its work is kept"));
  wire_.Update(id_, Json::MakeObject()
                        .Set("sessionUpdate", "available_commands_update")
                        .Set("availableCommands", std::move(commands)));
}

Status EditorSession::Load(const std::string& name) {
  auto reader = TRY(Forge::OpenToRead(host_.machine, TRY(Settings::Load(host_.machine, project_)), project_));
  const std::string hint = "start a new session; `forge list` shows the runs, and `run-17` loads run 17";
  if (!reader->has_store()) return Fail(Code::kNotFound, "this project has no runs yet", hint);
  std::optional<RunId> run = TRY(FindEditorSession(project_, name));
  if (!run && name.starts_with("run-")) run = TRY(FindRun(*reader, name));
  if (!run) return Fail(Code::kNotFound, "no run was started in the session " + Json(name).Dump(), hint);
  const RunView view = TRY(ViewRun(*reader, *run));
  run_ = run;
  wire_.Say(id_, view.run.objective, "user_message_chunk");
  std::deque<std::string> lines;
  Narrator narrator;
  for (const JournalRow& row : TRY(ReadRunLog(*reader, *run, 0, -1))) {
    std::string line = StoryText(narrator, row);
    if (!line.empty()) lines.push_back(std::move(line));
    if (lines.size() > kMostReplayed) lines.pop_front();
  }
  for (const std::string& line : lines) Say(line);
  Json entries = PlanEntries(view.steps);
  if (!entries.AsArray().empty())
    wire_.Update(id_, Json::MakeObject().Set("sessionUpdate", "plan").Set("entries", std::move(entries)));
  return TellRest(*reader);
}

Result<std::stop_token> EditorSession::BeginTurn() {
  const std::scoped_lock lock(mutex_);
  if (busy_) return Fail(Code::kConflict, "this session's last prompt is not answered yet", "cancel it first");
  busy_ = true;
  stop_ = std::stop_source();
  return stop_.get_token();
}

Result<Json> EditorSession::Prompt(const Json& blocks, const std::stop_token& stop) {
  const std::string text = PromptText(blocks);
  if (text.empty()) return Fail(Code::kInvalid, "the prompt has no text");
  return Turn(text, stop);
}

void EditorSession::EndTurn() {
  const std::scoped_lock lock(mutex_);
  busy_ = false;
}

void EditorSession::Cancel() {
  const std::scoped_lock lock(mutex_);
  if (busy_) stop_.request_stop();
}

Result<Json> EditorSession::Turn(const std::string& text, const std::stop_token& stop) {
  // A command stays one where words are awaited; any other line with a slash may be a path.
  if (pending_ && IsCommand(text)) {
    pending_.reset();
    return Command(text, stop);
  }
  if (pending_) {
    const Pending pending = *std::exchange(pending_, std::nullopt);
    auto forge = TRY(Open(false));
    TRY(Reply(*forge, pending.stored, pending.option, text, pending.shown));
    return Drive(stop);
  }
  if (text.starts_with('/')) return Command(text, stop);
  if (run_) {
    auto forge = TRY(Open(false));
    if (const RunView view = TRY(ViewRun(*forge, *run_)); !IsEnd(view.run.status)) {
      if (IsOneOf(Lower(text), {"continue", "resume", "go on", "weiter"})) return GoOn(stop);
      // A question that is open comes before anything new.
      if (!TRY(OpenQuestions(*forge, *run_)).empty()) return Drive(stop);
      Say(
          fmt::format("Run {0} has not ended: it is {1}. `/resume` goes on with it; `/cancel` ends it, and your next "
                      "message starts another run.",
                      run_->value, Name(view.run.status)));
      return TurnEnd("end_turn");
    }
  }
  TRY(Start(text));
  return Drive(stop);
}

Status EditorSession::Start(const std::string& objective) {
  auto forge = TRY(Open(true));
  StartRequest request;
  request.objective = objective;
  run_ = TRY(StartRun(*forge, request));
  TRY(KeepEditorSession(project_, id_, *run_));
  Say(fmt::format("Run {} started.\n\n", run_->value));
  return {};
}

Result<Json> EditorSession::Command(const std::string& line, const std::stop_token& stop) {
  const std::string word = line.substr(1, line.find_first_of(" \n") - 1);
  if (!IsCommand("/" + word)) {
    Say(fmt::format("There is no command `/{}`. Commands: `/status`, `/resume`, `/land`, `/cancel`.", word));
    return TurnEnd("end_turn");
  }
  if (!run_) {
    Say("No run was started in this session. Write what is to be done.");
    return TurnEnd("end_turn");
  }
  if (word == "resume") return GoOn(stop);
  if (word == "land") {
    TRY(Land());
    return TurnEnd("end_turn");
  }
  auto forge = TRY(Open(false));
  if (word == "cancel") {
    Control control;
    control.kind = ControlKind::kCancel;
    control.by = host_.user;
    TRY(SendCommand(*forge, *run_, control));
  }
  TRY(TellRest(*forge));
  return TurnEnd("end_turn");
}

Result<Json> EditorSession::GoOn(const std::stop_token& stop) {
  auto forge = TRY(Open(false));
  const RunView view = TRY(ViewRun(*forge, *run_));
  if (IsEnd(view.run.status)) {
    TRY(TellRest(*forge));
    return TurnEnd("end_turn");
  }
  if (view.run.status == RunStatus::kPaused || view.run.status == RunStatus::kParked ||
      view.run.status == RunStatus::kFailed) {
    Control control;
    control.kind = view.run.status == RunStatus::kFailed ? ControlKind::kRetry : ControlKind::kResume;
    control.by = host_.user;
    TRY(SendCommand(*forge, *run_, control));
  }
  return Drive(stop);
}

// Until the run stops; whatever it asks meanwhile, the person answers.
Result<Json> EditorSession::Drive(const std::stop_token& stop) {
  for (;;) {
    engines_.Drive(*run_);
    while (!engines_.WaitFor(*run_, stop, kTellEvery) && !stop.stop_requested()) TellNews();
    TellNews();
    if (stop.stop_requested()) return Pause();
    auto forge = TRY(Open(false));
    const std::vector<StoredQuestion> questions = TRY(OpenQuestions(*forge, *run_));
    if (questions.empty()) {
      TRY(TellRest(*forge));
      return TurnEnd("end_turn");
    }
    if (TRY(AskPerson(*forge, questions.front(), stop))) continue;
    if (stop.stop_requested()) return Pause();
    return TurnEnd("end_turn");
  }
}

Result<Json> EditorSession::Pause() {
  auto forge = TRY(Open(false));
  const RunView view = TRY(ViewRun(*forge, *run_));
  if (!IsEnd(view.run.status) && view.run.status != RunStatus::kPaused) {
    Control control;
    control.kind = ControlKind::kPause;
    control.by = host_.user;
    TRY(SendCommand(*forge, *run_, control));
    Say(fmt::format("Run {} pauses after current work; nothing is lost. `/resume` goes on with it.", run_->value));
  }
  return TurnEnd("cancelled");
}

Result<bool> EditorSession::AskPerson(Forge& forge, const StoredQuestion& stored, const std::stop_token& stop) {
  const Question& question = stored.question;
  // What cannot be shown is still asked.
  auto screen = QuestionScreen(forge, stored, host_.now());
  std::string text = screen ? *screen : question.text;
  Json call = Json::MakeObject()
                  .Set("toolCallId", fmt::format("run-{}-question-{}", stored.run.value, question.id.value))
                  .Set("title", std::string(FirstLineOf(question)))
                  .Set("kind", "think")
                  .Set("status", "pending");
  Json content = Json::MakeObject().Set("type", "content").Set("content", AcpText(ValidUtf8(TrimRight(text))));
  call.Set("content", Json::Array{std::move(content)});
  const auto chosen = wire_.Ask(
      "session/request_permission",
      Json::MakeObject().Set("sessionId", id_).Set("toolCall", std::move(call)).Set("options", OptionsOf(question)),
      stop);
  const std::string option = chosen ? (*chosen)["outcome"]["optionId"].AsString() : "";
  if (std::ranges::find(question.options, option) == question.options.end()) {
    Say(fmt::format("The question stays open; your next message asks it again. In a terminal: `{}`.",
                    AnswerCommand(stored, question.options.empty() ? "ANSWER" : question.options[0], {true, false})));
    return false;
  }
  if (NeedsWords(option)) {
    pending_ = {stored, option, question.hash};
    Say(option == "extend"
            ? fmt::format("By how much? For example {}. Your next message is the answer.", AmountExample(question))
            : std::string("What should change? Your next message is the answer."));
    return false;
  }
  TRY(Reply(forge, stored, option, "", question.hash));
  return true;
}

Status EditorSession::Reply(Forge& forge, const StoredQuestion& stored, const std::string& option,
                            const std::string& comment, const std::string& shown) {
  const Answer answer{stored.question.id, option, comment, host_.user, shown};
  auto replied = SendAnswer(forge, stored.run, answer);
  if (replied) return {};
  // Another surface answered, or the plan changed: then what is open now counts.
  const auto open = OpenQuestions(forge, stored.run);
  const bool gone = open && std::ranges::none_of(*open, [&](const StoredQuestion& one) {
                      return one.run == stored.run && one.question.id == stored.question.id;
                    });
  if (gone) return {};
  return std::unexpected(replied.error());
}

Status EditorSession::Land() {
  auto forge = TRY(Open(false));
  const LandReport report = TRY(LandRun(*forge, *run_, {}));
  if (report.landed.conflict) {
    Say(
        fmt::format("Nothing has landed: run {} and {} changed the same lines: {}. Merge by hand: `git merge "
                    "forge/run-{:03}`.",
                    run_->value, report.landed.branch, Join(report.landed.conflict->files, ", "), run_->value));
  } else if (report.landed.rejected) {
    Say(fmt::format("Nothing has landed: the merged tree does not pass. `forge land {} --repair` has it repaired.",
                    run_->value));
  } else {
    Say(fmt::format("Run {} {}.", run_->value, WhereLanded(*forge, TRY(ViewRun(*forge, *run_)).run)));
  }
  return {};
}

void EditorSession::TellNews() {
  RunStory::News news = story_.Take();
  for (const std::string& line : news.lines) Say(line);
  if (news.plan)
    wire_.Update(id_, Json::MakeObject().Set("sessionUpdate", "plan").Set("entries", *std::move(news.plan)));
}

Status EditorSession::TellRest(Forge& forge) {
  const RunView view = TRY(ViewRun(forge, *run_));
  std::string text = fmt::format("Run {} is {}", run_->value, Name(view.run.status));
  if (view.run.steps_total > 0) text += fmt::format(", {} of {} steps done", view.run.steps_done, view.run.steps_total);
  if (!view.run.reason.empty()) text += ": " + view.run.reason;
  if (const std::string landed = WhereLanded(forge, view.run); !landed.empty()) text += "; " + landed;
  const std::string next = NextCommand(forge, view);
  if (view.run.status == RunStatus::kCompleted && next.starts_with("forge land")) {
    text += ". `/land` puts it on your branch";
  } else if (view.run.status == RunStatus::kPaused || view.run.status == RunStatus::kFailed) {
    text += ". `/resume` goes on with it";
  } else if (!next.empty()) {
    text += ". In a terminal: `" + next + "`";
  }
  Say(text + ".\n");
  return {};
}

}  // namespace forge::acp
