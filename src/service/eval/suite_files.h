// Where the files of a suite come from: a folder, or the suites that are compiled in. Changes nothing, but for
// WriteNewSuite.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "service/eval/suite.h"

namespace forge {

// A folder (relative to `cwd`), or else the name of a built-in suite. kInvalid: all problems, each with file and line.
Result<EvalSuite> LoadSuite(const std::string& cwd, const std::string& given);

std::vector<std::string> BuiltInSuites();

// A new suite with a sample task, in a directory that is empty or does not exist yet. Returns the written files.
Result<std::vector<std::string>> WriteNewSuite(const std::string& directory);

// Below `directory`, with the directories that they need.
Status WriteSuiteFiles(const std::string& directory, const std::vector<SuiteFile>& files);

}  // namespace forge
