#include "surface/hook/hook.h"

#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

Form HookForm() {
  Form form;
  form.positionals = {{"EVENT", "what happens in the host, in its words or ours", true, false, {}, ValueType::kText}};
  form.notes =
      "Called by host programs such as Claude Code: the event as JSON on standard input, our opinion as JSON on "
      "standard\n"
      "output, or nothing. Ends with 0 whatever happens: a hook must not break its host. Events: pre-tool-use guards\n"
      "writes, post-tool-use keeps evidence, permission-request allows what only looks, session-start tells of open "
      "runs,\n"
      "pre-compact of the one at hand, stop refuses an end without evidence (three times at most). See docs/hooks.md.";
  form.examples = {{"forge hook pre-tool-use < event.json", "may this be written?"}};
  form.json = false;
  return form;
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

constinit const Command kHookCommand = {
    "hook", "answer a hook of a host program", Group::kSetUp, Needs::kNothing, HookForm, RunHook};

}  // namespace forge::cli
