// What a plan's `## Changes` says about each file: its change specs as they are written, what it waits for, how it is
// verified. Does not group files into steps (decompose.h).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "text/markdown.h"
#include "text/plan/plan.h"
#include "text/plan/plan_sections.h"

namespace forge {

// One place that speaks of one or more files: an item with all below it, a heading's part, a table's row.
struct ChangeSpec {
  int line = 0;
  int last_line = 0;
  int column = 1;          // of its first byte; what stands before belongs to its containers
  int head_line = 0;       // of the table whose row it is; 0: not in a table
  bool described = false;  // it says more than the names of its files
  std::size_t files = 0;   // that it names
};

struct ChangedFile {
  std::string path;
  int line = 0;                      // where it is first named; 0: nowhere but in the manifest
  std::vector<std::size_t> specs;    // places in Changes::specs, in order
  std::vector<std::string> depends;  // paths
  std::vector<std::string> verify;   // commands
};

struct Changes {
  std::vector<ChangeSpec> specs;
  std::vector<ChangedFile> files;  // each once, in the order they are first named
  std::string notes;               // what is said of no file in particular
  std::vector<PlanProblem> problems;
  std::vector<PlanProblem> mentioned;  // paths that a line names, which are not among the files
};

Changes ReadChanges(const Markdown& document, const PlanSection& section);

// The text of a spec without the indent of its containers.
std::string SpecText(const Markdown& document, const ChangeSpec& spec);

// The commands that a plan's `## Testing` gives: the lines of shell fences, and what list items say to run
// (text/said_commands.h) and is a command (text/command_words.h).
struct TestCommands {
  std::vector<std::string> commands;
  // Items and blocks of code that are no commands, commands in sentences and tables, and those beyond the most.
  std::vector<PlanProblem> left_out;
};
TestCommands ReadTestCommands(const Markdown& plan, const PlanSection& section);

}  // namespace forge
