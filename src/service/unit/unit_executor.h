// Carries units out: agents, gates, checks, integration, child runs. One thread per unit in flight.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

#include "agent/account_choice.h"
#include "agent/model_choice.h"
#include "agent/model_table.h"
#include "agent/prompt_parts.h"
#include "agent/runtime.h"
#include "engine/ports.h"
#include "engine/queue.h"
#include "pipeline/roles.h"
#include "service/project.h"
#include "service/settings.h"
#include "service/unit/admission.h"
#include "service/unit/job.h"
#include "service/unit/merge_queue.h"
#include "service/unit/run_files.h"
#include "service/unit/unit_sandbox.h"
#include "service/unit/worker_pool.h"
#include "workspace/workspace.h"

namespace forge {

class AccountBook;
class UnitEventLog;
struct EvidenceReport;
class EvidenceFiles;
struct VerifyChoice;
struct PlanContracts;

// What a run fixed when it started, read back from Started::settings.
struct RunSettings {
  std::string agent;
  std::map<std::string, std::string> role_agents;  // by role: who does what else `agent` would
  std::string isolation;
  std::vector<std::string> verify;
  std::int64_t verify_timeout_ms = 0;
  std::int64_t verify_parallel = 1;
  std::vector<std::string> verify_reports;  // globs
  std::int64_t unit_timeout_ms = 0;
  std::int64_t silence_ms = 0;
  std::int64_t account_threshold = 90;  // percent
  std::int64_t min_free_memory = 0;     // megabytes; 0: not looked at
  SandboxWish sandbox;
  ModelWishes models;

  static RunSettings FromSettings(const Settings& settings);
  static RunSettings FromJson(const Json& json);
  Json ToJson() const;
};

// Runs the child run of a unit, on the caller's thread, to its end or until it waits for somebody (then nothing).
using ChildDriver = std::function<std::optional<UnitOutcome>(const Job& job, std::stop_token stop)>;

// Settles what a person answered about the run's findings (facts, runs of their own), and gives the page of those that
// still need an answer: empty when none does.
struct FindingsSheet {
  std::string page;
  std::int64_t open = 0;
  std::int64_t settled = 0;  // by answers so far
};
using FindingsDesk = std::function<Result<FindingsSheet>(const Job& job)>;

// Who is going to be asked, as whom.
struct AgentSeat {
  std::string spec;
  Runtime* runtime = nullptr;              // none: every account is exhausted
  std::optional<Account> account;          // none: the machine's own login
  std::map<std::string, std::string> env;  // the account's, for the agent's process only; holds secrets
  std::string handed_over;                 // why it is another account than before
  TimePoint back_at;                       // none: when the first account comes back
};

class UnitExecutor : public Executor {
 public:
  struct Context {
    Machine machine;
    Project project;
    RunId run;
    RunId tree;  // the root of its tree: a replay script serves the whole of it
    RunSettings settings;
    RunFiles files;
    std::string process_marker;  // FORGE_RUN_KEY of every process of this run
    ChildDriver drive_child;
    RunId parent = {};  // of a run below another
    FindingsDesk settle_findings = {};
  };

  // Opens workspaces and runtimes as units need them. Fails when the run's own agent cannot be reached at all.
  static Result<std::unique_ptr<UnitExecutor>> Make(Context context, InputQueue& queue);
  ~UnitExecutor() override;  // stops what is running and waits for it

  // One that starts nothing and reaches nobody: for looking at prompts.
  static Result<std::unique_ptr<UnitExecutor>> MakeForPrompts(Context context, InputQueue& queue);
  // What the unit's agent is told, section by section: in a row they are the prompt.
  Result<std::vector<PromptSection>> PromptFor(const Job& job);

  // A question outside of any run, which looks like one of that stage. It is put to one account after the other while
  // they are at their limits or refused.
  Result<AgentAnswer> AskAlone(const Stage& stage, const Role& role, AgentRequest request, std::stop_token stop);

  // The run has ended: its worktrees serve others. What is in them and in no snapshot is saved.
  void LeaveWorkspaces();

  void Start(const State& state, const Unit& unit) override;
  void Stop(UnitId unit) override;

 private:
  UnitExecutor(Context context, InputQueue& queue);

  std::optional<UnitOutcome> CarryOut(const Job& job, std::stop_token stop);
  UnitOutcome AdmittedAgent(const Job& job, std::stop_token stop);
  UnitOutcome Gate(const Job& job);
  UnitOutcome Agent(const Job& job, std::stop_token stop);
  UnitOutcome Check(const Job& job, std::stop_token stop);
  std::optional<UnitOutcome> Child(const Job& job, std::stop_token stop);
  struct VerifyRun {
    VerifyReport report;
    bool changed_tree = false;
  };
  Result<VerifyRun> RunVerify(const Job& job, const std::string& cwd, const VerifyChoice& choice,
                              const std::string& tree, const std::stop_token& stop);
  EvidenceFiles EvidenceOn(const std::string& tree) const;
  UnitOutcome Integrate(const Job& job, std::stop_token stop);
  Result<UnitOutcome> SendBack(const Job& job, const MergeAnswer& answer);
  class Merges;
  void NoteMerged(const State& state);
  MergeQueue& Queue();
  UnitOutcome Learn(const Job& job, std::stop_token stop);

