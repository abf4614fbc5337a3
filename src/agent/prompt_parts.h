// A unit's prompt from its parts. Pure. What stays the same from call to call comes first, so that providers' caches
// hit; what came from files or models is fenced as data.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/json.h"
#include "pipeline/pipeline.h"

namespace forge {

struct PromptBlock {
  std::string label;  // "plan", "diff", "PLAN.md"
  std::string text;
};

// What the final message must be; the parsers of text/ read it.
struct OutputContract {
  std::string artifact{};  // the message is kept as this document; "plan": as the run's plan
  std::optional<VerdictForm> verdict{};
  bool result = false;  // it must end in a result block
  Json schema{};        // that fits this; null: any object
};

struct PromptParts {
  std::string persona;  // who answers
  std::string task;     // what this stage asks
  OutputContract output;
  std::string objective;
  std::vector<PromptBlock> data;
  std::string note;  // why it is asked again, in our words; what others wrote belongs in `data`
  // {{name}} in persona and task. Replaced once: what is put in is not searched again.
  std::map<std::string, std::string, std::less<>> words;
};

// One part of a prompt as it is sent.
struct PromptSection {
  std::string name;  // persona, task, answer, objective, "data: <label>", note
  std::string text;  // with what separates it from the next: all of them in a row are the prompt
};

// In a fixed order, the stablest first; what is empty is left out. Fails when persona or task hold a {{name}} that is
// not among the words.
Result<std::vector<PromptSection>> MakePromptSections(const PromptParts& parts);
Result<std::string> MakePrompt(const PromptParts& parts);

// The instructions for the final message alone; empty when anything will do.
std::string DescribeOutput(const OutputContract& output);

// A fence longer than any inside it, with a line before that says what it is.
std::string FenceAsData(const PromptBlock& block);

}  // namespace forge
