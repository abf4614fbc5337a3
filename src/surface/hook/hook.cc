#include "surface/hook/hook.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "memory/secrets.h"
#include "service/forge.h"
#include "service/host/run_standing.h"
#include "service/host/session_evidence.h"
#include "service/host/session_worktree.h"
#include "service/own_changes.h"
#include "service/proof/allowed_secrets.h"
#include "service/run_queries.h"
#include "surface/hook/command_guard.h"
#include "surface/hook/summary.h"
#include "surface/hook/write_guard.h"
#include "surface/view/times.h"

namespace forge::hook {
namespace {

struct EventName {
  Event event;
  std::string_view name;
  std::string_view host;
};

constexpr std::array<EventName, 10> kEvents = {{{Event::kPermissionRequest, "permission-request", "PermissionRequest"},
                                                {Event::kPostToolUse, "post-tool-use", "PostToolUse"},
                                                {Event::kPostToolUse, "post-tool-use-failure", "PostToolUseFailure"},
                                                {Event::kPreCompact, "pre-compact", "PreCompact"},
                                                {Event::kPreToolUse, "pre-tool-use", "PreToolUse"},
                                                {Event::kSessionEnd, "session-end", "SessionEnd"},
                                                {Event::kSessionStart, "session-start", "SessionStart"},
                                                {Event::kStop, "stop", "Stop"},
                                                {Event::kWorktreeCreate, "worktree-create", "WorktreeCreate"},
                                                {Event::kWorktreeRemove, "worktree-remove", "WorktreeRemove"}}};

Json Specific(Event event) {
  const auto* found = std::ranges::find(kEvents, event, &EventName::event);
  return Json::MakeObject().Set("hookEventName", found->host);
}

Json Denied(std::string reason) {
  Json specific = Specific(Event::kPreToolUse).Set("permissionDecision", "deny");
  specific.Set("permissionDecisionReason", std::move(reason));
  return Json::MakeObject().Set("hookSpecificOutput", std::move(specific));
}

// The step that a session works on, if its environment says so.
struct Duty {
  std::string run, step;
  bool may_write = true;
  std::vector<std::string> writes;  // empty: anything
  std::vector<std::string> verify;
};

class Hook {
 public:
  Hook(const HookHost& host, const Json& input) : host_(host), input_(input) {}

  Result<Json> Handle(Event event);

 private:
  std::string Variable(const std::string& name) const;
  std::optional<Duty> FindDuty() const;
  // A unit's agent cannot write in the project's state: it has a place of its own.
  std::string UnitNotes() const { return Variable("FORGE_RUN").empty() ? "" : Variable("FORGE_HOOKS"); }
  SessionEvidence Evidence() const {
    const std::string& session = input_["session_id"].AsString();
    return UnitNotes().empty() ? SessionEvidence(home_, session) : SessionEvidence(UnitNotes(), session);
  }
  Json Line(std::string_view kind) const {
    return Json::MakeObject().Set("at", IsoTime(host_.now())).Set("kind", kind);
  }

  Result<Json> PreToolUse();
  std::string Objection(const Write& write) const;
  std::string CommandObjection(const std::string& command) const;
  // What a new text of a file adds that must be nowhere in a repository.
  std::string SecretIn(const std::string& path, std::string_view text, std::string_view before) const;
  Result<Json> Refuse(const std::string& what, const std::string& objection, const Json& noted);
  Result<Json> PostToolUse();
  Result<Json> PermissionRequest() const;
  Result<Json> SessionStart();
  Result<Json> PreCompact();
  Result<Json> SessionEnd();
  Status Leave(const RunStanding& standing, std::string_view event) const;
  Result<RunId> RunOfSession(Forge& forge) const;
  std::set<RunId> RunsOfSession(Forge& forge) const;
  Result<Json> Stop();
  Result<Json> WorktreeCreate() const;
  Result<Json> WorktreeRemove() const;
  std::vector<std::string> MissingEvidence(const Duty& duty, const std::vector<Json>& lines) const;

