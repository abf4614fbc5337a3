// Verify by hand and by hook: which commands prove a directory, and running them as a run's verify stage would, in the
// sandbox, with the result bound to the tree they ran on. Knows no terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/json.h"
#include "model/step.h"
#include "service/project.h"
#include "service/settings.h"
#include "verify/detect.h"
#include "verify/verify.h"

namespace forge {

// The commands to run, and where they came from, in words: "step 2", "the setting verify", "detected: ...".
struct VerifyChoice {
  std::vector<std::string> commands;
  std::vector<std::string> reports;  // globs of JUnit files
  std::string from;
};

// The directory as an absolute real path; "": the current directory. kInvalid: it does not exist.
Result<std::string> VerifyPlace(const Machine& machine, const std::string& given);

// By the files of the directory. Nothing: no commands. Tools that are not installed are passed over.
VerifyChoice DetectIn(const std::string& directory);
// In words: what was taken, why, and what was passed over.
std::string Explain(const std::vector<DetectedVerify>& found);

// How many of a step's commands may run side by side, as its plan says (`Verify parallel`); nothing: it does not say.
std::optional<std::size_t> DeclaredParallel(const StepSpec& step);

struct VerifyWish {
  std::string directory;                        // absolute
  std::vector<std::string> commands;            // empty: the setting `verify`, else detected
  std::string from;                             // of `commands`, for people
  std::int64_t timeout_ms = 0;                  // 0: the setting's
  std::size_t parallel = 0;                     // 0: the setting's
  std::vector<std::string> reports;             // empty: the setting's
  std::map<std::string, std::string> env = {};  // on top of ours
  std::optional<Project> project = {};          // that the directory belongs to; none: found from the directory
  std::function<void(const std::string& command)> on_begin;
  std::function<void(const VerifyResult& result)> on_result;
};

struct Verified {
  VerifyReport report;
  std::string from;
  std::optional<std::string> tree;  // none: not in git
  bool tree_changed = false;        // the commands changed it: the result is not quite about `tree`
};

// kNotFound: no command is known for the directory.
Result<Verified> VerifyDirectory(const Machine& machine, const Settings& settings, const VerifyWish& wish,
                                 std::stop_token stop);

// The variables that commands do not get.
std::vector<std::string> WithheldBy(const Machine& machine, const Settings& settings);

// What commands may touch that run in `directory`, as the settings say; `temp`: a directory of their own. None: no
// sandbox. Without `project` the directory's own is found.
Result<std::optional<Sandbox>> VerifySandbox(const Machine& machine, const Settings& settings,
                                             const std::optional<Project>& project, const std::string& directory,
                                             const std::string& temp);

// {"passed", "score", "results": [...], "tree"}, and what else is worth knowing.
Json ToJson(const Verified& verified);

}  // namespace forge
