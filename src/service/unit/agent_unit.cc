#include "service/unit/agent_unit.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent/model_choice.h"
#include "agent/native/token_estimate.h"
#include "agent/tools/mcp_login.h"
#include "base/strings.h"
#include "engine/policy.h"
#include "model/triage_answer.h"
#include "os/crash_point.h"
#include "os/files/files.h"
#include "os/system.h"
#include "pipeline/roles.h"
#include "service/agents/mcp_servers.h"
#include "service/agents/models.h"
#include "service/host/session_evidence.h"
#include "service/transcript/transcript_writer.h"
#include "service/unit/checkout_unit.h"
#include "service/unit/circle_guard.h"
#include "service/unit/claimed_files.h"
#include "service/unit/commands_ran.h"
#include "service/unit/findings_told.h"
#include "service/unit/fixed_prompt.h"
#include "service/unit/job.h"
#include "service/unit/outlast.h"
#include "service/unit/prompt_maker.h"
#include "service/unit/run_resources.h"
#include "service/unit/unit_events.h"
#include "service/unit/unit_sandbox.h"
#include "service/unit/unit_session.h"
#include "service/unit/unit_temp.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

UnitOutcome FailedAsk(const AgentAnswer& answer) {
  UnitOutcome outcome;
  outcome.status = answer.error_class == ErrorClass::kCancelled ? UnitStatus::kCancelled : UnitStatus::kFailed;
  outcome.error_class = answer.error_class;
  outcome.error = answer.error;
  if (answer.error_class == ErrorClass::kContextOverflow)
    outcome.error = Describe(Error{Code::kUnavailable, answer.error, std::string(kTooLongHint)});
  outcome.retry_at = answer.retry_at;
  outcome.usage = answer.usage;
  return outcome;
}

const std::string& Either(const std::string& first, const std::string& second) {
  return first.empty() ? second : first;
}

// What was decided for the unit and why; kept beside its prompt.
std::string RequestRecord(const Job& job, const Resolution& resolved, const Runtime& runtime,
                          const AgentRequest& request, const std::string& answered = "") {
  Json tools = Json::MakeArray();
  for (const std::string& tool : request.tools) tools.Append(tool);
  Json record = ToJson(resolved, runtime.name())
                    .Set("model_reason", resolved.model_reason)
                    .Set("tools", std::move(tools))
                    .Set("tokens", AboutTokens(request.prompt));
  if (!answered.empty()) record.Set("answered", answered);  // the model, where it is not the one that was asked for
  if (!request.share.empty()) record.Set("share", ToJson(request.share));
  const Remedies& remedies = job.unit.remedies;
  if (remedies.tiers_up > 0) record.Set("tiers_up", remedies.tiers_up);
  if (remedies.other_model) record.Set("other_model", true);
  if (remedies.simplify) record.Set("simplified", true);
  return record.Dump(2) + "\n";
}

// An unknown program may ignore the model it is given, so only the model it names has a price.
std::string ModelThatAnswered(const AgentAnswer& answer, const Runtime& runtime, const AgentRequest& request) {
  const bool unknown = runtime.name() == "command" || runtime.name() == "replay";
  return unknown ? answer.model : Either(answer.model, request.model);
}

// A budget in dollars does not see what has no price, so this is said.
std::string PriceDoubt(const AgentAnswer& answer, const std::string& model, const AgentRequest& request) {
  if (answer.usage.usd > 0 || answer.usage.tokens() == 0) return "";
  return fmt::format("the price of {} is unknown: its cost is not counted{}",
                     model.empty() ? "what answered" : "`" + model + "`",
                     request.share.usd ? ", and the budget in dollars does not hold it back" : "");
}

// The program needs the network for its provider. Without this error it would fail later and less clearly.
Error NoNetworkFor(const Role& role, const Runtime& runtime) {
  return {Code::kUnavailable,
          fmt::format("the role `{}` has network = \"off\", but the program {} needs the network", role.name,
                      runtime.name()),
          "give the stage another runtime: anthropic and openai cut off only the model's commands"};
}

