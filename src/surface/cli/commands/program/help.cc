#include "surface/cli/help.h"

#include <fmt/core.h>

#include "base/strings.h"
#include "surface/cli/commands.h"
#include "surface/cli/manual.h"

namespace forge::cli {
namespace {

Form HelpForm() {
  return {.json = false,
          .positionals = {{"COMMAND", "one word or two (default: the overview)", false, ValueType::kText, true}},
          .options = {{"markdown", "", "print all commands as docs/commands.md"},
                      {"man", "", "print the manual page forge(1)"}},
          .examples = {{"forge help", "the list of commands"},
                       {"forge help check gates", "the same as forge check gates --help"},
                       {"forge help --man | man -l -", "read the manual page"}}};
}

Result<Exit> RunHelp(Context& context, const Args& args) {
  const std::string name = Join(args.All("COMMAND"), " ");
  if (args.Has("markdown")) {
    context.out.Write(MarkdownText());
  } else if (args.Has("man")) {
    context.out.Write(ManualText());
  } else if (name.empty()) {
    context.out.Write(OverviewText(context.out.width()));
  } else if (const Command* command = FindCommand(name)) {
    context.out.Write(CommandText(*command, context.out.width()));
  } else if (!Family(name).empty()) {
    context.out.Write(FamilyText(name, context.out.width()));
  } else {
    return Fail(Code::kInvalid, fmt::format("unknown command `{}`", name), SuggestCommand(name));
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kHelpCommand = {
    "help", "explain a command, or list all commands", Group::kSetUp, Needs::kNothing, HelpForm, RunHelp};

}  // namespace forge::cli
