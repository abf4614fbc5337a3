// The chat: a message comes in, replies and progress go out. Carries out `!plan` and `!forge` with the use cases of the
// service; knows no particular transport. docs/chat.md has the commands.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/ports.h"
#include "model/words.h"
#include "service/forge.h"
#include "service/plan/plan_runs.h"
#include "surface/chat/grammar.h"
#include "surface/chat/replies.h"
#include "surface/chat/transport.h"

namespace forge::chat {

struct ChatHost {
  Machine machine;
  Settings settings;
  Project project;
  std::string user;
  std::function<TimePoint()> now;
  std::function<std::string()> today;  // "2026-11-15"
  std::function<int()> interrupts;     // how often Ctrl-C was pressed so far
  // Long actions run in the background; otherwise Handle returns when they stop.
  bool background = false;
};

// The result of a message, for exit codes; its text went to the transport.
struct Outcome {
  bool command = true;
  std::optional<Code> refused;
  std::optional<RunStatus> rests;  // a run that was driven
};

class Chat {
 public:
  static Result<std::unique_ptr<Chat>> Open(ChatHost host, Transport& transport);
  ~Chat();  // waits

  // Called by one thread. A message that only reads makes no store.
  Outcome Handle(std::string_view text);
  void Wait();  // for the background threads
  bool busy();

 private:
  Chat(ChatHost host, Transport& transport, std::unique_ptr<Forge> forge);

  // If it is not open yet. `create`: make it when the project has none.
  Status OpenStore(bool create);

  bool IsPlan(const std::string& name);  // by its number, slug or task
  bool IsOn(const char* setting) const { return host_.settings.Get(setting) == "true"; }
  // A separate Forge for a thread, with the time limit of a unit if one was set.
  Result<std::unique_ptr<Forge>> OpenForge(const char* timeout_setting) const;

  Outcome Say(const std::string& text);
  Outcome Refuse(const std::string& text, Code code = Code::kConflict);
  Outcome Refuse(const Error& error) { return Refuse(InChatWords(Describe(error)), error.code); }
  // Nothing when it was found; the refusal when not.
  std::optional<Outcome> FindPlan(const std::string& name, std::string_view action, PlanEntry& entry);
  // Now, or on a thread of its own. `key`: at most one of these runs at a time.
  Outcome Start(const std::string& key, std::function<Outcome()> job);

  Outcome HandlePlan(const Message& message);
  Outcome Create(const std::string& description);
  Outcome List();
  Outcome OnPlan(const Message& message);  // actions whose first argument is a plan
  Outcome Phases(const std::string& args);
  Outcome Skip(const PlanEntry& entry);
  Outcome Modify(const PlanEntry& entry, const std::string& text);
  Outcome AnswerQuestion(const PlanEntry& entry, const std::string& text);
  Outcome Land(const PlanEntry& entry);
  Outcome SkipTo(const PlanEntry& entry, const StepId& step);
  Outcome Audit(const PlanEntry& entry);
  Outcome RunPlan(const PlanEntry& entry, const PlanRuns::Part& part);
  Outcome DrivePlan(const PlanEntry& entry, const PlanRuns::Part& part);

  Outcome HandleForge(const Message& message);
  Outcome StartForge(const std::string& description);
  Outcome ResumeForge(const std::string& name);
  Outcome ContinueForge(RunId run, RunStatus was);
  // Audits and revises a plan that a person wrote, until it holds.
  Outcome ForgeDraft(const PlanView& view);
  // What the plan's run asks, with the command that answers it; empty: nothing, or only for the approval.
  std::string OpenQuestion(const PlanView& view);
  // The run of a draft that failed before anything was written; its number is the plan's.
  Result<std::optional<RunRow>> FindUnwritten(const std::string& name);
  Outcome OnUnwritten(const std::string& action, const RunRow& run);
  Outcome DriveForge(Forge& forge, RunId run);
  Result<std::vector<RunRow>> FindForging();
  Outcome CancelForge(const std::string& name);

  ChatHost host_;
  Transport& transport_;
  std::unique_ptr<Forge> forge_;   // of the thread that calls Handle
  std::optional<PlanRuns> plans_;  // over forge_
  int forges_ = 0;                 // begun here

  std::mutex mutex_;
  std::map<std::string, std::jthread> jobs_;  // guarded by mutex_
  std::map<std::string, bool> finished_;      // guarded by mutex_: by key; the thread itself is joined later
};

}  // namespace forge::chat
