// A command as an entry of the table, and what it is given to work with. Knows no command in particular.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "service/forge.h"
#include "service/project.h"
#include "service/settings.h"
#include "surface/cli/args.h"
#include "surface/cli/exit.h"
#include "surface/cli/form.h"
#include "surface/cli/host.h"
#include "surface/cli/output.h"
#include "surface/view/columns.h"

namespace forge::cli {

// What must be loaded before a command runs: those that need nothing start in a few milliseconds.
enum class Needs {
  kNothing,
  kSettings,  // and the project, when there is one
  kProject,   // the command opens the store itself, when it knows that it will write
  kStore,     // an error when the project has none yet
  kAnyStore,  // none is made when absent: Forge::OpenToRead
  kNewStore,  // made when absent
};

struct Context {
  const Host& host;
  Output& out;
  bool json = false;
  bool quiet = false;  // --quiet: no progress, only how it ends
  std::optional<Project> project;
  std::optional<Settings> settings;
  std::unique_ptr<Forge> open_forge;  // kStore, kAnyStore, kNewStore
  bool lost_terminal = false;         // it was closed, and we go on

  Forge& forge() const { return *open_forge; }
  std::string user() const;  // who gives commands and answers, for the record
  // A place for people: paths in the project are written from its root.
  std::string Short(const std::string& path) const;

  // The three ways in which most commands answer.
  Exit Print(const Json& answer) const;                        // with --json
  Exit Tell(const Json& answer, std::string_view line) const;  // one or the other
  void Table(const std::vector<std::string>& head,
             const std::vector<std::vector<Cell>>& rows) const;  // fits the terminal
};

enum class Group { kStart, kLook, kSteer, kPlans, kPipelines, kMemory, kChecks, kSetUp };
std::string_view Title(Group group);

struct Command {
  std::string_view name;  // one word, or two: "check gates"
  std::string_view about;
  Group group;
  Needs needs;
  Form (*form)();
  Result<Exit> (*run)(Context& context, const Args& args);
};

}  // namespace forge::cli
