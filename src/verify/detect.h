// Which commands check a project that names none, judged by its files. Pure: detect_files.h lists and reads them.
// docs/verify.md has the table and its order.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace forge {

struct ProjectListing {
  std::vector<std::string> paths;               // files, relative, '/' between; the upper levels are enough
  std::map<std::string, std::string> contents;  // of those that WantsContent names; absent: could not be read
};

bool WantsContent(std::string_view path);

struct DetectedVerify {
  std::string tool;  // "Make", "CTest", ...
  std::vector<std::string> commands;
  std::vector<std::string> reports;  // globs of the JUnit files it leaves in the tree
  std::string why;                   // "Makefile has the target `test`"
};

// Everything that fits, the one to take first. Empty: nothing is known here.
std::vector<DetectedVerify> DetectVerify(const ProjectListing& project);

}  // namespace forge