// The run started when the role only read, so its steps share your checkout. What two of them write could not be told
// apart.
Error WritesSideBySide(const Role& role) {
  return {
      Code::kInvalid,
      fmt::format("the role `{}` writes now, but this run's steps work side by side in your checkout because it only "
                  "read when the run started",
                  role.name),
      fmt::format("set writes = false in {} again, or start a new run", role.origin)};
}

// Nothing of it is kept, and the agent is asked again.
UnitOutcome MustNotWrite(const Job& job, const AgentAnswer& answer) {
  UnitOutcome outcome;
  outcome.status = UnitStatus::kFailed;
  outcome.error_class = ErrorClass::kMalformed;
  outcome.error = fmt::format("a step of the kind `{}` changes no file, and files have changed: they were set back",
                              job.step->kind);
  outcome.usage = answer.usage;
  return outcome;
}

// Who wrote them cannot be seen in a checkout in which its owner works too: no file of it is touched, and no agent is
// blamed.
std::string MayBeYours(const Job& job, const std::vector<std::string>& files) {
  if (files.empty()) return "";
  constexpr std::size_t kMostNamed = 5;
  const std::size_t named = std::min(files.size(), kMostNamed);
  const std::vector<std::string> first(files.begin(), files.begin() + static_cast<std::ptrdiff_t>(named));
  std::string list = Join(first, ", ");
  if (files.size() > named) list += fmt::format(" and {} more", files.size() - named);
  return fmt::format(
      "files changed in your checkout while a step of the kind `{}` was read: {}. The agent ran without a sandbox, so "
      "Forge cannot tell whether you or the agent changed them; they stay as they are",
      job.step->kind, list);
}

// A session that the agent no longer knows must not fail the unit: the prompt alone is enough.
AgentAnswer AskGoingOn(Runtime& runtime, AgentRequest& request, const std::stop_token& stop) {
  AgentAnswer answer = runtime.Ask(request, stop);
  const bool unclear = answer.error_class == ErrorClass::kPermanent || answer.error_class == ErrorClass::kUnknown ||
                       answer.error_class == ErrorClass::kTooling;
  if (!answer.failed || !unclear || request.session.empty() || !answer.usage.empty()) return answer;
  request.on_event({AgentEvent::Kind::kNotice, "asked again without the session: " + answer.error, {}});
  request.session.clear();
  request.session_usage = {};
  return runtime.Ask(request, stop);
}

}  // namespace

AgentUnit::AgentUnit(RunResources& resources, PromptMaker& prompts)
    : resources_(resources),
      prompts_(prompts),
      answers_(resources.context.files, resources.settled_points, resources.list_decisions, resources.points_left) {}

