// The blocks of a prompt that the unit acts on: its step, what it revises, the reviews and failures to resolve, a
// person's wishes, and why it is asked again. Pure but for `read`; the wording of these blocks is at home here, so that
// the prompts of pipelines need not speak of blocks that may be absent.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "agent/prompt_parts.h"
#include "base/result.h"
#include "service/report/told_findings.h"
#include "service/unit/job.h"

namespace forge {

// What the prompt is made for.
struct PromptReader {
  bool writes = false;    // it changes files
  bool reviews = false;   // it approves or asks for changes
  bool set_back = false;  // what a failed attempt of it changed is gone when it is asked again
};

struct WorkSources {
  std::function<Result<std::optional<std::string>>(const std::string& name)> artifact;      // of the unit's lane
  std::function<Result<std::optional<std::string>>(const std::string& name)> run_artifact;  // of the run's own
  // The document as it is; empty: none. Asked only for who is shown it: the plan of thousands of steps is long.
  std::function<Result<std::string>()> plan;
  // What people left as it is; may be empty.
  std::function<Result<std::vector<DecidedPoint>>()> decided = {};
  // What still worries those who did other steps; may be empty: all that they said.
  std::function<Result<std::vector<StepConcern>>()> worries = {};
  // What agents decided on the way, for who sees it; may be empty.
  std::function<Result<PromptBlock>()> decisions = {};
};

// The label of the plan as a reviewer of a later round is shown it: whole, with its changes marked.
inline constexpr const char* kMarkedPlan = "plan with its changes";

// One or more whole sentences; empty for a unit that is asked for the first time.
std::string WhyAskedAgain(const Job& job, const PromptReader& reader);

// The same for a reviewer that is shown only what has changed.
std::string LooksAgain();

// Fails where an artifact is there and cannot be read, or what people decided.
Result<std::vector<PromptBlock>> WorkBlocks(const Job& job, const PromptReader& reader, const WorkSources& sources);

// Whether the artifact is among the work, so that it is not shown as material too.
bool IsWork(const Job& job, const PromptReader& reader, const std::string& word);

}  // namespace forge
