// Agent units: the prompt, the question, and reading the answer into an outcome.
#include <fmt/core.h>

#include <algorithm>

#include "agent/model_choice.h"
#include "agent/native/token_estimate.h"
#include "agent/prompt_parts.h"
#include "agent/vendors/cli_program.h"
#include "base/strings.h"
#include "os/crash_point.h"
#include "os/files/files.h"
#include "os/system.h"
#include "pipeline/roles.h"
#include "service/agents/mcp_servers.h"
#include "service/agents/models.h"
#include "service/host/session_evidence.h"
#include "service/memory/memory_brief.h"
#include "service/plan/plan_file.h"
#include "service/plan/plans.h"
#include "service/proof/checkout_diff.h"
#include "service/proof/checkout_guard.h"
#include "service/unit/fixed_prompt.h"
#include "service/unit/project_context.h"
#include "service/unit/unit_events.h"
#include "service/unit/unit_executor.h"
#include "service/unit/unit_session.h"
#include "service/unit/unit_temp.h"
#include "text/plan/plan_edit.h"
#include "text/review/audit.h"
#include "text/review/result_block.h"
#include "text/review/verdict.h"

namespace forge {
namespace {

constexpr std::size_t kLargestShownDiff = 200 * 1024;
constexpr std::size_t kLongestSummary = 400;

std::string StepText(const StepSpec& step) {
  std::string text = fmt::format("Step {}: {}\n", step.id.value, step.title);
  auto add = [&](const char* label, const std::string& value) {
    if (!value.empty()) text += fmt::format("{}: {}\n", label, value);
  };
  add("Do", step.what);
  add("Files", Join(step.files, ", "));
  add("Writes", Join(step.writes, ", "));
  add("Verify", Join(step.verify, "; "));
  add("Done when", step.done_when);
  add("Must not change", Join(step.disallowed, ", "));
  return text;
}

// What an agent says around its document is not part of it.
std::string_view FromFirstHeading(std::string_view text) {
  bool fenced = false;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    if (line.starts_with("```")) fenced = !fenced;
    if (!fenced && line.starts_with("# ")) return text.substr(at);
    at = end + 1;
  }
  return text;
}

UnitOutcome FailedAsk(const AgentAnswer& answer) {
  UnitOutcome outcome;
  outcome.status = answer.error_class == ErrorClass::kCancelled ? UnitStatus::kCancelled : UnitStatus::kFailed;
  outcome.error_class = answer.error_class;
  outcome.error = answer.error;
  outcome.retry_at = answer.retry_at;
  outcome.usage = answer.usage;
  return outcome;
}

std::string RoleName(const Job& job) { return job.member ? job.member->role : job.stage.role; }

// The document an answer is kept as: a review's, a panel seat's, or the one the stage promises.
std::string ArtifactName(const Job& job) {
  if (job.member) return job.stage.name + "." + job.member->name + ".md";
  if (!job.stage.verdict.empty()) return job.stage.verdict;
  return job.stage.produces;
}

const std::string& Either(const std::string& first, const std::string& second) {
  return first.empty() ? second : first;
}

// What was decided for the unit and why, to be read beside its prompt.
std::string RequestRecord(const Job& job, const Resolution& resolved, const Runtime& runtime,
                          const AgentRequest& request) {
  Json tools = Json::MakeArray();
  for (const std::string& tool : request.tools) tools.Append(tool);
  Json record = ToJson(resolved, runtime.name())
                    .Set("model_reason", resolved.model_reason)
                    .Set("tools", std::move(tools))
                    .Set("tokens", AboutTokens(request.prompt));
  const Remedies& remedies = job.unit.remedies;
  if (remedies.tiers_up > 0) record.Set("tiers_up", remedies.tiers_up);
  if (remedies.other_model) record.Set("other_model", true);
  if (remedies.simplify) record.Set("simplified", true);
  return record.Dump(2) + "\n";
}

// Programs that nobody knows may ignore the model they are told: what they do not name has no price.
std::string ModelThatAnswered(const AgentAnswer& answer, const Runtime& runtime, const AgentRequest& request) {
  const bool unknown = runtime.name() == "command" || runtime.name() == "replay";
  return unknown ? answer.model : Either(answer.model, request.model);
}

// Its provider is behind the network that would be taken from it, so that it would only fail later and less clearly.
Error NoNetworkFor(const Role& role, const Runtime& runtime) {
  return {Code::kUnavailable,
          fmt::format("the role `{}` has network = \"off\", and the program {} cannot work without one", role.name,
                      runtime.name()),
          "give the stage another runtime: anthropic and openai take the network from the model's commands only"};
}

// A role that says in its result block that it cannot go on has not done the stage, whatever else it says.
bool SaysBlocked(const Json& result) { return EqualsIgnoreCase(result["status"].AsString(), "blocked"); }

// A session that the agent no longer knows must not fail the unit: its prompt says all that is needed without it.
AgentAnswer AskGoingOn(Runtime& runtime, AgentRequest& request, UnitEventLog& events, const std::stop_token& stop) {
  AgentAnswer answer = runtime.Ask(request, stop);
  const bool unclear = answer.error_class == ErrorClass::kPermanent || answer.error_class == ErrorClass::kUnknown ||
                       answer.error_class == ErrorClass::kTooling;
  if (!answer.failed || !unclear || request.session.empty() || !answer.usage.empty()) return answer;
  events.Take({AgentEvent::Kind::kNotice, "asked again without the session: " + answer.error, {}});
  request.session.clear();
  request.session_usage = {};
  return runtime.Ask(request, stop);
}

}  // namespace

