#include "pipeline/pipeline.h"

#include <algorithm>

#include "pipeline/file_words.h"

namespace forge {

const std::vector<std::string>& KnownTiers() {
  static const std::vector<std::string> words = {"light", "standard", "heavy", "max"};
  return words;
}

const std::vector<std::string>& KnownEfforts() {
  static const std::vector<std::string> words = {"low", "medium", "high", "xhigh", "max"};
  return words;
}

const std::vector<std::string>& KnownRuntimes() {
  static const std::vector<std::string> words = {"auto",    "claude",    "codex",  "gemini",           "opencode",
                                                 "command", "anthropic", "openai", "openai-responses", "replay"};
  return words;
}

const std::vector<std::string>& KnownChecks() {
  static const std::vector<std::string> words = {
      "structure",      "graph",    "claims",   "claims-made", "symbols",  "must-haves", "dimensions",
      "security-words", "evidence", "criteria", "fails-today", "findings", "contracts",  "secrets"};
  return words;
}

const std::vector<std::string>& KnownSights() {
  static const std::vector<std::string> words = {
      "objective", "plan",         "step",     "diff",     std::string(kDiffWithoutTests),
      "failures",  "reviews",      "answers",  "memory",   "project",
      "template",  "checks",       "results",  "setbacks", "baseline",
      "commands",  "dependencies", "findings", "parent",   "parent-documents",
      "audit-log", "scope",        "roadmap",  "earlier",  "decisions",
      "security"};
  return words;
}

bool Pipeline::builds_given_plan() const {
  const bool builds = std::ranges::find(stages, StageKind::kEach, &Stage::kind) != stages.end();
  return builds && std::ranges::find(stages, "plan", &Stage::produces) == stages.end();
}

bool RecordsDecisions(const PipelineSet& set) {
  const auto shows = [](const std::vector<std::string>& sees) { return std::ranges::count(sees, "decisions") > 0; };
  return std::ranges::any_of(set.pipelines, [&](const Pipeline& pipeline) {
    return std::ranges::any_of(pipeline.stages, [&](const Stage& stage) {
      return shows(stage.sees) ||
             std::ranges::any_of(stage.members, [&](const Member& member) { return shows(member.sees); });
    });
  });
}

const Stage* Pipeline::Find(std::string_view stage) const {
  const auto found = std::ranges::find(stages, stage, &Stage::name);
  return found == stages.end() ? nullptr : &*found;
}

}  // namespace forge
