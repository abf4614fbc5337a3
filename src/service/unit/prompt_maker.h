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
struct Job;
struct Role;

// Used from any number of threads.
class PromptMaker {
 public:
  explicit PromptMaker(RunResources& resources);
  ~PromptMaker();

  // Joined in order they are the prompt.
  Result<std::vector<PromptSection>> Sections(const Job& job);
  // Read once: a role stays the same while the engine runs.
  Result<const Role*> RoleFor(const std::string& name);

 private:
  Result<std::string> DataFor(const Job& job, const std::string& word);
  std::string Remembered(const Job& job);
  std::string DependencySources(const Job& job);

  RunResources& resources_;
  std::mutex mutex_;  // guards what follows
  std::map<std::string, std::unique_ptr<Role>> roles_;
};

}  // namespace forge