UnitOutcome AgentUnit::CarryOut(const Job& job, std::stop_token stop) {
  Usage paid;
  auto work = [&]() -> Result<UnitOutcome> {
    const Role role = TRY(prompts_.RoleFor(job));
    const bool in_checkout = role.writes && !resources_.worktrees.isolated();
    if (in_checkout && job.side_by_side) return FailedUnit(ErrorClass::kPermanent, WritesSideBySide(role));
    const std::string spec = AgentFor(job);
    const AgentLogin login = TRY(resources_.logins.Choose(spec));
    if (login.runtime == nullptr) return EveryAccountAtItsLimit(login);
    Runtime* runtime = login.runtime;
    const std::string account = login.account ? login.account->key : "";
    const auto resolved = ResolveFor(job, role, *runtime, spec);
    if (!resolved) return FailedUnit(ErrorClass::kPermanent, resolved.error());
    const std::string cwd = TRY(resources_.worktrees.Prepare(job, role.writes));
    const UnitTemp temp = TRY(UnitTemp::Make(resources_.context.process_marker, cwd));
    AgentRequest request = TRY(RequestFor(job, role, login, *resolved, {cwd, temp.path()}));
    if (request.sandbox && !request.sandbox->network && IsAgentProgram(runtime->name()))
      return FailedUnit(ErrorClass::kPermanent, NoNetworkFor(role, *runtime));
    // A writer's worktree is reset before the next attempt, so its old conversation would be wrong.
    const bool may_go_on = !(role.writes && resources_.worktrees.isolated());
    request.session_directory = SessionDirectory(resources_.context.files, job);
    auto before = FindSession(resources_.context.files, job, runtime->name(), account);
    if (before && (may_go_on || before->goes_on)) {
      request.session = before->session;
      request.session_usage = before->usage;
    }
    SecretMask mask = resources_.mask;
    mask.Hide(login.env);
    for (const std::string& token : runtime->secrets()) mask.HideValue(token);
    for (McpServerSpec& server : request.servers) {
      // A program gets the token in its environment, which it may print.
      if (IsAgentProgram(runtime->name())) AddToken(server, resources_.context.machine.environment, stop);
      mask.HideGiven(server.env);
      mask.HideGiven(server.headers);
    }
    request.prompt = mask.ApplyKnown(request.prompt);
    request.hide = [&mask](std::string_view text) { return mask.ApplyKnown(text); };
    UnitEventLog events(resources_.context.files, job.unit.id, mask);
    events.Seal({resources_.context.project.state, resources_.context.machine.cache_directory + "/worktrees"},
                request.cwd);
    std::string saved;
    if (resources_.worktrees.isolated()) {
      for (const std::string& name : TRY(resources_.worktrees.Open())->TakeSaved())
        saved += fmt::format(" (what you left in an idle worktree is saved: forge rescue {})", name);
    }
    if (!saved.empty()) events.Take({AgentEvent::Kind::kNotice, saved.substr(1), {}});
    if (!login.handed_over.empty()) events.HandOver("", login.account->name, login.handed_over);
    CommandsRan ran;
    TranscriptWriter transcript(resources_.context.files, job.unit.id, request.cwd, mask);
    const auto take = [&](const AgentEvent& event) {
      events.Take(event);
      ran.Take(mask.ApplyToEvent(event));
      transcript.Take(event);
    };
    request.on_secret = [&](const std::string& token) {
      mask.HideValue(token);
      events.Hide(token);
      transcript.Hide(token);
    };
    CircleGuard circles(request, stop);
    request.on_event = [&](const AgentEvent& event) {
      take(event);
      if (const auto sign = circles.Take(mask.ApplyToEvent(event))) take({AgentEvent::Kind::kNotice, *sign, {}});
    };
    request.share = resources_.spending.ShareOf(job.unit.id);
    request.on_spent = [&](const Usage& total, const std::string& model) {
      Usage priced = total;
      FillCost(resources_.models, Either(model, request.model), priced);
      return resources_.spending.Spend(job.unit.id, priced);
    };
    request.on_start = [&](std::int64_t pid, std::int64_t start) { resources_.on_process(job.unit.id, pid, start); };
    const RunFiles& files = resources_.context.files;
    TRY(files.KeepAsked({job.unit.id, request.prompt, RequestRecord(job, *resolved, *runtime, request)}));
    if (in_checkout) TRY(EnterCheckout(resources_.context.project, files, job, events));
    std::optional<CheckoutStamps> files_before;
    if (job.changes_nothing && !resources_.worktrees.isolated() && !request.sandbox)
      files_before = TRY(StampCheckout(resources_.context.project));
    CrashPoint("unit-start");
    AgentAnswer answer = circles.Explain(AskGoingOn(*runtime, request, circles.stop()));
    answer.text = mask.ApplyKnown(answer.text);  // before anything of it is kept or told
    answer.error = mask.Apply(answer.error);
    transcript.End(answer.failed ? answer.error : "");
    std::string refused;
    answer.usage = Believable(answer.usage, refused);
    if (!refused.empty()) events.Take({AgentEvent::Kind::kNotice, RefusedText(refused), {}});
    FillCost(resources_.models, ModelThatAnswered(answer, *runtime, request), answer.usage);
    paid = answer.usage;
    // From here on a shortage is waited for: a failed unit would ask the agent again, who is paid again.
    const auto tell = [&](const Error& shortage) {
      events.Take({AgentEvent::Kind::kNotice, "waits to keep the answer: " + Describe(shortage), {}});
    };
    const auto keep = [&](const auto& what) { return Outlast(stop, tell, what); };
    if (!answer.model.empty() && resources_.models.FullName(request.model) != answer.model) {
      const std::string record = RequestRecord(job, *resolved, *runtime, request, answer.model);
      TRY(keep([&] { return files.KeepUnitText(job.unit.id, std::string(kRequestFile), record); }));
    }
    const std::string asked = ModelThatAnswered(answer, *runtime, request);
    // A script's usage is invented, and so is its price.
    const bool priced = runtime->name() == "replay" || resources_.models.CostOf(asked, answer.usage);
    const std::string doubt = priced ? "" : PriceDoubt(answer, asked, request);
    if (!doubt.empty()) events.Take({AgentEvent::Kind::kNotice, doubt, {}});
    TRY(keep([&] { return resources_.logins.Leave(login, answer, events); }));
    CrashPoint("unit-answered");
    if (const std::string seen = ReadAllEvidence(temp.path() + "/hooks"); !seen.empty()) {
      TRY(keep([&] { return files.KeepUnitText(job.unit.id, "hooks.jsonl", seen); }));
      for (const std::string& bypass : BypassesIn(seen))
        events.Take({AgentEvent::Kind::kNotice, "the write guard was bypassed: " + bypass, {}});
    }
    TRY(keep([&] { return files.KeepUnitText(job.unit.id, "answer.md", mask.Apply(answer.text)); }));
    std::string snapshot;
    bool unmerged = false;
    std::vector<std::string> touched;
    // Also after a failure: the work of a failed attempt is kept, and the next one starts from the state before it.
    if (role.writes && resources_.worktrees.isolated()) {
      Workspaces* workspaces = TRY(keep([&] { return resources_.worktrees.Open(); }));
      snapshot = TRY(keep([&] { return workspaces->Snapshot(job.lane, job.unit.id); }));
      unmerged = TRY(keep([&] { return workspaces->IsUnmerged(job.lane, snapshot); }));
      touched = TRY(keep([&] { return TouchedFiles(job, snapshot); }));
    }
    bool set_back = false;
    if (job.changes_nothing && !answer.failed && resources_.worktrees.isolated())
      set_back = TRY(keep([&] { return SetBackWritten(job, cwd); }));
    std::string found;
    if (files_before && !answer.failed)
      found = MayBeYours(job, TRY(keep([&] { return WrittenSince(resources_.context.project, *files_before); })));
    if (!found.empty()) events.Take({AgentEvent::Kind::kNotice, found, {}});
    UnitOutcome outcome = answer.failed ? FailedAsk(answer)
                          : set_back    ? MustNotWrite(job, answer)
                                        : TRY(keep([&] { return answers_.Read(job, role, answer); }));
    if (outcome.status == UnitStatus::kDone && !snapshot.empty())
      TRY(keep([&] { return MarkUnwritten(job, snapshot, outcome, events); }));
    ran.reports = ReportsCommands(*runtime);
    if (!answer.failed)
      TRY(keep([&] { return KeepCommands(files, job, role.writes, ran, mask.Apply(answer.text), outcome); }));
    const bool at_budget = StoppedAtBudget(outcome);
    if (at_budget) {
      (void)resources_.spending.Spend(job.unit.id, answer.usage);
      outcome.used_up = resources_.spending.UsedUp(job.unit.id);
    }
    const bool undone = outcome.status != UnitStatus::kDone && !at_budget;
    if (in_checkout)
      TRY(keep([&] { return LeaveCheckout(resources_.context.project, files, job, undone, at_budget); }));
    const bool keeps = at_budget && !job.changes_nothing;
    if (outcome.status == UnitStatus::kDone || keeps) {
      outcome.snapshot = snapshot;
      outcome.unmerged = unmerged;
      outcome.touched = std::move(touched);
    }
    Usage of_session = request.session_usage;
    of_session += answer.usage;
    const bool goes_on = at_budget && (keeps || may_go_on);
    const bool is_unread = !answer.failed && outcome.error_class == ErrorClass::kMalformed;
    if (!answer.session.empty() && (goes_on || (is_unread && may_go_on))) {
      TRY(keep(
          [&] { return KeepSession(files, job, {answer.session, runtime->name(), account, of_session, goes_on}); }));
    } else if (!answer.session.empty()) {
      // The user's other conversations of that program are not in it, and this one has ended.
      TRY(keep([&] { return RemoveTree(request.session_directory); }));
    }
    if (answer.failed) return outcome;
    outcome.summary += saved;
    if (!found.empty()) outcome.summary += fmt::format(" ({})", found);
    if (!login.handed_over.empty())
      outcome.summary += fmt::format(" (now with account `{}`: {})", login.account->name, login.handed_over);
    return outcome;
  };
  auto done = work();
  if (done) return *std::move(done);
  UnitOutcome failed = FailedUnit(ErrorClass::kTooling, done.error());
  failed.usage = paid;
  return failed;
}

