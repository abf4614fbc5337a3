// An opened project: its settings and its store. Use cases are functions over it: start_run.h, drive_run.h,
// run_commands.h, run_queries.h and the folders below. Prints nothing.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "service/project.h"
#include "service/settings.h"

namespace forge {

class Notices;
class Store;

class Forge {
 public:
  // `create`: make .forge/state when it does not exist yet (run, spawn, init, demo); otherwise kNotFound with a hint.
  static Result<std::unique_ptr<Forge>> Open(const Machine& machine, Settings settings, Project project, bool create);
  // For what only reads: when the project has no store yet, none is made, and has_store() is false.
  static Result<std::unique_ptr<Forge>> OpenToRead(const Machine& machine, Settings settings, Project project);
  ~Forge();

  const Project& project() const { return project_; }
  const Machine& machine() const { return machine_; }
  const Settings& settings() const { return settings_; }
  bool has_store() const { return store_ != nullptr; }
  Store& store() { return *store_; }

  // Made at its first use. A run below another one tells its news through the Forge of that one, which lives longer.
  Notices& notices();
  // Null: none was made, or they are of the Forge above.
  Notices* own_notices() const { return notices_.get(); }
  void ShareNotices(Forge& above) { shared_notices_ = &above.notices(); }

  // Problems that stopped no command, each once: for example, a run's lessons were not saved.
  void Warn(std::string warning) { warnings_.push_back(std::move(warning)); }
  std::vector<std::string> TakeWarnings() { return std::exchange(warnings_, {}); }

 private:
  Forge(Machine machine, Settings settings, Project project);

  Machine machine_;
  Settings settings_;
  Project project_;
  std::unique_ptr<Store> store_;
  std::vector<std::string> warnings_;
  Notices* shared_notices_ = nullptr;
  std::unique_ptr<Notices> notices_;  // last: its threads use the store
};

}  // namespace forge