  // agent_unit.cc
  Result<AgentRequest> RequestFor(const Job& job, const Role& role, const AgentSeat& seat, const Resolution& resolved,
                                  const std::string& temp);
  Result<UnitOutcome> ReadAnswer(const Job& job, const Role& role, const AgentAnswer& answer);
  Status ReadVerdict(const Job& job, const std::string& text, UnitOutcome& outcome);
  Status KeepReview(const Job& job, const std::string& text);
  Status ReadPlanDocument(const Job& job, const std::string& text, UnitOutcome& outcome);
  // repair_unit.cc: a step taken apart, and what others still owe
  Status ReadParts(const Job& job, const std::string& text, UnitOutcome& outcome);
  static std::string OwedBefore(const Job& job);
  std::string AgentFor(const Job& job) const;
  ModelSource SourceFor(const Runtime& runtime, const std::string& spec) const;
  Result<Resolution> ResolveFor(const Job& job, const Role& role, const Runtime& runtime,
                                const std::string& spec) const;
  std::string DataFor(const Job& job, const std::string& word);
  std::string Remembered(const Job& job);
  std::string DependencySources(const Job& job);

  // triage_unit.cc: settles what was answered, and writes the page of what is left
  Status SettleFindings(const Job& job, UnitOutcome& outcome);
  // panel_unit.cc: what a panel's seats say together
  Status KeepTogether(const Job& job, const std::string& text, UnitOutcome& outcome);

  // evidence_unit.cc; nothing: stopped
  Result<std::optional<EvidenceReport>> ProveCriteria(const Job& job, std::stop_token stop);
  // check_unit.cc
  struct CheckWork;
  Status CheckPromises(const Job& job, const MustHaves& wanted, CheckWork& check);
  Status CheckSarif(const Job& job, CheckWork& check);
  Status CheckDocument(const Job& job, const std::stop_token& stop, CheckWork& check);
  Status CheckTree(const Job& job, CheckWork& check);
  Status CheckCommands(const Job& job, const std::stop_token& stop, CheckWork& check);
  Result<std::string> CommitOf(const Job& job);
  Result<std::string> WorkDirectory(const Job& job, bool will_write);
  Result<Runtime*> RuntimeFor(const std::string& spec);
  // accounts_unit.cc
  Result<AgentSeat> SeatFor(const std::string& spec);
  static UnitOutcome NobodyCanWork(const AgentSeat& seat);
  Status PrepareAccount(const AccountBook& book, const Account& account);
  Status LeaveSeat(const AgentSeat& seat, AgentAnswer& answer, UnitEventLog& events);
  Result<const Role*> RoleFor(const std::string& name);
  Result<Workspaces*> OpenWorkspaces();
  bool isolated() const { return context_.settings.isolation != "shared" && context_.project.is_git; }
  PlanContracts Contracts() const;  // none where the plan switches them off
  // A step's worktree is that of the step before.
  void ShareWorktree(const Job& job, Workspaces& workspaces) const;
  std::map<std::string, std::string> UnitEnvironment(const Job& job) const;
  Result<std::optional<Sandbox>> SandboxFor(const std::string& cwd, const std::string& temp, bool may_write,
                                            bool network, const RuntimeNeeds& needs) const;

  Context context_;
  ModelTable models_;  // never changes once made
  InputQueue& queue_;
  Admission admission_;

  std::mutex mutex_;  // guards what follows
  std::map<UnitId, std::stop_source> running_;
  std::map<std::string, std::unique_ptr<Runtime>> runtimes_;
  std::map<std::string, std::map<std::string, std::string>> account_environments_;  // by key; hold secrets
  std::map<std::string, std::unique_ptr<Role>> roles_;
  std::unique_ptr<Workspaces> workspaces_;
  std::unique_ptr<MergePorts> merge_ports_;
  std::unique_ptr<MergeQueue> merge_queue_;
  bool merged_before_known_ = false;
  std::map<std::string, std::vector<std::string>> merged_before_;  // lane -> commands, of steps that were done already

  std::mutex together_mutex_;                       // one seat at a time writes what its panel says together
  std::mutex workspace_mutex_;                      // guards what follows
  std::map<std::string, std::mutex> lane_mutexes_;  // one unit at a time prepares a lane; only grows
  std::map<std::string, std::string> prepared_;     // lane -> snapshot its worktree holds, while nobody writes there

  WorkerPool pool_;  // last: its threads use everything above
};

// A unit that could not be carried out, in the words of the error.
UnitOutcome FailedUnit(ErrorClass error_class, const Error& error);
std::string FirstLine(std::string_view text, std::size_t limit);

}  // namespace forge