UnitOutcome UnitExecutor::Agent(const Job& job, std::stop_token stop) {
  auto work = [&]() -> Result<UnitOutcome> {
    const Role* role = TRY(RoleFor(RoleName(job)));
    const std::string spec = AgentFor(job);
    const AgentSeat seat = TRY(SeatFor(spec));
    if (seat.runtime == nullptr) return NobodyCanWork(seat);
    Runtime* runtime = seat.runtime;
    const std::string account = seat.account ? seat.account->key : "";
    const auto resolved = ResolveFor(job, *role, *runtime, spec);
    if (!resolved) return FailedUnit(ErrorClass::kPermanent, resolved.error());
    const UnitTemp temp = TRY(UnitTemp::Make());
    AgentRequest request = TRY(RequestFor(job, *role, seat, *resolved, temp.path()));
    if (request.sandbox && !request.sandbox->network && FindCliProgram(runtime->name()))
      return FailedUnit(ErrorClass::kPermanent, NoNetworkFor(*role, *runtime));
    // What a writer did is gone from its workspace when it is asked again: its conversation would speak of it.
    const bool may_go_on = !(role->writes && isolated());
    if (auto before = FindSession(context_.files, job, runtime->name(), account); before && may_go_on) {
      request.session = before->session;
      request.session_usage = before->usage;
    }
    UnitEventLog events(context_.files, job.unit.id);
    events.Seal({context_.project.state, context_.machine.cache_directory + "/worktrees"}, request.cwd);
    if (!seat.handed_over.empty()) events.HandOver("", seat.account->name, seat.handed_over);
    request.on_event = [&](const AgentEvent& event) { events.Take(event); };
    request.on_start = [&](std::int64_t pid, std::int64_t start) { queue_.Post(Began{job.unit.id, pid, start}); };
    TRY(context_.files.KeepUnitText(job.unit.id, "prompt.md", request.prompt));
    TRY(context_.files.KeepUnitText(job.unit.id, "request.json", RequestRecord(job, *resolved, *runtime, request)));
    const bool in_checkout = role->writes && !isolated() && context_.project.is_git;
    if (in_checkout) TRY(EnterCheckout(context_.project, context_.files, job, events));
    CrashPoint("unit-start");
    AgentAnswer answer = AskGoingOn(*runtime, request, events, stop);
    FillCost(models_, ModelThatAnswered(answer, *runtime, request), answer.usage);
    TRY(LeaveSeat(seat, answer, events));
    CrashPoint("unit-answered");
    if (const std::string seen = ReadAllEvidence(temp.path() + "/hooks"); !seen.empty()) {
      TRY(context_.files.KeepUnitText(job.unit.id, "hooks.jsonl", seen));
      for (const std::string& bypass : BypassesIn(seen))
        events.Take({AgentEvent::Kind::kNotice, "the write guard was bypassed: " + bypass, {}});
    }
    TRY(context_.files.KeepUnitText(job.unit.id, "answer.md", answer.text));
    std::string snapshot;
    // Also after a failure: what a failed attempt wrote is kept, and the next one starts from what was before.
    if (role->writes && isolated()) snapshot = TRY(TRY(OpenWorkspaces())->Snapshot(job.lane, job.unit.id));
    UnitOutcome outcome = answer.failed ? FailedAsk(answer) : TRY(ReadAnswer(job, *role, answer));
    if (in_checkout) TRY(LeaveCheckout(context_.project, context_.files, job, outcome.status != UnitStatus::kDone));
    if (answer.failed) return outcome;
    if (outcome.status == UnitStatus::kDone) outcome.snapshot = snapshot;
    if (outcome.error_class == ErrorClass::kMalformed && !answer.session.empty())
      TRY(KeepSession(context_.files, job, {answer.session, runtime->name(), account, answer.usage}));
    if (!seat.handed_over.empty())
      outcome.summary += fmt::format(" (now with account `{}`: {})", seat.account->name, seat.handed_over);
    return outcome;
  };
  auto done = work();
  return done ? *std::move(done) : FailedUnit(ErrorClass::kTooling, done.error());
}