// Of the files that the answer says were changed, those that are as they were: for reviewers, and in the report.
Status AgentUnit::MarkUnwritten(const Job& job, const std::string& snapshot, UnitOutcome& outcome,
                                UnitEventLog& events) {
  const std::vector<std::string> claimed = ClaimedFiles(outcome.result);
  if (claimed.empty()) return {};
  Workspaces* workspaces = TRY(resources_.worktrees.Open());
  std::vector<std::string> changed = TRY(workspaces->ChangedFiles(snapshot));
  // What the lane has merged before is its work too.
  for (std::string& path : TRY(workspaces->IntegratedFiles(job.lane))) changed.push_back(std::move(path));
  const std::vector<std::string> unwritten = UnwrittenFiles(claimed, changed);
  if (unwritten.empty()) return {};
  Json list = Json::MakeArray();
  for (const std::string& path : unwritten) list.Append(path);
  outcome.result.Set("unwritten", std::move(list));
  const std::string note = fmt::format("says that it changed {}, and did not", Join(unwritten, ", "));
  outcome.summary += fmt::format(" ({})", note);
  events.Take({AgentEvent::Kind::kNotice, "the answer " + note, {}});
  return {};
}

// A finding that its reviewer drops is not called fixed where its file was not changed. Only of work that was sent
// back.
Result<std::vector<std::string>> AgentUnit::TouchedFiles(const Job& job, const std::string& snapshot) {
  constexpr std::size_t kMostTouched = 200;
  if (job.senders.empty() || job.snapshot == snapshot) return std::vector<std::string>();
  Workspaces* workspaces = TRY(resources_.worktrees.Open());
  std::vector<std::string> files = job.snapshot.empty() ? TRY(workspaces->ChangedFiles(snapshot))
                                                        : TRY(workspaces->ChangedBetween(job.snapshot, snapshot));
  if (files.size() > kMostTouched) files.clear();
  return files;
}

