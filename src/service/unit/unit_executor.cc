#include "service/unit/unit_executor.h"

#include <fmt/core.h>

#include "base/strings.h"
#include "os/available_memory.h"
#include "os/crash_point.h"
#include "os/files/files.h"
#include "os/system.h"
#include "pipeline/roles.h"
#include "service/agents/accounts.h"
#include "service/agents/models.h"
#include "service/library.h"
#include "service/memory/learn.h"
#include "service/workspaces.h"
#include "text/gates.h"

namespace forge {
namespace {

constexpr std::int64_t kMegabyte = 1024 * 1024;
constexpr std::int64_t kDefaultUnitTimeoutMs = 30LL * 60 * 1000;
constexpr std::int64_t kDefaultVerifyTimeoutMs = 20LL * 60 * 1000;

std::vector<std::string> Reasons(const std::vector<GateFailure>& failures) {
  std::vector<std::string> reasons;
  for (const GateFailure& failure : failures) reasons.push_back(failure.text);
  return reasons;
}

}  // namespace

RunSettings RunSettings::FromSettings(const Settings& settings) {
  RunSettings run;
  run.agent = settings.Get("agent");
  if (const std::string auditor = settings.Get("auditor_runtime"); !auditor.empty())
    run.role_agents["auditor"] = auditor;
  if (const std::string drafter = settings.Get("drafter_runtime"); !drafter.empty())
    run.role_agents["drafter"] = run.role_agents["reviser"] = drafter;
  run.isolation = settings.Get("isolation");
  run.verify_timeout_ms = ParseInt(settings.Get("verify_timeout")).value_or(1200) * 1000;
  run.unit_timeout_ms = ParseInt(settings.Get("unit_timeout")).value_or(1800) * 1000;
  run.silence_ms = ParseInt(settings.Get("silence_timeout")).value_or(600) * 1000;
  run.account_threshold = ParseInt(settings.Get("account_threshold")).value_or(90);
  run.min_free_memory = ParseInt(settings.Get("min_free_memory")).value_or(0);
  run.models = WishesOf(settings);
  run.sandbox.mode = settings.Get("sandbox");
  run.sandbox.verify_network = settings.Get("verify_network") != "off";
  // Held: lines are views.
  const std::string readable = settings.Get("sandbox_read"), writable = settings.Get("sandbox_write");
  for (std::string_view path : Lines(readable)) run.sandbox.read.emplace_back(path);
  for (std::string_view path : Lines(writable)) run.sandbox.write.emplace_back(path);
  if (const std::string verify = settings.Get("verify"); !verify.empty()) {
    for (std::string_view command : Split(verify, '\n')) run.verify.emplace_back(command);
  }
  return run;
}

RunSettings RunSettings::FromJson(const Json& json) {
  RunSettings settings;
  settings.agent = json["agent"].AsString();
  for (const auto& [role, spec] : json["role_agents"].AsObject()) settings.role_agents[role] = spec.AsString();
  settings.isolation = json["isolation"].AsString("worktree");
  for (const Json& command : json["verify"].AsArray()) settings.verify.push_back(command.AsString());
  settings.verify_timeout_ms = json["verify_timeout_ms"].AsInt(kDefaultVerifyTimeoutMs);
  settings.verify_parallel = json["verify_parallel"].AsInt(1);
  for (const Json& glob : json["verify_reports"].AsArray()) settings.verify_reports.push_back(glob.AsString());
  settings.unit_timeout_ms = json["unit_timeout_ms"].AsInt(kDefaultUnitTimeoutMs);
  settings.silence_ms = json["silence_ms"].AsInt();
  settings.account_threshold = json["account_threshold"].AsInt(settings.account_threshold);
  settings.min_free_memory = json["min_free_memory"].AsInt(0);
  settings.sandbox.mode = json["sandbox"].AsString("off");  // runs of before there was one
  for (const Json& path : json["sandbox_read"].AsArray()) settings.sandbox.read.push_back(path.AsString());
  for (const Json& path : json["sandbox_write"].AsArray()) settings.sandbox.write.push_back(path.AsString());
  settings.sandbox.verify_network = json["verify_network"].AsString() != "off";
  settings.models = WishesFromJson(json["models"]);
  return settings;
}

Json RunSettings::ToJson() const {
  Json commands = Json::MakeArray();
  for (const std::string& command : verify) commands.Append(command);
  Json read = Json::MakeArray();
  for (const std::string& path : sandbox.read) read.Append(path);
  Json write = Json::MakeArray();
  for (const std::string& path : sandbox.write) write.Append(path);
  Json json = Json::MakeObject();
  // Left out at their defaults, as journals of before they existed have it.
  if (verify_parallel > 1) json.Set("verify_parallel", verify_parallel);
  if (!role_agents.empty()) {
    Json agents = Json::MakeObject();
    for (const auto& [role, spec] : role_agents) agents.Set(role, spec);
    json.Set("role_agents", std::move(agents));
  }
  if (!verify_reports.empty()) {
    Json reports = Json::MakeArray();
    for (const std::string& glob : verify_reports) reports.Append(glob);
    json.Set("verify_reports", std::move(reports));
  }
  json.Set("agent", agent)
      .Set("isolation", isolation)
      .Set("verify", std::move(commands))
      .Set("verify_timeout_ms", verify_timeout_ms)
      .Set("unit_timeout_ms", unit_timeout_ms)
      .Set("silence_ms", silence_ms)
      .Set("account_threshold", account_threshold)
      .Set("min_free_memory", min_free_memory)
      .Set("sandbox", sandbox.mode)
      .Set("sandbox_read", std::move(read))
      .Set("sandbox_write", std::move(write));
  if (!sandbox.verify_network) json.Set("verify_network", "off");
  if (models != ModelWishes{}) json.Set("models", forge::ToJson(models));
  return json;
}

UnitOutcome FailedUnit(ErrorClass error_class, const Error& error) {
  UnitOutcome outcome;
  outcome.status = UnitStatus::kFailed;
  outcome.error_class = error_class;
  outcome.error = Describe(error);
  return outcome;
}

std::string FirstLine(std::string_view text, std::size_t limit) {
  for (std::string_view line : Lines(text.substr(0, 64 * 1024))) {
    // Emphasis and heading marks say nothing on one line of a log.
    const std::size_t first = line.find_first_not_of("*#> \t\r");
    if (first == std::string_view::npos || Trim(line).starts_with("```")) continue;
    line = line.substr(first, line.find_last_not_of("* \t\r") + 1 - first);
    if (line.size() > limit) return ValidUtf8(line.substr(0, limit)) + "...";
    return ValidUtf8(line);
  }
  return "";
}

UnitExecutor::UnitExecutor(Context context, InputQueue& queue)
    : context_(std::move(context)),
      queue_(queue),
      admission_(context_.settings.min_free_memory * kMegabyte, AvailableMemory) {}

Result<std::unique_ptr<UnitExecutor>> UnitExecutor::Make(Context context, InputQueue& queue) {
  auto executor = TRY(MakeForPrompts(std::move(context), queue));
  const Context& given = executor->context_;
  TRY(CheckAgent(given.settings.agent, given.machine, given.project));
  return executor;
}

Result<std::unique_ptr<UnitExecutor>> UnitExecutor::MakeForPrompts(Context context, InputQueue& queue) {
  std::unique_ptr<UnitExecutor> executor(new UnitExecutor(std::move(context), queue));
  executor->models_ = TRY(LoadModels(executor->context_.machine, executor->context_.project));
  return executor;
}

UnitExecutor::~UnitExecutor() {
  std::lock_guard lock(mutex_);
  for (auto& [id, source] : running_) source.request_stop();
}

void UnitExecutor::Start(const State& state, const Unit& unit) {
  CrashPoint("act");
  Job job = MakeJob(state, unit, context_.run);
  if (unit.kind == UnitKind::kIntegrate) NoteMerged(state);
  // A gate is a few look-ups: not worth a thread.
  if (unit.kind == UnitKind::kGate) {
    queue_.Post(Ended{unit.id, Gate(job)});
    return;
  }
  std::stop_source source;
  {
    std::lock_guard lock(mutex_);
    running_[unit.id] = source;
  }
  pool_.Run([this, job = std::move(job), source] {
    std::optional<UnitOutcome> outcome = CarryOut(job, source.get_token());
    CrashPoint("unit-done");
    {
      std::lock_guard lock(mutex_);
      running_.erase(job.unit.id);
    }
    if (!outcome) return queue_.PostDormant(job.unit.id);
    if (source.stop_requested() && outcome->status == UnitStatus::kFailed) outcome->status = UnitStatus::kCancelled;
    queue_.Post(Ended{job.unit.id, *std::move(outcome)});
  });
}

void UnitExecutor::Stop(UnitId unit) {
  std::lock_guard lock(mutex_);
  auto it = running_.find(unit);
  if (it != running_.end()) it->second.request_stop();
}

std::optional<UnitOutcome> UnitExecutor::CarryOut(const Job& job, std::stop_token stop) {
  switch (job.unit.kind) {
    case UnitKind::kAgent: return AdmittedAgent(job, std::move(stop));
    case UnitKind::kCheck: return Check(job, std::move(stop));
    case UnitKind::kIntegrate: return Integrate(job, std::move(stop));
    case UnitKind::kLearn: return Learn(job, std::move(stop));
    case UnitKind::kChild: return Child(job, std::move(stop));
    case UnitKind::kGate: return Gate(job);
  }
  return FailedUnit(ErrorClass::kUnknown, Error{Code::kInternal, "a unit of no kind", ""});
}

// An agent is a program of hundreds of megabytes: rather late than killed by the kernel.
UnitOutcome UnitExecutor::AdmittedAgent(const Job& job, std::stop_token stop) {
  bool waited = false;
  const std::int64_t asked = SteadyMs();
  const Admission::Pass pass = admission_.Enter(stop, [&] { waited = true; });
  const std::int64_t seconds = (SteadyMs() - asked) / 1000;
  UnitOutcome outcome = Agent(job, std::move(stop));
  if (waited) outcome.summary += fmt::format(" (waited {} s for memory)", seconds);
  return outcome;
}

UnitOutcome UnitExecutor::Gate(const Job& job) {
  GateFacts facts;
  facts.records = job.records;
  facts.variables = {{"run", std::to_string(job.run.value)}, {"step", job.unit.step.value}};
  facts.file_size = [&](const std::string& path) -> std::optional<std::int64_t> {
    if (path == "plan") return FileSize(context_.files.AbsolutePlanPath());
    if (auto size = context_.files.ArtifactSize(job.lane, path)) return size;
    if (path.starts_with('/') || path.find("..") != std::string::npos) return std::nullopt;
    const std::string below = context_.project.root + "/" + path;
    return IsRegularFile(below) ? FileSize(below) : std::nullopt;
  };
  facts.verdict = [&](const std::string& phase) -> std::optional<std::string> {
    for (const char* record : {"step", "run"}) {
      const Json* verdict = job.records[record]["verdicts"].Find(phase);
      if (verdict != nullptr) return verdict->AsString();
    }
    return std::nullopt;
  };
  UnitOutcome outcome;
  const ParsedGate when = ParseGate(job.stage.when);
  const ParsedGate gate = ParseGate(job.stage.gate);
  if (!when.problems.empty() || !gate.problems.empty()) {
    return FailedUnit(ErrorClass::kPermanent,
                      Error{Code::kInvalid, "the gate of `" + job.stage.name + "` does not parse", ""});
  }
  outcome.applies = EvaluateGate(when.gate, facts).empty();
  if (!outcome.applies) return outcome;
  outcome.reasons = Reasons(EvaluateGate(gate.gate, facts));
  outcome.holds = outcome.reasons.empty();
  return outcome;
}

Result<Runtime*> UnitExecutor::RuntimeFor(const std::string& spec) {
  std::lock_guard lock(mutex_);
  auto it = runtimes_.find(spec);
  if (it == runtimes_.end()) {
    auto runtime =
        TRY(MakeRuntime(spec, {context_.project.root, context_.project.state, context_.machine.environment, &models_}));
    it = runtimes_.emplace(spec, std::move(runtime)).first;
  }
  return it->second.get();
}

Result<const Role*> UnitExecutor::RoleFor(const std::string& name) {
  std::lock_guard lock(mutex_);
  auto it = roles_.find(name);
  if (it == roles_.end()) {
    Role role = TRY(LoadRole(context_.machine, context_.project, name));
    it = roles_.emplace(name, std::make_unique<Role>(std::move(role))).first;
  }
  return it->second.get();
}

Result<Workspaces*> UnitExecutor::OpenWorkspaces() {
  std::lock_guard lock(mutex_);
  if (!workspaces_) {
    // Read now: a set-up that failed is mended in the settings, and the run resumed.
    const Settings settings = TRY(Settings::Load(context_.machine, context_.project));
    Workspaces::Options options =
        WorkspaceOptions(settings, context_.machine, context_.project, context_.run, context_.settings.sandbox);
    options.parent = context_.parent;
    workspaces_ = TRY(Workspaces::Open(options));
  }
  return workspaces_.get();
}

Result<std::optional<Sandbox>> UnitExecutor::SandboxFor(const std::string& cwd, const std::string& temp, bool may_write,
                                                        bool network, const RuntimeNeeds& needs) const {
  SandboxPlaces places;
  places.workspace = cwd;
  places.temp = temp;
  places.worktrees = context_.machine.cache_directory + "/worktrees";
  places.may_write = may_write;
  places.network = network;
  return UnitSandbox(context_.settings.sandbox, places, context_.machine, context_.project, needs);
}

// Where the unit works. A writer's worktree is brought to exactly what its lane last held; readers share it as it is.
Result<std::string> UnitExecutor::WorkDirectory(const Job& job, bool will_write) {
  if (!isolated()) return context_.project.root;
  Workspaces* workspaces = TRY(OpenWorkspaces());
  ShareWorktree(job, *workspaces);
  std::unique_lock lock(workspace_mutex_);
  std::mutex& lane = lane_mutexes_[job.lane];
  lock.unlock();
  // The lanes go side by side: a set-up may take minutes.
  std::lock_guard one_at_a_time(lane);
  const std::string wanted = job.snapshot + "@" + TRY(workspaces->Tip());
  lock.lock();
  auto it = prepared_.find(job.lane);
  if (!will_write && it != prepared_.end() && it->second == wanted) return workspaces->PathOf(job.lane);
  prepared_.erase(job.lane);
  lock.unlock();
  std::string path = TRY(workspaces->Prepare(job.lane, job.snapshot));
  lock.lock();
  if (!will_write) prepared_[job.lane] = wanted;
  return path;
}

std::map<std::string, std::string> UnitExecutor::UnitEnvironment(const Job& job) const {
  std::map<std::string, std::string> env = {{"FORGE_RUN_KEY", context_.process_marker},
                                            {"FORGE_UNIT", std::to_string(job.unit.id.value)}};
  if (workspaces_) env.merge(workspaces_->EnvironmentOf(job.lane));
  return env;
}

// What the run itself teaches is kept when it has ended (learn.h): here are the agents' proposals.
UnitOutcome UnitExecutor::Learn(const Job& job, std::stop_token stop) {
  UnitOutcome outcome;
  outcome.summary = "the run's own lessons are kept at its end";
  if (job.stage.role.empty()) return outcome;
  outcome = Agent(job, std::move(stop));
  if (outcome.status != UnitStatus::kDone || outcome.result.is_null()) return outcome;
  auto memory = Memory::Open(context_.machine, context_.project, true);
  Lessons lessons;
  if (memory) {
    const Provenance from{Voice::kAgent, job.stage.role, context_.run, job.unit.step, job.snapshot, ""};
    lessons = KeepProposals(*memory, outcome.result, from, false, WallClock());
  } else {
    lessons.warnings.push_back(memory.error().message);
  }
  outcome.summary = ToText(lessons);
  return outcome;
}

}  // namespace forge