Result<AgentRequest> UnitExecutor::RequestFor(const Job& job, const Role& role, const AgentSeat& seat,
                                              const Resolution& resolved, const std::string& temp) {
  AgentRequest request;
  request.label = {job.run,   context_.tree,   job.unit.id,         job.pipeline,       job.stage.name,
                   role.name, job.unit.member, job.unit.step.value, job.unit.iteration, job.unit.attempt};
  request.cwd = TRY(WorkDirectory(job, role.writes));
  for (const PromptSection& section : TRY(PromptFor(job))) request.prompt += section.text;
  request.may_write = role.writes;
  request.tools = role.tools;
  request.servers = McpServersFor(context_.machine, context_.project, role);
  request.tier = resolved.tier;
  request.effort = resolved.effort;
  request.model = resolved.model;
  if (job.stage.result) request.result_schema = role.result_schema;
  request.deadlines.wall_ms = job.stage.timeout_ms > 0 ? job.stage.timeout_ms : context_.settings.unit_timeout_ms;
  request.deadlines.silence_ms = context_.settings.silence_ms;
  request.env = UnitEnvironment(job);
  // For the hooks of its program (docs/hooks.md); always all of them, so that none is of an outer unit.
  request.env["FORGE_WRITES"] = job.step ? Join(job.step->writes, "\n") : "";
  request.env["FORGE_VERIFY"] = job.step && role.writes ? Join(job.step->verify, "\n") : "";
  request.env["FORGE_HOOKS"] = temp + "/hooks";
  if (role.writes) request.hook_program = context_.machine.program;
  request.env.insert(seat.env.begin(), seat.env.end());
  request.sandbox = TRY(SandboxFor(request.cwd, temp, role.writes, role.network, seat.runtime->needs()));
  if (request.sandbox) request.env["TMPDIR"] = temp;
  return request;
}

Result<UnitOutcome> UnitExecutor::ReadAnswer(const Job& job, const Role& role, const AgentAnswer& answer) {
  UnitOutcome outcome;
  outcome.usage = answer.usage;
  outcome.summary = FirstLine(answer.text, kLongestSummary);
  auto failed = [&](ErrorClass error_class, std::string error) {
    outcome.status = UnitStatus::kFailed;
    outcome.error_class = error_class;
    outcome.error = std::move(error);
    return outcome;
  };
  const bool reviews = IsReview(job.stage, job.member);
  const bool must_speak = reviews || !job.stage.produces.empty() || job.stage.result;
  if (must_speak && Trim(answer.text).empty()) return failed(ErrorClass::kEmpty, "the agent answered nothing");
  if (const std::string name = ArtifactName(job); !name.empty() && name != "plan") {
    outcome.artifacts.push_back(TRY(context_.files.WriteArtifact(job.lane, name, answer.text)));
    CrashPoint("artifact-written");
  }
  if (job.stage.result || !role.result_schema.is_null()) {
    ResultBlock block = FindResultBlock(answer.text, role.result_schema);
    if (job.stage.result && !block.ok()) {
      return failed(ErrorClass::kMalformed, "the result block does not fit: " + Join(block.violations, "; "));
    }
    outcome.result = std::move(block.value);
  }
  TRY(KeepTogether(job, answer.text, outcome));
  if (SaysBlocked(outcome.result)) {
    const std::string why = outcome.result["summary"].AsString(outcome.summary);
    return failed(ErrorClass::kExternal, "the agent says it is blocked: " + FirstLine(why, kLongestSummary));
  }
  if (reviews) {
    if (Status read = ReadVerdict(job, answer.text, outcome); !read)
      return failed(ErrorClass::kMalformed, read.error().message);
    TRY(KeepReview(job, answer.text));
  }
  if (job.stage.splits()) {
    if (Status read = ReadParts(job, answer.text, outcome); !read) {
      if (read.error().code != Code::kInvalid) return std::unexpected(read.error());
      return failed(ErrorClass::kMalformed, Describe(read.error()));
    }
  }
  if (job.stage.produces == "plan") {
    if (Status read = ReadPlanDocument(job, answer.text, outcome); !read) {
      if (read.error().code != Code::kInvalid) return std::unexpected(read.error());
      return failed(ErrorClass::kMalformed, Describe(read.error()));
    }
  }
  return outcome;
}

