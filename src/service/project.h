// Paths of a project's and of the user's files. Paths only.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace forge {

// What main() took from the machine: the library never reads the environment itself.
struct Machine {
  std::string cwd;
  std::string config_directory;  // ~/.config/forge
  std::string data_directory;
  std::string cache_directory;
  std::map<std::string, std::string> environment;
  std::string program;                   // our executable, for hooks of agents; empty: agents get no hooks
  std::vector<std::string> hidden = {};  // what no process of a unit may read, wherever it is

  // Of the homes that agent programs get (agent/home/agent_home.h).
  std::string homes_directory() const { return cache_directory + "/homes"; }
};

struct Project {
  std::string root;   // the directory that holds .forge, or else the top level of the git checkout
  std::string forge;  // <root>/.forge: config.toml, pipelines/, roles/, plans/: the user's files
  std::string state;  // <root>/.forge/state: forge.db, runs/: ours; ignored by git
  bool is_git = false;
  std::string top = {};  // top level of the git checkout: root or a directory above it; empty outside git

  // Where saved work is kept: the git repository, or outside git one of our own.
  std::string repository() const { return is_git ? root : state + "/checkout.git"; }
  std::string store_path() const { return state + "/forge.db"; }
  std::string run_directory(std::int64_t run) const;  // <state>/runs/017
};

// The project that `machine.cwd` is in: the nearest directory upwards with .forge, else the top of the git checkout.
// Its repository may begin further up. kNotFound when there is neither.
Result<Project> FindProject(const Machine& machine);
// The same from a directory; where it is in no project, the directory itself is one, without git, and nothing is made
// in it. kNotFound when there is no such directory.
Result<Project> ProjectAt(const std::string& directory);

// Makes .forge with its ignore file, a commented config.toml and the store. Returns whether anything was made.
Result<bool> InitProject(const Project& project);
// The minimum for `forge run`: .forge/state and an ignore file that hides both, so that `git status` stays clean.
Status EnsureState(const Project& project);

}  // namespace forge
