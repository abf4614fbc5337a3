#include "service/eval/run_eval.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <stop_token>
#include <thread>
#include <tuple>
#include <utility>

#include "base/display.h"
#include "base/strings.h"
#include "os/files/file_lock.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/thread.h"
#include "service/eval/base_check.h"
#include "service/eval/run_trial.h"
#include "service/start_run.h"

namespace forge {
namespace {

constexpr std::string_view kTrialsFolder = "trials";
constexpr std::string_view kBasesFolder = "bases";
constexpr std::string_view kHeadFile = "eval.json";
constexpr std::chrono::milliseconds kLookEvery{50};

// Programs of the task that this machine lacks; empty: none.
std::string MissingPrograms(const EvalTask& task) {
  std::string missing;
  for (const std::string& program : task.needs) {
    if (!FindProgram(program)) missing += (missing.empty() ? "" : ", ") + program;
  }
  return missing;
}

// Round by round, so that a provider that becomes slower or a model that changes meets all variants alike.
Result<std::vector<TrialPlan>> PlanTrials(const EvalWorld& world, const EvalRequest& request,
                                          std::vector<SkippedTask>& skipped) {
  std::vector<std::string> fingerprints;
  for (const Variant& variant : request.variants) fingerprints.push_back(TRY(VariantFingerprint(world, variant)));
  std::vector<const EvalTask*> tasks;
  for (const EvalTask& task : request.suite.tasks) {
    const std::string missing = MissingPrograms(task);
    if (missing.empty()) tasks.push_back(&task);
    if (!missing.empty()) skipped.push_back({task.name, "not installed: " + missing});
  }
  std::vector<TrialPlan> plans;
  for (int number = 1; number <= request.runs; ++number) {
    for (const EvalTask* task : tasks) {
      for (std::size_t i = 0; i < request.variants.size(); ++i) {
        TrialPlan plan{task, request.variants[i], number, "", "", ""};
        plan.path = fmt::format("{}/{}/{}/{}", kTrialsFolder, task->name, VariantSlug(plan.variant), number);
        plan.directory = JoinPath(request.directory, plan.path);
        plan.fingerprint = Sha256(task->fingerprint + fingerprints[i]).substr(0, 16);
        plans.push_back(std::move(plan));
      }
    }
  }
  return plans;
}

// A result counts for what was tried. Results of another task or pipeline in the same table would say nothing.
Status RefuseChanged(const std::vector<TrialPlan>& plans) {
  std::set<std::string> changed;
  for (const TrialPlan& plan : plans) {
    const std::string path = JoinPath(plan.directory, kTrialFile);
    if (TRY(LookAtPath(path)) == PathKind::kNothing) continue;
    const Json json = TRY_WITH(path, ParseJson(TRY(ReadFile(path))));
    if (json["fingerprint"].AsString() != plan.fingerprint)
      changed.insert(fmt::format("  task {}, {}", plan.task->name, VariantName(plan.variant)));
  }
  if (changed.empty()) return {};
  return Fail(
      Code::kInvalid,
      "the task or the pipeline has changed since these trials ran:\n" + Join({changed.begin(), changed.end()}, "\n"),
      "keep the old results and write to another directory: --out DIR; or discard them: --fresh");
}

// Everything that can be wrong with a variant, before its first trial is paid for.
Status CheckVariants(const EvalWorld& world, const EvalRequest& request, const std::vector<TrialPlan>& plans) {
  for (const Variant& variant : request.variants) {
    for (const TrialPlan& plan : plans) {
      if (plan.variant != variant || TRY(ReadTrial(plan.directory))) continue;
      const TrialPlace place = TRY(MakeTrialPlace(world, plan));
      TRY(CheckStart(place.machine, place.settings, place.project, place.request));
      break;
    }
  }
  return {};
}

// Ends checks that are under way as soon as a person wants to stop.
class StopWish {
 public:
  explicit StopWish(const std::function<int()>& interrupts) : interrupts_(interrupts) {}

  bool stopping() const { return interrupts_ && interrupts_() > 0; }
  std::stop_token token() const { return stop_.get_token(); }

  void WatchUntil(const std::function<bool()>& over) {
    while (!over()) {
      if (stopping()) stop_.request_stop();
      std::this_thread::sleep_for(kLookEvery);
    }
  }