Status UnitExecutor::ReadVerdict(const Job& job, const std::string& text, UnitOutcome& outcome) {
  if (job.stage.verdict_form == VerdictForm::kReview) {
    outcome.verdict = ParseReviewVerdict(text);
    outcome.failures = static_cast<std::int64_t>(outcome.result["findings"].AsArray().size());
    if (outcome.verdict == Verdict::kRevision) outcome.failures = std::max<std::int64_t>(1, outcome.failures);
    if (outcome.verdict != Verdict::kMalformed) return {};
    return Fail(
        Code::kInvalid,
        "no readable verdict: the answer must hold a line `**Verdict:** Approved` or `**Verdict:** Revision Required`");
  }
  const Audit audit = ParseAudit(text);
  if (audit.malformed) return Fail(Code::kInvalid, "the audit cannot be read: " + audit.why);
  outcome.verdict = audit.revise ? Verdict::kRevision : Verdict::kApproved;
  for (const Concern& concern : audit.concerns) {
    if (concern.severity == Severity::kHigh || concern.severity == Severity::kMedium) ++outcome.failures;
  }
  return {};
}

// What was said about the plan stays with it, once, however often the unit is carried out.
Status UnitExecutor::KeepReview(const Job& job, const std::string& text) {
  const std::vector<std::string>& sees = job.member && !job.member->sees.empty() ? job.member->sees : job.stage.sees;
  const bool about_plan = !job.step && std::find(sees.begin(), sees.end(), "plan") != sees.end();
  if (!about_plan || !Exists(context_.files.AbsolutePlanPath())) return {};
  PlanEntry entry;
  entry.path = context_.files.plan_path();
  const std::string who = job.member ? job.stage.name + ", " + job.member->name : job.stage.name;
  const std::string mark = fmt::format("Stage: {} (unit {})", who, job.unit.id.value);
  return Plans(context_.project).Edit(entry, [&](const std::string& document) -> Result<std::string> {
    if (document.find(mark) != std::string::npos) return document;
    return AppendReview(document, ReviewEntry{UtcDay(WallClock().ms), "COMPLETE", mark + "\n\n" + text});
  });
}

Status UnitExecutor::ReadPlanDocument(const Job& job, const std::string& text, UnitOutcome& outcome) {
  const std::string draft = std::string(TrimRight(FromFirstHeading(text))) + "\n";
  TRY(ReadPlanText(draft, context_.files.plan_path()));
  const std::string document = TRY(context_.files.PlanFrom(draft));
  PlanRef plan = TRY(ReadPlanText(document, context_.files.plan_path()));
  plan.path = context_.files.plan_path();
  TRY(context_.files.WritePlan(job.unit.id, document));
  CrashPoint("artifact-written");
  outcome.plan = std::move(plan);
  outcome.summary =
      fmt::format("plan with {} step{}", outcome.plan->steps.size(), outcome.plan->steps.size() == 1 ? "" : "s");
  return {};
}

std::string UnitExecutor::AgentFor(const Job& job) const {
  std::string spec = job.member ? Either(job.member->runtime, job.stage.runtime) : job.stage.runtime;
  if (!spec.empty() && spec != "auto") return spec;
  const auto own = context_.settings.role_agents.find(RoleName(job));
  return own == context_.settings.role_agents.end() ? context_.settings.agent : own->second;
}

