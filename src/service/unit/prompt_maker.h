// What the agent of a unit is told. Starts and changes nothing.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "agent/prompt_parts.h"
#include "base/result.h"

namespace forge {

class RunResources;
class UnitFindings;
struct Job;
struct Role;

// Used from any number of threads.
class PromptMaker {
 public:
  explicit PromptMaker(RunResources& resources);
  ~PromptMaker();

  // Joined in order they are the prompt.
  Result<std::vector<PromptSection>> Sections(const Job& job, UnitFindings& findings);
  // The role that the unit asks, as it has it: of a step that changes nothing it may not write.
  Result<Role> RoleFor(const Job& job);

 private:
  // Read once: a role stays the same while the engine runs.
  Result<const Role*> ReadRole(const std::string& name);
  // Read once: what an agent writes into a file of rules while the engine runs binds no other agent.
  std::vector<PromptBlock> RulesFor(const Job& job);
  Result<PromptBlock> DecisionsFor(const Job& job);

  RunResources& resources_;
  std::mutex mutex_;  // guards what follows
  std::map<std::string, std::unique_ptr<Role>> roles_;
  std::map<std::string, std::string> rules_;  // by the path of their file
};

}  // namespace forge