 private:
  const std::function<int()>& interrupts_;
  std::stop_source stop_;
};

// `count` pieces of work, handed out one by one to whoever is free.
void ShareWork(std::size_t count, std::size_t jobs, StopWish& wish, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  const auto take = [&] {
    while (!wish.stopping()) {
      const std::size_t place = next.fetch_add(1);
      if (place >= count) return;
      work(place);
    }
  };
  jobs = std::max<std::size_t>(1, std::min(jobs, count));
  std::atomic<std::size_t> running = jobs;
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < jobs; ++i) {
    auto thread = StartThread([&] {
      take();
      running.fetch_sub(1);
    });
    if (thread) {
      threads.push_back(*std::move(thread));
    } else {
      running.fetch_sub(1);
    }
  }
  if (threads.empty()) return take();
  wish.WatchUntil([&] { return running.load() == 0; });
}

// A check that passes before any work is a mistake of the suite, and known before the first trial is paid for.
Status CheckBases(const EvalWorld& world, const EvalRequest& request, const std::vector<TrialPlan>& plans,
                  StopWish& wish) {
  std::vector<const EvalTask*> tasks;
  for (const TrialPlan& plan : plans) {
    if (std::ranges::find(tasks, plan.task) == tasks.end() && !TRY(ReadTrial(plan.directory)))
      tasks.push_back(plan.task);
  }
  std::mutex mutex;
  std::set<std::string> vacuous;
  ShareWork(tasks.size(), request.jobs, wish, [&](std::size_t place) {
    const std::string directory = JoinPath(request.directory, fmt::format("{}/{}", kBasesFolder, tasks[place]->name));
    // What cannot be tried here cannot be tried by the trial either, which says why.
    const auto base = CheckBase(world, *tasks[place], directory, wish.token());
    const std::scoped_lock lock(mutex);
    if (base && *base == BaseCheck::kPasses) vacuous.insert(tasks[place]->name);
  });
  std::vector<Problem> problems;
  for (const EvalTask& task : request.suite.tasks) {
    if (!vacuous.contains(task.name)) continue;
    problems.push_back({fmt::format("{}/tasks/{}/task.toml", request.suite.where, task.name), task.check_pos,
                        "the check passes on the repository as it is, so it proves nothing of a solution",
                        "write a check that fails until the task is solved"});
  }
  if (problems.empty()) return {};
  return Fail(Code::kInvalid,
              fmt::format("{} has {}\n{}", request.suite.where,
                          Counted(static_cast<std::int64_t>(problems.size()), "problem"), Describe(problems)));
}

// The trials that are under way or over.
class TrialQueue {
 public:
  TrialQueue(const EvalWorld& world, const std::vector<TrialPlan>& plans, const EvalHooks& hooks, const StopWish& wish)
      : world_(world), plans_(plans), hooks_(hooks), wish_(wish) {}

  std::vector<TrialResult> results;
  std::vector<OpenTrial> open;

  void RunOne(const TrialPlan& plan) {
    const auto finished = ReadTrial(plan.directory);
    const bool was_over = finished && *finished;
    if (!was_over) {
      const std::scoped_lock lock(mutex_);
      Tell(plan, nullptr, "");
    }
    const auto result = was_over ? finished : RunTrial(world_, plan, {hooks_.interrupts, wish_.token()});
    const std::scoped_lock lock(mutex_);
    if (result && *result) {
      ++done_;
      results.push_back(**result);
      if (!was_over) Tell(plan, &results.back(), "");
      return;
    }
    const std::string why = result ? "interrupted" : Describe(result.error());
    open.push_back({plan.task->name, plan.variant, plan.number, why});
    Tell(plan, nullptr, why);
  }

 private:
  void Tell(const TrialPlan& plan, const TrialResult* result, const std::string& why) {
    if (hooks_.on_news) hooks_.on_news({plan, result, why, done_, plans_.size()});
  }