// Whom `auto` found, and who is behind a recording, the runtime knows.
ModelSource UnitExecutor::SourceFor(const Runtime& runtime, const std::string& spec) const {
  const bool by_name = spec == "auto" || spec.starts_with("record:");
  return SourceOf(by_name ? runtime.name() : spec, context_.machine.environment);
}

Result<Resolution> UnitExecutor::ResolveFor(const Job& job, const Role& role, const Runtime& runtime,
                                            const std::string& spec) const {
  return ResolveUnit(TraitsOf(job, role), context_.settings.models, SourceFor(runtime, spec), models_);
}

Result<std::vector<PromptSection>> UnitExecutor::PromptFor(const Job& job) {
  const Role* found = TRY(RoleFor(RoleName(job)));
  const Role& role = *found;
  PromptParts parts = FixedParts(job.stage, job.member, role);
  const bool reviews = parts.output.verdict.has_value();
  parts.objective = job.objective;
  parts.note = job.unit.note;
  std::vector<std::string> words = job.member && !job.member->sees.empty() ? job.member->sees : job.stage.sees;
  // A seat is given what it is stacked on, and nothing else of its panel.
  if (job.member) {
    for (const std::string& name : job.member->after) words.push_back(job.stage.name + "." + name + ".md");
  }
  // Whoever is asked again is told why, whether or not the pipeline thought of it. Panels stay sealed.
  if (job.unit.iteration > 1 && !reviews && !job.member) {
    for (const char* word : {"reviews", "failures"}) {
      if (std::find(words.begin(), words.end(), word) == words.end()) words.emplace_back(word);
    }
  }
  for (const std::string& word : words) {
    if (word == "objective" || (job.unit.remedies.simplify && word != "step")) continue;
    if (std::string text = DataFor(job, word); !text.empty()) parts.data.push_back({word, std::move(text)});
  }
  if (role.writes && !job.dropped.empty()) parts.data.push_back({"promised earlier and still owed", OwedBefore(job)});
  return MakePromptSections(parts);
}

std::string UnitExecutor::Remembered(const Job& job) {
  BriefRequest request;
  request.stage = job.stage.name;
  request.pipeline = job.pipeline;
  request.about = job.step ? job.step->title + "\n" + job.step->what : job.objective;
  request.in_step = job.step.has_value();
  if (job.step) {
    request.paths = job.step->files;
    request.paths.insert(request.paths.end(), job.step->writes.begin(), job.step->writes.end());
  }
  return MemoryBrief(context_.machine, context_.project, request, WallClock());
}

std::string UnitExecutor::DataFor(const Job& job, const std::string& word) {
  if (word == "plan") return context_.files.ReadPlan().value_or("");
  if (word == "step") return job.step ? StepText(*job.step) : "";
  if (word == "answers") return job.answers.is_null() ? "" : job.answers.Dump(2);
  if (word == "failures") return context_.files.ReadArtifact(job.lane, "failures").value_or("");
  if (word == "memory") return Remembered(job);
  if (word == "project") return ProjectRules(context_.project);
  if (word == "template") return PlanForm(context_.project);
  if (word == "dependencies") return DependencySources(job);
  if (word == "diff") {
    if (!isolated()) return CheckoutDiff(context_.project, kLargestShownDiff);
    auto workspaces = OpenWorkspaces();
    if (!workspaces) return "";
    std::lock_guard lock(workspace_mutex_);
    auto shown = [](const Result<std::string>& diff) {
      return diff ? *diff : "(the diff cannot be shown: " + diff.error().message + ")";
    };
    if (job.step) return shown((*workspaces)->Diff(job.snapshot, kLargestShownDiff));
    // The run's own lane: all that is merged, and what is not merged yet.
    const std::string merged = shown((*workspaces)->Diff("", kLargestShownDiff));
    const std::string own = job.snapshot.empty() ? "" : shown((*workspaces)->Diff(job.snapshot, kLargestShownDiff));
    return merged.find(own) == std::string::npos ? merged + own : merged;
  }
  if (word == "reviews") {
    std::string text;
    for (const std::string& name : job.review_artifacts) {
      if (auto review = context_.files.ReadArtifact(job.lane, name))
        text += fmt::format("--- {} ---\n{}\n", name, *review);
    }
    return text;
  }
  return context_.files.ReadArtifact(job.lane, word).value_or("");
}

}  // namespace forge
