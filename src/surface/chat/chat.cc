#include "surface/chat/chat.h"

#include <fmt/core.h>

#include <utility>
#include <vector>

#include "base/strings.h"
#include "service/plan/drafts.h"
#include "service/plan/plans.h"
#include "service/threads.h"
#include "surface/chat/replies.h"

namespace forge::chat {
namespace {

constexpr const char* kPhasesOff = "Phase decomposition is disabled. Set PLAN_PHASES_ENABLED=true to enable.";

bool IsOfPhases(std::string_view action) {
  return action == "phases" || action == "run" || action == "run-one" || action == "run-phase" || action == "skip" ||
         action == "skip-to";
}

FilesByStep ChangedStepsOf(const Project& project, const PlanView& view) {
  return view.run ? ChangedSteps(project, *view.run, view.steps, view.document.steps) : FilesByStep();
}

// `!forge cancel` finds nothing to cancel when there is no store.
bool OnlyReads(const Message& message) {
  const std::string& action = message.action;
  if (action == "help" || action == "list" || action == "show" || action == "status") return true;
  if (action == "cancel") return message.command == "forge";
  if (action != "phases") return false;
  const auto request = ParsePhases(message.args);
  return !request || !request->regenerate;
}

}  // namespace

Result<std::unique_ptr<Chat>> Chat::Open(ChatHost host, Transport& transport) {
  auto forge = TRY(Forge::OpenToRead(host.machine, host.settings, host.project));
  return std::unique_ptr<Chat>(new Chat(std::move(host), transport, std::move(forge)));
}

Chat::Chat(ChatHost host, Transport& transport, std::unique_ptr<Forge> forge)
    : host_(std::move(host)), transport_(transport), forge_(std::move(forge)), plans_(std::in_place, *forge_) {}

Chat::~Chat() { Wait(); }

Status Chat::OpenStore(bool create) {
  if (forge_->has_store()) return {};
  auto opened = create ? TRY(Forge::Open(host_.machine, host_.settings, host_.project, true))
                       : TRY(Forge::OpenToRead(host_.machine, host_.settings, host_.project));
  plans_.reset();
  forge_ = std::move(opened);
  plans_.emplace(*forge_);
  return {};
}

Result<std::unique_ptr<Forge>> Chat::OpenForge(const char* timeout_setting) const {
  constexpr std::int64_t kSecond = 1000;
  Settings settings = host_.settings;
  const Setting* timeout = settings.Find(timeout_setting);
  if (timeout != nullptr && timeout->origin != "built-in") {
    const std::int64_t seconds = (ParseInt(timeout->value).value_or(0) + kSecond - 1) / kSecond;
    TRY(settings.SetFlag("unit_timeout", std::to_string(seconds), timeout->origin));
  }
  return Forge::Open(host_.machine, settings, host_.project, true);
}

Outcome Chat::Say(const std::string& text) {
  transport_.Send(text);
  return {};
}

Outcome Chat::Refuse(const std::string& text, Code code) {
  transport_.Send(text);
  return {true, code, {}};
}

Outcome Chat::Handle(std::string_view text) {
  const Message message = ParseMessage(text);
  const bool of_plans = message.command == "plan" && IsOn("plan_commands_enabled");
  const bool of_runs = message.command == "forge" && IsOn("forge_commands_enabled");
  if (!of_plans && !of_runs) return {false, {}, {}};
  if (const std::string doubt = WhyNoDescription(message, [this](const std::string& name) { return IsPlan(name); });
      !doubt.empty())
    return Refuse(doubt, Code::kInvalid);
  if (const Status opened = OpenStore(!OnlyReads(message)); !opened) return Refuse(opened.error());
  return of_plans ? HandlePlan(message) : HandleForge(message);
}

// Two plans of one name are plans, too.
bool Chat::IsPlan(const std::string& name) {
  const auto plan = Plans(host_.project).Find(name);
  if (plan || plan.error().code != Code::kNotFound) return true;
  const auto draft = LooksLikePlan(name) ? FindDraft(*forge_, name) : Result<std::optional<RunRow>>();
  return draft && *draft;
}

// Finished threads are joined when the next one starts.
Outcome Chat::Start(const std::string& key, std::function<Outcome()> job) {
  if (!host_.background) return job();
  const std::lock_guard lock(mutex_);
  for (const auto& [done, is_done] : finished_) jobs_.erase(done);
  finished_.clear();
  if (jobs_.contains(key)) return Refuse(fmt::format("{} is already running.", key));
  auto thread = StartThread([this, key, job = std::move(job)] {
    job();
    const std::lock_guard inside(mutex_);
    finished_[key] = true;
  });
  if (!thread) return Refuse("The machine has no thread left. Try again later.");
  jobs_[key] = *std::move(thread);
  return {};
}

void Chat::Wait() {
  std::map<std::string, std::jthread> jobs;
  {
    const std::lock_guard lock(mutex_);
    jobs.swap(jobs_);
  }
  jobs.clear();
  const std::lock_guard lock(mutex_);
  finished_.clear();
}

bool Chat::busy() {
  const std::lock_guard lock(mutex_);
  return jobs_.size() > finished_.size();
}

std::optional<Outcome> Chat::FindPlan(const std::string& name, std::string_view action, PlanEntry& entry) {
  if (name.empty()) return Refuse(Usage(action), Code::kInvalid);
  auto found = plans_->plans().Find(name);
  if (found) {
    entry = *std::move(found);
    return std::nullopt;
  }
  if (const auto draft = FindUnwritten(name); draft && *draft) return Refuse(WhyUnwritten(**draft), Code::kNotFound);
  if (found.error().code == Code::kNotFound) return Refuse("Plan not found: " + name, Code::kNotFound);
  return Refuse(found.error());
}

Outcome Chat::HandlePlan(const Message& message) {
  if (IsOfPhases(message.action) && !IsOn("plan_phases_enabled")) return Refuse(kPhasesOff);
  if (message.action == "help") return Say(PlanHelp());
  if (message.action == "create") return Create(message.args);
  if (message.action == "list") return List();
  if (message.action == "phases") return Phases(message.args);
  return OnPlan(message);
}

Outcome Chat::Create(const std::string& description) {
  const std::size_t end = description.find('\n');
  NewPlan plan;
  plan.title = std::string(Trim(description.substr(0, end)));
  if (end != std::string::npos) plan.context = std::string(Trim(description.substr(end)));
  plan.date = host_.today();
  auto entry = plans_->Create(std::move(plan));
  return entry ? Say(CreatedText(*entry, description)) : Refuse(entry.error());
}

Outcome Chat::List() {
  auto listing = plans_->plans().List();
  if (!listing) return Refuse(listing.error());
  auto drafts = ListDrafts(*forge_);
  if (!drafts) return Refuse(drafts.error());
  AddDrafts(*drafts, listing->plans);
  std::string text = ListText(listing->plans);
  for (const std::string& problem : listing->problems) text += "\n" + problem;
  return Say(text);
}

Outcome Chat::OnPlan(const Message& message) {
  const std::string& action = message.action;
  const std::vector<std::string> words = Words(message.args);
  const bool names_step = action == "run-phase" || action == "skip-to";
  const bool takes_text = action == "modify" || action == "answer";
  const std::string name = names_step   ? (words.size() == 2 ? words[0] : "")
                           : takes_text ? (words.size() > 1 ? words[0] : "")
                                        : message.args;
  if (action == "show" || action == "cancel") {
    const auto unwritten = FindUnwritten(name);
    if (unwritten && *unwritten) return OnUnwritten(action, **unwritten);
  }
  PlanEntry entry;
  if (auto refused = FindPlan(name, action, entry)) return *refused;
  if (action == "run") return RunPlan(entry, {});
  if (action == "run-one") return RunPlan(entry, {1, {}});
  if (action == "run-phase") return RunPlan(entry, {0, StepId{words[1]}});
  if (action == "skip") return Skip(entry);
  if (action == "land") return Land(entry);
  if (takes_text) {
    const std::string text(Trim(message.args.substr(name.size())));
    return action == "modify" ? Modify(entry, text) : AnswerQuestion(entry, text);
  }
  if (action == "skip-to") return SkipTo(entry, StepId{words[1]});
  if (action == "audit") return Audit(entry);
  auto view = action == "approve"  ? plans_->Approve(entry.path, host_.user)
              : action == "close"  ? plans_->Close(entry.path, host_.user)
              : action == "cancel" ? plans_->Cancel(entry.path, host_.user)
                                   : plans_->View(entry.path);
  if (!view) return Refuse(view.error());
  if (action == "approve") return Say(fmt::format("Plan **{}** approved for implementation.", entry.id));
  if (action == "close") return Say(fmt::format("Plan **{}** closed.", entry.id));
  if (action == "cancel") return Say(fmt::format("Plan **{}** cancelled.", entry.id));
  const std::string asks = OpenQuestion(*view);
  return Say(ShowText(*view, ChangedStepsOf(host_.project, *view)) + (asks.empty() ? "" : "\n\n" + asks));
}

Outcome Chat::Phases(const std::string& args) {
  auto request = ParsePhases(args);
  if (!request) return Refuse(request.error());
  PlanEntry entry;
  if (auto refused = FindPlan(request->plan, "phases", entry)) return *refused;
  DecomposeOptions options;
  if (auto files = ParseInt(host_.settings.Get("plan_phase_max_context_files"))) {
    options.max_files = static_cast<std::size_t>(*files);
  }
  auto view =
      request->regenerate ? plans_->Regenerate(entry.path, request->keep_done, options) : plans_->View(entry.path);
  return view ? Say(PhasesText(*view, ChangedStepsOf(host_.project, *view))) : Refuse(view.error());
}

Outcome Chat::Skip(const PlanEntry& entry) {
  auto skipped = plans_->Skip(entry.path, host_.user);
  if (!skipped) return Refuse(skipped.error());
  return *skipped ? Say(SkippedText(**skipped)) : Refuse("Nothing to skip.");
}

Outcome Chat::SkipTo(const PlanEntry& entry, const StepId& step) {
  PlanRuns::Options options;
  options.by = host_.user;
  auto skipped = plans_->SkipTo(entry.path, step, options);
  if (!skipped) return Refuse(skipped.error());
  if (skipped->empty()) return Say("Nothing to skip.");
  std::vector<std::string> lines;
  for (const PlanRuns::Skipped& one : *skipped) lines.push_back(SkippedText(one));
  return Say(Join(lines, "\n"));
}

}  // namespace forge::chat
