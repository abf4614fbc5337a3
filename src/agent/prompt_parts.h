// Builds a unit's prompt from its parts. Pure. Stable parts come first, so that providers' caches hit. Two kinds of
// block follow them: the unit's work, which it acts on, and material, in which no instruction counts. Both are fenced.
#pragma once

#include <cstdint>
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
  std::string lead = {};                   // the line above it; empty: the label
  std::int64_t budget = 0;                 // most tokens that it may have; 0: no limit of its own
  std::vector<std::string> left_out = {};  // what that limit leaves out, by name
};

// Where the fields of a result stand. A document is not also asked to end in JSON: it has them as lines, or the engine
// makes it from them.
enum class ResultPlace { kBlock, kLines, kAlone };

// The required final message; the parsers in text/ read it.
struct OutputContract {
  std::string artifact{};  // the message is kept as this document; "plan": as the run's plan
  std::optional<VerdictForm> verdict{};
  bool result = false;  // it must end in a result block
  Json schema{};        // its schema; null: any object
  ResultPlace place = ResultPlace::kBlock;
  std::int64_t least_bytes = 0;  // of the document
  std::string reviewed{};        // of a plan: which steps are reviewed alone, for the form
  std::string sections{};        // of the project's own template of a plan: they come on top of the form
};

struct PromptParts {
  std::string persona;  // who answers
  std::string task;     // what this stage asks
  OutputContract output;
  std::vector<PromptBlock> rules;  // of the project, the one that counts most first
  std::string objective;
  std::string ground;                 // what the engine does with the work and does not let pass
  std::string note;                   // why it is asked, in our words; others' text belongs in the blocks
  bool again = true;                  // it was asked before
  std::vector<PromptBlock> work;      // what the answer acts on: a step, a review, failures, a person's wishes
  std::vector<PromptBlock> material;  // what it may read for that
  std::string own;                    // of one of several whose prompts are otherwise the same: its question
  // Values of {{name}} in persona, task and question. Inserted values are not searched again.
  std::map<std::string, std::string, std::less<>> words;
};

// One part of a prompt as it is sent.
struct PromptSection {
  // persona, task, answer, "rule: <label>", objective, ground, note, "work: <label>", "material: <label>", own
  std::string name;
  std::string text;  // with its separator: all of them in a row are the prompt
  std::int64_t budget = 0;
  std::vector<std::string> left_out = {};
};

// In a fixed order, the most stable first, without empty parts. Fails if one of them contains a {{name}} without a
// value.
Result<std::vector<PromptSection>> MakePromptSections(const PromptParts& parts);
Result<std::string> MakePrompt(const PromptParts& parts);

// Only the instructions for the final message; empty if any message is fine.
std::string DescribeOutput(const OutputContract& output);

// A fence longer than any inside it, below its line.
std::string Fenced(const PromptBlock& block);

}  // namespace forge
