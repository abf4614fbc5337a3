// What the chat says, word for word. Pure: no store, no run. docs/chat.md has the commands.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ports.h"
#include "engine/state.h"
#include "model/step.h"
#include "model/words.h"
#include "service/changed_steps.h"
#include "service/plan/plan_runs.h"
#include "service/plan/plans.h"

namespace forge::chat {

// With the chat's commands in place of the command line's, where there is one: "forge plan approve 1" becomes
// "!plan approve 1".
std::string InChatWords(std::string_view text);

std::string PlanHelp();
std::string ForgeHelp();
std::string Usage(std::string_view action);  // "Usage: `!plan show <plan-id|task-id>`"

// How many `!forge` are running, and which when there are several.
std::string ForgingText(const std::vector<RunRow>& forging);

std::string CreatedText(const PlanEntry& plan, std::string_view description);
std::string ListText(const std::vector<PlanEntry>& plans);
std::string ShowText(const PlanView& view, const FilesByStep& changed = {});
// Of a run whose draft failed before there was a plan.
std::string UnwrittenText(const RunRow& run);
// What the drafter wrote instead of a plan; empty without a path.
std::string RefusedText(const std::string& path, std::string_view text);
std::string WhyUnwritten(const RunRow& run);  // what is not done with it
// What a run asks: the question, what the answers mean, and the command that answers.
std::string AskedText(const std::string& plan, const Question& question);
std::string RunningText(const std::string& plan);
// `asks`: what its run asks, if anything.
std::string WhyNotLand(const PlanView& view, const std::string& asks);
std::string PhasesText(const PlanView& view, const FilesByStep& changed = {});
std::string SkippedText(const PlanRuns::Skipped& skipped);
std::string AuditedText(const std::string& plan, const PlanRuns::Audited& audited);
// Why a plan may not run as it is; empty when it may.
std::string WhyNotRun(const PlanView& view);

std::string Seconds(std::int64_t ms);  // "87s"

// The verdict of the last review in the Audit Log; empty when there is none.
std::string LatestAudit(const PlanDocument& plan);

}  // namespace forge::chat
