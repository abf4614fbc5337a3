#include "surface/cli/completion.h"

#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

Form CompletionForm() {
  return {.json = false,
          .positionals = {{"SHELL", "the shell", true, ValueType::kText, false, {"bash", "fish", "zsh"}}},
          .examples = {{"forge completion bash > ~/.local/share/bash-completion/completions/forge", "for new shells"},
                       {"source <(forge completion bash)", "for this shell"},
                       {"forge completion zsh > \"${fpath[1]}/_forge\"", "for zsh"},
                       {"forge completion fish > ~/.config/fish/completions/forge.fish", "for fish"}}};
}

Result<Exit> RunCompletion(Context& context, const Args& args) {
  const std::string shell = args.Get("SHELL");
  context.out.Write(shell == "bash" ? BashCompletion() : shell == "zsh" ? ZshCompletion() : FishCompletion());
  return Exit::kOk;
}

}  // namespace

constinit const Command kCompletionCommand = {"completion",   "print a completion script for a shell",
                                              Group::kSetUp,  Needs::kNothing,
                                              CompletionForm, RunCompletion};

}  // namespace forge::cli