  const EvalWorld& world_;
  const std::vector<TrialPlan>& plans_;
  const EvalHooks& hooks_;
  const StopWish& wish_;
  std::mutex mutex_;
  std::size_t done_ = 0;  // guarded by mutex_, as what is public
};

void SortTrials(EvalResults& results) {
  std::ranges::sort(results.trials, {}, [&](const TrialResult& trial) {
    return std::tuple(trial.task, VariantNumber(results, trial.variant), trial.number);
  });
}

Result<std::vector<TrialResult>> ReadTrials(const std::string& directory) {
  std::vector<TrialResult> found;
  const std::string trials = JoinPath(directory, kTrialsFolder);
  if (!IsDirectory(trials)) return found;
  for (const std::string& task : TRY(ListDirectory(trials))) {
    for (const std::string& variant : TRY(ListDirectory(JoinPath(trials, task)))) {
      const std::string place = JoinPath(trials, task + "/" + variant);
      for (const std::string& number : TRY(ListDirectory(place))) {
        if (auto trial = TRY(ReadTrial(JoinPath(place, number)))) found.push_back(*std::move(trial));
      }
    }
  }
  return found;
}

void AddVariant(std::vector<Variant>& variants, const Variant& one) {
  if (std::ranges::find(variants, one) == variants.end()) variants.push_back(one);
}

// In the order they were first tried. What an older Forge left says no order: by name, as it was then.
std::vector<Variant> KnownVariants(const Json& head, const std::vector<TrialResult>& trials) {
  std::vector<Variant> known;
  for (const Json& one : head["variants"].AsArray())
    AddVariant(known, {one["pipeline"].AsString(), one["agent"].AsString()});
  std::set<Variant> others;
  for (const TrialResult& trial : trials) others.insert(trial.variant);
  for (const Variant& one : others) AddVariant(known, one);
  return known;
}

Result<Json> ReadEvalHead(const std::string& directory) {
  const std::string head = JoinPath(directory, kHeadFile);
  if (TRY(LookAtPath(head)) == PathKind::kNothing) return Json();
  return TRY_WITH(head, ParseJson(TRY(ReadFile(head))));
}

// Later ones come after those that are there, so that a number stays what it was. With --fresh the command begins anew.
Result<std::vector<Variant>> NumberVariants(const EvalRequest& request) {
  std::vector<Variant> known = KnownVariants(TRY(ReadEvalHead(request.directory)), TRY(ReadTrials(request.directory)));
  std::vector<Variant> numbered = request.fresh ? request.variants : known;
  for (const Variant& one : request.fresh ? known : request.variants) AddVariant(numbered, one);
  return numbered;
}

// What was never reached, because a person stopped the evaluation.
void AddUnreached(const std::vector<TrialPlan>& plans, EvalResults& results) {
  for (const TrialPlan& plan : plans) {
    const auto same = [&](const auto& trial) {
      return trial.task == plan.task->name && trial.variant == plan.variant && trial.number == plan.number;
    };
    if (std::ranges::any_of(results.trials, same) || std::ranges::any_of(results.open, same)) continue;
    results.open.push_back({plan.task->name, plan.variant, plan.number, "not started"});
  }
}

Status RemoveTrials(const std::vector<TrialPlan>& plans) {
  for (const TrialPlan& plan : plans) TRY(RemoveTree(plan.directory));
  return {};
}

// Agents can read neither hidden checks nor other trials, nor the history that a task was made of.
EvalWorld WithoutSolutions(const EvalWorld& user, const EvalRequest& request) {
  EvalWorld world = user;
  world.machine.hidden.push_back(request.directory);
  if (!request.suite.directory.empty()) world.machine.hidden.push_back(request.suite.directory);
  for (const EvalTask& task : request.suite.tasks) {
    if (!task.repository.empty()) world.machine.hidden.push_back(task.repository);
  }
  std::ranges::sort(world.machine.hidden);
  const auto repeated = std::ranges::unique(world.machine.hidden);
  world.machine.hidden.erase(repeated.begin(), repeated.end());
  return world;
}

Status WriteEvalHead(const EvalRequest& request, const std::vector<Variant>& known) {
  Json variants = Json::MakeArray();
  for (const Variant& one : known)
    variants.Append(Json::MakeObject().Set("pipeline", one.pipeline).Set("agent", one.agent));
  const Json json = Json::MakeObject().Set("suite", request.suite.name).Set("variants", std::move(variants));
  return WriteFileAtomic(JoinPath(request.directory, kHeadFile), json.Dump() + "\n");
}

}  // namespace

Result<EvalResults> RunEval(const EvalWorld& user, const EvalRequest& request, const EvalHooks& hooks) {
  const EvalWorld world = WithoutSolutions(user, request);
  EvalResults results{request.suite.name, request.directory, request.variants, {}, {}, {}, {}};
  const std::vector<TrialPlan> plans = TRY(PlanTrials(world, request, results.skipped));
  TRY(MakeDirectories(request.directory));
  const std::chrono::milliseconds at_once{0};
  auto lock = FileLock::Take(JoinPath(request.directory, "lock"), {at_once, at_once});
  if (!lock && lock.error().code != Code::kExhausted) return std::unexpected(lock.error());
  if (!lock)
    return Fail(Code::kConflict, "another `forge eval` is at work on " + request.directory,
                "wait for it, or write to another directory: --out DIR");
  // Repositories in the user's repository must not show in its status.
  TRY(WriteFileAtomic(JoinPath(request.directory, ".gitignore"), "*\n"));
  results.known = TRY(NumberVariants(request));
  if (request.fresh) TRY(RemoveTrials(plans));
  TRY(RefuseChanged(plans));
  TRY(CheckVariants(world, request, plans));
  StopWish wish(hooks.interrupts);
  TRY(CheckBases(world, request, plans, wish));
  TRY(WriteEvalHead(request, results.known));
  TrialQueue queue(world, plans, hooks, wish);
  ShareWork(plans.size(), request.jobs, wish, [&](std::size_t place) { queue.RunOne(plans[place]); });
  results.trials = std::move(queue.results);
  results.open = std::move(queue.open);
  AddUnreached(plans, results);
  SortTrials(results);
  return results;
}

Result<EvalResults> ReadEval(const std::string& directory) {
  const Json head = TRY(ReadEvalHead(directory));
  if (head.is_null())
    return Fail(Code::kNotFound, "no results of `forge eval` in " + directory, "run it first: forge eval SUITE");
  EvalResults results;
  results.suite = head["suite"].AsString();
  results.directory = directory;
  results.trials = TRY(ReadTrials(directory));
  results.variants = results.known = KnownVariants(head, results.trials);
  SortTrials(results);
  return results;
}

}  // namespace forge
