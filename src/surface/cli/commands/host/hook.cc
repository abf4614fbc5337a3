#include "surface/hook/hook.h"

#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

Form HookForm() {
  return {.json = false,
          .positionals = {{"EVENT", "the event, by the host's name or ours"}},
          .notes =
              "Host programs such as Claude Code call this with the event as JSON on standard input. The reply is JSON "
              "on standard output, or nothing. It always exits with 0: a hook must not break its host. Events: "
              "pre-tool-use guards writes and commands, post-tool-use records evidence, permission-request allows "
              "read-only "
              "actions, session-start reports open runs, pre-compact reports the current run, stop refuses to end "
              "without evidence (at most three times). See docs/hooks.md.",
          .examples = {{"forge hook pre-tool-use < event.json", "is this write allowed?"}}};
}

Result<Exit> RunHook(Context& context, const Args& args) {
  const auto event = hook::ParseEvent(args.Get("EVENT"));
  if (!event) return Exit::kOk;  // of a newer host: not ours to judge
  auto text = context.host.read_file("-");
  auto input = text ? ParseJson(*text) : Result<Json>(std::unexpected(text.error()));
  if (!input) {
    context.out.Complain(input.error());
    return Exit::kOk;
  }
  auto opinion = hook::HandleHook({context.host.machine, context.host.now}, *event, *input);
  if (!opinion) {
    context.out.Complain(opinion.error());
    if (hook::NeedsAnswer(*event)) return Exit::kNo;
  } else if (opinion->is_string()) {
    context.out.Line(opinion->AsString());
  } else if (!opinion->is_null()) {
    context.out.Print(*opinion);
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kHookCommand = {"hook",        "answer a hook event; for plugins of Claude Code and others",
                                        Group::kSetUp, Needs::kNothing,
                                        HookForm,      RunHook};

}  // namespace forge::cli
