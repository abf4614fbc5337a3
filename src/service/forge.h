// The use cases: the one door for every surface. Knows everything below; prints nothing.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/ports.h"
#include "service/library.h"
#include "service/project.h"
#include "service/settings.h"
#include "store/store.h"

namespace forge {

class RunFiles;
struct FindingsSheet;
struct Job;
struct RunFinding;
struct RunSettings;
struct UnitOutcome;

struct StartRequest {
  std::string objective;
  std::string pipeline;   // empty: the setting
  std::string agent;      // "replay:FILE", "command:LINE"; empty: the setting
  std::string isolation;  // worktree | branch | shared; empty: the setting
  std::string size;       // empty: judged from the objective and the repository, where the pipeline asks for it
  std::map<std::string, std::string> flags;
  std::optional<Budget> budget;  // none: the settings'
  bool attended = true;
  std::string plan_file;    // start with this plan
  bool execute = false;     // and take it as approved: a person named it to be built
  std::string plan_path;    // where that is in the project, when it is one of its plans; empty: a copy is made
  std::int64_t number = 0;  // the plan's, which the run takes; 0: the next
  int focus_steps = 0;      // start at most so many steps, then pause
  StepId focus;             // and this one only
  std::string approved;     // hash of the plan that a person approved
  int max_concurrent = 0;   // 0: as the pipeline says; else caps every `each`
  RunId parent;
  UnitId parent_unit;
  StepId parent_step;
  bool blocks_parent = false;
};

// What a driver shows while a run goes on. Called on the loop's thread.
struct DriveOptions {
  std::function<void(const State&, const Batch&)> on_batch;
  std::function<int()> interrupts;  // how often Ctrl-C was pressed so far: 1 pauses in order, 2 stops now
  int unit_limit = 0;
  std::function<void(const std::string&)> on_warning;  // what went wrong beside the run, and did not stop it
};

struct RunView {
  RunRow run;
  std::vector<StepRow> steps;
  std::vector<UnitRow> units;
  std::vector<StoredQuestion> questions;
  std::vector<RunId> blockers;
  std::optional<Lease> lease;
  bool owner_alive = false;
};

struct Answer {
  std::optional<QuestionId> question;  // none: the only open one
  std::string answer;
  std::string comment;
  std::string by;
  std::string shown;  // hash of what the person saw; empty: what the question shows now
};

struct CommandReply {
  bool by_owner = false;  // a running engine took it, or nobody drove the run and we recorded it ourselves
};

class Forge {
 public:
  // `create`: make .forge/state when it is not there yet (run, spawn, init, demo); otherwise kNotFound with a hint.
  static Result<std::unique_ptr<Forge>> Open(const Machine& machine, Settings settings, Project project, bool create);
  ~Forge();

  const Project& project() const { return project_; }
  const Machine& machine() const { return machine_; }
  const Settings& settings() const { return settings_; }
  Store& store() { return *store_; }

  // Checks everything that can be checked (pipeline, agent program, repository) before anything is recorded.
  Result<RunId> Start(const StartRequest& request);

  // Takes the run over and drives it until it is settled. kConflict when another live engine has it.
  Result<RunStatus> Drive(RunId run, const DriveOptions& options);

  // A command: handed to the run's owner (waiting up to 5 s for its word), or recorded by ourselves when it has none.
  Result<CommandReply> Command(RunId run, Input input);
  Result<CommandReply> Reply(RunId run, const Answer& answer);
  // What went wrong beside commands and stopped none of them: a run that one ended may have left no lessons. Once each.
  std::vector<std::string> TakeWarnings() { return std::exchange(warnings_, {}); }
  // Parks the current run (if it can be parked) and resumes the other.
  Status Switch(RunId run);

  // `17`, `017`, `run-17`, `plan-17`, a slug, or empty for the current run (the newest that has not ended).
  Result<RunId> FindRun(const std::string& name);
  Result<std::vector<RunRow>> List();
  Result<RunView> View(RunId run);
  // Of the run and of all runs below it.
  Result<std::vector<StoredQuestion>> OpenQuestions(RunId run);
  Result<State> LoadState(RunId run);
  Result<std::vector<JournalRow>> Log(RunId run, std::int64_t after, std::int64_t limit);

  // A run for a finding that is work of its own: a child while the run can have one, with its agent and pipeline.
  Result<RunId> SpawnFollowUp(RunId run, const RunFinding& found);

  // Tells the run that its plan document was edited, when it was. Returns whether it was.
  Result<bool> NoticePlanEdit(RunId run);

 private:
  struct IdleLoop;
  // The run's loop with nothing behind it that could carry units out: for commands on a run that nobody drives.
  Result<std::unique_ptr<IdleLoop>> MakeIdleLoop(RunId run);
  Result<RunStatus> DriveOwned(RunId run, const DriveOptions& options);
  std::optional<UnitOutcome> DriveChild(const Job& job, const RunSettings& settings, const DriveOptions& options,
                                        const std::stop_token& stop);
  Result<FindingsSheet> SettleFindings(RunId run, const RunFiles& files);
  void KeepLessons(RunId run, const State& state, const std::function<void(const std::string&)>& warn);
  Result<RunId> RootOf(RunId run);
  Result<RunId> CreateRun(const StartRequest& request, NewRun run);
  Result<Usage> Unreported(RunId parent, const StepId& step);
  Result<RunId> FindOrStartChild(const Job& job, const RunSettings& settings);

  Forge(Machine machine, Settings settings, Project project);

  Machine machine_;
  Settings settings_;
  Project project_;
  std::unique_ptr<Store> store_;
  std::vector<std::string> warnings_;
};

// A line a person reads: "run 17 waits for an answer: forge answer 17 yes".
std::string NextCommand(const RunView& view);

}  // namespace forge