  const HookHost& host_;
  const Json& input_;
  Machine machine_;
  Project project_;  // that is worked in
  Project home_;     // the project whose runs are meant; a linked worktree leads to another one
};

std::string Hook::Variable(const std::string& name) const {
  const auto found = host_.machine.environment.find(name);
  return found == host_.machine.environment.end() ? "" : found->second;
}

std::vector<std::string> NonEmptyLines(const std::string& text) {
  std::vector<std::string> lines;
  for (std::string_view line : Lines(text)) {
    if (!Trim(line).empty()) lines.emplace_back(Trim(line));
  }
  return lines;
}

std::optional<Duty> Hook::FindDuty() const {
  Duty duty;
  duty.run = Variable("FORGE_RUN");
  duty.step = Variable("FORGE_STEP");
  duty.may_write = Variable("FORGE_MAY_WRITE") != "0";
  if (duty.run.empty()) return std::nullopt;
  duty.writes = NonEmptyLines(Variable("FORGE_WRITES"));
  duty.verify = NonEmptyLines(Variable("FORGE_VERIFY"));
  const bool told = !duty.writes.empty() || !duty.verify.empty() || !UnitNotes().empty();
  if (told || duty.step.empty()) return duty;
  auto settings = Settings::Load(machine_, home_);
  if (!settings) return duty;
  auto forge = Forge::Open(machine_, *settings, home_, false);
  if (!forge) return duty;
  auto run = FindRun(**forge, duty.run);
  if (!run) return duty;
  auto state = LoadState(**forge, *run);
  if (!state || !state->plan) return duty;
  for (const StepSpec& step : state->plan->steps) {
    if (step.id.value != duty.step) continue;
    duty.writes = step.writes;
    duty.verify = step.verify;
  }
  return duty;
}

std::string Hook::Objection(const Write& write) const {
  const auto path = PathWithin(project_.root, machine_.cwd, write.path);
  const auto duty = FindDuty();
  if (duty && !duty->may_write) return "this role is read-only: it must not write";
  if (!path) return duty ? "outside the project: a step writes only in its workspace" : "";
  if (path->starts_with(".git/") || *path == ".git") return "only git may change git's files";
  if (path->starts_with(".forge/state/")) return "Forge's own state: use forge's commands";
  if (duty && !duty->writes.empty() && !IsCovered(*path, duty->writes)) {
    return fmt::format("step {} may only write {}", duty->step, Join(duty->writes, ", "));
  }
  if (!write.text) return "";
  const auto before = ReadTextFile(project_.root + "/" + *path);
  if (IsAppendOnly(*path) && before && !write.text->starts_with(TrimRight(*before)))
    return "a record that only grows: append to it, and leave what stands in it";
  if (std::string secret = SecretIn(*path, *write.text, before.value_or("")); !secret.empty()) return secret;
  const auto problems = CheckForgeFile(*path, *write.text, before);
  return problems.empty() ? "" : "this would make the file invalid:\n- " + Join(problems, "\n- ");
}

std::string Hook::SecretIn(const std::string& path, std::string_view text, std::string_view before) const {
  const auto allowed = ReadAllowedSecrets(project_);
  for (const SureSecret& secret : FindSureSecrets(text)) {
    const bool known = before.find(text.substr(secret.at, secret.size)) != std::string_view::npos;
    if (known || (allowed && allowed->Find(path, secret.kind) != nullptr)) continue;
    return fmt::format("it would hold {}: keep that in an environment variable, or say in {} why it may stand here",
                       secret.kind, kAllowedSecretsFile);
  }
  return "";
}

std::string Hook::CommandObjection(const std::string& command) const {
  const auto changes = [&](const std::string& directory) -> OwnChanges {
    Machine there = machine_;
    there.cwd = directory;
    const auto project = FindProject(there);
    if (!project) return {};
    OwnChanges own = FindOwnChanges(*project).value_or(OwnChanges{});
    for (auto* files : {&own.files, &own.untracked}) {
      for (std::string& file : *files) {
        file = project->top + "/" + file;
        if (file.starts_with(project_.root + "/")) file = file.substr(project_.root.size() + 1);
      }
    }
    return own;
  };
  CommandPlace place{project_.root, machine_.cwd, {}, {}, {}};
  place.changed = [&](const std::string& directory) { return changes(directory).files; };
  place.untracked = [&](const std::string& directory) { return changes(directory).untracked; };
  place.secret = [&](const std::string& path, std::string_view text) { return SecretIn(path, text, ""); };
  return CheckCommandLine(command, place);
}

Result<Json> Hook::Refuse(const std::string& what, const std::string& objection, const Json& noted) {
  if (Variable("FORGE_SKIP_WRITE_GUARD") == "1") {
    Json line = noted;
    TRY(Evidence().Note(line.Set("objection", objection)));
    return Json();
  }
  return Denied(
      fmt::format("forge: {}: {}\n(You can set FORGE_SKIP_WRITE_GUARD=1; that is recorded.)", what, objection));
}

Result<Json> Hook::PreToolUse() {
  if (input_["tool_name"].AsString() == "Bash") {
    const std::string& command = input_["tool_input"]["command"].AsString();
    const std::string objection = CommandObjection(command);
    if (objection.empty()) return Json();
    return Refuse("command", objection, Line("guard-bypassed").Set("command", MaskSecrets(command)));
  }
  const auto write = ReadWrite(input_["tool_name"].AsString(), input_["tool_input"], [&](const std::string& path) {
    return ReadTextFile(path.starts_with('/') ? path : machine_.cwd + "/" + path);
  });
  if (!write || write->path.empty()) return Json();
  const std::string objection = Objection(*write);
  if (objection.empty()) return Json();
  return Refuse(write->path, objection, Line("guard-bypassed").Set("path", write->path));
}

Result<Json> Hook::PostToolUse() {
  const std::string& tool = input_["tool_name"].AsString();
  const Json& given = input_["tool_input"];
  const Json& response = input_["tool_response"];
  Json line = Line("call").Set("tool", tool);
  if (given["command"].is_string()) line.Set("command", given["command"]);
  if (given["file_path"].is_string()) line.Set("file", given["file_path"]);
  if (tool.starts_with("mcp__") && !given["run"].is_null()) line.Set("run", given["run"]);
  // The host does not treat some exit codes as failures (a `test` that is false). As evidence they are failures.
  const bool explained = !response["returnCodeInterpretation"].AsString().empty();
  const bool failed = response["is_error"].AsBool() || response["interrupted"].AsBool() || explained ||
                      response["exit_code"].AsInt(0) != 0 || input_.Has("error");
  TRY(Evidence().Note(line.Set("ok", !failed)));
  return Json();
}

// It can only allow, and only actions that change nothing; the host decides about the rest.
Result<Json> Hook::PermissionRequest() const {
  const std::string& tool = input_["tool_name"].AsString();
  constexpr std::array<std::string_view, 6> kLooks = {"validate_plan", "memory_recall", "forge_logs",
                                                      "run_status",    "session_state", "iteration_state"};
  bool allowed = std::ranges::any_of(kLooks, [&](std::string_view name) {
    return tool.starts_with("mcp__") && tool.find("forge") != std::string::npos &&
           tool.ends_with(std::string("__") + std::string(name));
  });
  if (tool == "Bash") {
    const std::string_view command = Trim(input_["tool_input"]["command"].AsString());
    constexpr std::array<std::string_view, 7> kCommands = {"forge status",       "forge list",   "forge log",
                                                           "forge plan check",   "forge report", "forge questions",
                                                           "forge memory recall"};
    const bool plain = command.find_first_of(";&|<>`$(){}\n\\") == std::string_view::npos;
    allowed = plain && std::ranges::any_of(kCommands, [&](std::string_view known) {
                return command == known || command.starts_with(std::string(known) + " ");
              });
  }
  if (!allowed) return Json();
  Json specific = Specific(Event::kPermissionRequest).Set("decision", Json::MakeObject().Set("behavior", "allow"));
  return Json::MakeObject().Set("hookSpecificOutput", std::move(specific));
}

Result<std::vector<RunRow>> OpenRunsAndParents(Forge& forge) {
  std::vector<RunRow> runs = TRY(ListOpenRuns(forge));
  std::set<RunId> parents;
  for (const RunRow& run : runs) {
    if (run.parent.value != 0) parents.insert(run.parent);
  }
  for (const RunRow& run : runs) parents.erase(run.id);
  for (const RunId parent : parents) {
    if (auto row = TRY(forge.store().FindRun(parent))) runs.push_back(*std::move(row));
  }
  return runs;
}

// A session that goes on is told of its runs; a new one, of what stood when the last one left.
Result<Json> Hook::SessionStart() {
  auto forge = TRY(Forge::Open(machine_, TRY(Settings::Load(machine_, home_)), home_, false));
  const std::vector<RunRow> open = TRY(OpenRunsAndParents(*forge));
  std::string text = SessionSummary(open, host_.now());
  const std::string& source = input_["source"].AsString();
  const bool goes_on = source == "compact" || source == "resume";
  std::set<RunId> told;
  for (const RunId run : goes_on ? RunsOfSession(*forge) : std::set<RunId>()) {
    const auto standing = StandingOf(*forge, run);
    if (!standing || IsEnd(standing->view.run.status)) continue;
    told.insert(run);
    const auto noted = ReadAnnotations(home_, run);
    const std::string stood = noted.empty() ? "" : "\nWhat stood before: " + ToText(noted.back());
    text = ResumeText(*standing) + stood + "\n" + text;
  }
  constexpr std::size_t kMostLeft = 3;
  for (auto it = open.rbegin(); it != open.rend() && told.size() < kMostLeft; ++it) {
    const RunRow& run = *it;
    if (IsEnd(run.status) || told.contains(run.id)) continue;
    const auto noted = ReadAnnotations(home_, run.id);
    const auto standing = noted.empty() ? Result<RunStanding>(Fail(Code::kNotFound, "")) : StandingOf(*forge, run.id);
    if (!standing) continue;
    told.insert(run.id);
    text += fmt::format("\nRun {} when a session left it: {}\nNow:\n{}", run.id.value, ToText(noted.back()),
                        ToText(*standing));
  }
  if (text.empty()) return Json();
  Json specific = Specific(Event::kSessionStart).Set("additionalContext", text);
  return Json::MakeObject().Set("continue", true).Set("systemMessage", text).Set("hookSpecificOutput", specific);
}

Status Hook::Leave(const RunStanding& standing, std::string_view event) const {
  return Annotate(home_, standing.view.run.id,
                  MakeAnnotation(standing, event, input_["session_id"].AsString(), host_.now()));
}

Result<Json> Hook::PreCompact() {
  auto forge = TRY(Forge::Open(machine_, TRY(Settings::Load(machine_, home_)), home_, false));
  const RunStanding standing = TRY(StandingOf(*forge, TRY(RunOfSession(*forge))));
  if (IsEnd(standing.view.run.status)) return Json();
  TRY(Evidence().Note(Line("compacts").Set("run", standing.view.run.id.value)));
  TRY(Leave(standing, "compaction"));
  return Json::MakeObject().Set("systemMessage", ResumeText(standing));
}

// The one that its environment names; else the top of the tree of the one that it named last to Forge, or that is
// current: who drives a milestone goes on with that, not with one of its slices.
Result<RunId> Hook::RunOfSession(Forge& forge) const {
  const std::string own = Variable("FORGE_RUN");
  if (!own.empty()) return FindRun(forge, own);
  if (const auto named = RunNamedLast(Evidence().Read())) {
    if (TRY(forge.store().FindRun(*named))) return RootOf(forge.store(), *named);
  }
  return RootOf(forge.store(), TRY(FindRun(forge, "")));
}

// Those that it was told about when it was compacted, and the one that it works on.
std::set<RunId> Hook::RunsOfSession(Forge& forge) const {
  std::set<RunId> runs;
  for (const Json& line : Evidence().Read()) {
    if (line["kind"].AsString() == "compacts") runs.insert(RunId{line["run"].AsInt()});
  }
  if (const auto run = RunOfSession(forge)) runs.insert(*run);
  return runs;
}

// A session that called no tool has worked on nothing.
Result<Json> Hook::SessionEnd() {
  if (Evidence().Read().empty() || !UnitNotes().empty()) return Json();
  auto forge = TRY(Forge::Open(machine_, TRY(Settings::Load(machine_, home_)), home_, false));
  for (const RunId run : RunsOfSession(*forge)) {
    const auto standing = StandingOf(*forge, run);
    if (!standing && standing.error().code != Code::kNotFound) return std::unexpected(standing.error());
    if (!standing || IsEnd(standing->view.run.status)) continue;
    TRY(Leave(*standing, "session-end"));
  }
  return Json();
}

std::vector<std::string> Hook::MissingEvidence(const Duty& duty, const std::vector<Json>& lines) const {
  std::vector<std::string> missing;
  for (const std::string& command : duty.verify) {
    bool proved = false;
    for (const Json& line : lines) {
      if (line["kind"].AsString() != "call") continue;
      // A write invalidates what was proved before it.
      if (line.Has("file") && line["tool"].AsString() != "Read") proved = false;
      if (line["command"].AsString().find(command) != std::string::npos) proved = line["ok"].AsBool();
    }
    if (!proved) missing.push_back(command);
  }
  return missing;
}

Result<Json> Hook::Stop() {
  const auto duty = FindDuty();
  if (!duty || duty->verify.empty() || !duty->may_write) return Json();
  const std::vector<Json> lines = Evidence().Read();
  const auto missing = MissingEvidence(*duty, lines);
  if (missing.empty()) return Json();
  const auto refused =
      std::ranges::count_if(lines, [](const Json& line) { return line["kind"] == Json("stop-refused"); });
  if (refused >= kMostRefusedStops) return Json();
  TRY(Evidence().Note(Line("stop-refused")));
  std::string reason = fmt::format(
      "forge: {} is not done: these commands have not passed since the last change:\n- {}\nRun them. If one "
      "cannot run here, say so in your answer.",
      duty->step.empty() ? "the work" : "step " + duty->step, Join(missing, "\n- "));
  return Json::MakeObject().Set("decision", "block").Set("reason", std::move(reason));
}

Result<Json> Hook::WorktreeCreate() const {
  std::string name = input_["worktree_name"].AsString();
  if (name.empty()) name = input_["name"].AsString();
  if (name.empty()) return Fail(Code::kInvalid, "the event does not name the worktree");
  return Json(TRY(LendWorktree(machine_, project_, name)));
}

// Only a worktree that Forge lent can be returned.
Result<Json> Hook::WorktreeRemove() const {
  const auto kept = TakeWorktreeBack(machine_, project_, input_["worktree_path"].AsString());
  if (!kept && kept.error().code != Code::kNotFound) return std::unexpected(kept.error());
  if (!kept || kept->empty()) return Json();
  return Json::MakeObject().Set("systemMessage", "forge: uncommitted files of the worktree are kept as " + *kept);
}

Result<Json> Hook::Handle(Event event) {
  machine_ = host_.machine;
  if (const std::string& cwd = input_["cwd"].AsString(); cwd.starts_with('/')) machine_.cwd = cwd;
  auto project = FindProject(machine_);
  if (!project) return event == Event::kWorktreeCreate ? Result<Json>(std::unexpected(project.error())) : Json();
  project_ = *std::move(project);
  // These two replace what the host would do itself.
  if (event == Event::kWorktreeCreate) return WorktreeCreate();
  if (event == Event::kWorktreeRemove) return WorktreeRemove();
  // Where Forge was never used, it has nothing to say and leaves nothing behind.
  home_ = ProjectWithState(project_);
  if (!HasState(home_) && UnitNotes().empty()) return Json();
  switch (event) {
    case Event::kPreToolUse: return PreToolUse();
    case Event::kPostToolUse: return PostToolUse();
    case Event::kPermissionRequest: return PermissionRequest();
    case Event::kSessionStart: return SessionStart();
    case Event::kSessionEnd: return SessionEnd();
    case Event::kPreCompact: return PreCompact();
    case Event::kStop: return Stop();
    case Event::kWorktreeCreate:
    case Event::kWorktreeRemove: break;
  }
  return Json();
}

}  // namespace

std::optional<Event> ParseEvent(std::string_view name) {
  for (const EventName& known : kEvents) {
    if (known.name == name || known.host == name) return known.event;
  }
  return std::nullopt;
}

bool NeedsAnswer(Event event) { return event == Event::kWorktreeCreate; }

Result<Json> HandleHook(const HookHost& host, Event event, const Json& input) {
  return Hook(host, input).Handle(event);
}

}  // namespace forge::hook