// Without a sandbox an agent can write what it must not. In a worktree of ours nobody else does.
Result<bool> AgentUnit::SetBackWritten(const Job& job, const std::string& cwd) {
  Workspaces* workspaces = TRY(resources_.worktrees.Open());
  if (workspaces->StillHolds(cwd, TRY(workspaces->TreeOf(TRY(resources_.worktrees.CommitOf(job)))))) return false;
  const std::string now = TRY(workspaces->Snapshot(job.lane, job.unit.id));
  resources_.worktrees.Forget(job.lane);
  if (job.snapshot.empty()) return !TRY(workspaces->ChangedFiles(now)).empty();
  return TRY(workspaces->TreeOf(now)) != TRY(workspaces->TreeOf(job.snapshot));
}

Result<AgentRequest> AgentUnit::RequestFor(const Job& job, const Role& role, const AgentLogin& login,
                                           const Resolution& resolved, const Places& places) {
  AgentRequest request;
  request.label = {job.run,   resources_.context.tree, job.unit.id,         job.pipeline,       job.stage.name,
                   role.name, job.unit.member,         job.unit.step.value, job.unit.iteration, job.unit.attempt};
  request.cwd = places.cwd;
  UnitFindings findings(resources_.list_findings);
  if (Sees(job, kTriagePage) && resources_.list_findings) {
    const std::string name(kTriagePage);
    const std::string page = TRY(findings.ToFix());
    // A page that has nothing left to fix replaces the old one too.
    if (!page.empty() || TRY(resources_.context.files.ReadArtifact(job.lane, name)))
      TRY(resources_.context.files.WriteArtifact(job.lane, name, page));
  }
  for (const PromptSection& section : TRY(prompts_.Sections(job, findings))) request.prompt += section.text;
  request.may_write = role.writes;
  request.tools = role.tools;
  request.rules_root = resources_.context.project.root;
  if (UsesServers(login.runtime->name()))
    request.servers = McpServersFor(resources_.context.machine, resources_.context.project, role);
  request.tier = resolved.tier;
  request.effort = resolved.effort;
  request.model = resolved.model;
  const ResultForm form = ResultFormOf(job.stage, job.member, role);
  if (job.stage.result && form.place != ResultPlace::kLines) request.result_schema = form.schema;
  request.deadlines.wall_ms =
      job.stage.timeout_ms > 0 ? job.stage.timeout_ms : resources_.context.settings.unit_timeout_ms;
  request.deadlines.silence_ms = resources_.context.settings.silence_ms;
  request.max_repeats = resources_.context.settings.max_repeats;
  request.env = resources_.EnvironmentFor(job);
  request.withheld = resources_.withheld;
  // For the hooks of its program (docs/hooks.md). Always set, so that none is inherited from an outer unit.
  request.env["FORGE_WRITES"] = job.step ? Join(job.step->writes, "\n") : "";
  request.env["FORGE_VERIFY"] = role.writes ? Join(resources_.CommandsAfter(job), "\n") : "";
  request.env["FORGE_HOOKS"] = places.temp + "/hooks";
  if (role.writes) request.hook_program = resources_.context.machine.program;
  request.env.insert(login.env.begin(), login.env.end());
  std::vector<std::string> sealed;
  if (job.member) sealed = PlansIn(resources_.context.project, places.cwd);
  request.sandbox = TRY(resources_.SandboxFor(places.cwd, places.temp, role.writes, role.network,
                                              login.runtime->needs(), std::move(sealed)));
  if (request.sandbox) request.env["TMPDIR"] = places.temp;
  return request;
}

std::string AgentUnit::AgentFor(const Job& job) const {
  std::string spec = job.member ? Either(job.member->runtime, job.stage.runtime) : job.stage.runtime;
  if (!spec.empty() && spec != "auto") return spec;
  const auto own = resources_.context.settings.role_agents.find(RoleOf(job));
  return own == resources_.context.settings.role_agents.end() ? resources_.context.settings.agent : own->second;
}

Result<Resolution> AgentUnit::ResolveFor(const Job& job, const Role& role, const Runtime& runtime,
                                         const std::string& spec) const {
  return ResolveUnit(TraitsOf(job, role), resources_.context.settings.models,
                     resources_.logins.SourceFor(runtime, spec), resources_.models);
}

}  // namespace forge
