#include "surface/cli/dispatch.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "service/auto_park.h"
#include "service/notify/notices.h"
#include "surface/cli/commands.h"
#include "surface/cli/completion.h"
#include "surface/cli/completion_things.h"
#include "surface/cli/help.h"
#include "surface/cli/home.h"

namespace forge::cli {
namespace {

struct Chosen {
  const Command* command = nullptr;
  std::vector<std::string> words;  // after the command's name
};

bool IsHelp(const std::string& word) { return word == "--help" || word == "-h"; }

Chosen Choose(const std::vector<std::string>& words) {
  std::vector<std::string> rest(words.begin() + 1, words.end());
  if (!rest.empty()) {
    if (const Command* command = FindCommand(words[0] + " " + rest[0])) {
      rest.erase(rest.begin());
      return {command, rest};
    }
  }
  if (const Command* command = FindCommand(words[0])) return {command, rest};
  // A family's name alone means its list, where it has one.
  const bool alone = rest.empty() || (rest[0].starts_with("-") && !IsHelp(rest[0]));
  return {alone ? FindCommand(words[0] + " list") : nullptr, rest};
}

Status Load(Context& context, Needs needs) {
  if (needs == Needs::kNothing) return {};
  auto project = FindProject(context.host.machine);
  if (project) {
    context.project = *std::move(project);
  } else if (needs != Needs::kSettings || project.error().code != Code::kNotFound) {
    return std::unexpected(project.error());
  }
  context.settings = TRY(Settings::Load(context.host.machine, context.project));
  if (needs == Needs::kSettings || needs == Needs::kProject) return {};
  const Machine& machine = context.host.machine;
  context.open_forge = needs == Needs::kAnyStore
                           ? TRY(Forge::OpenToRead(machine, *context.settings, *context.project))
                           : TRY(Forge::Open(machine, *context.settings, *context.project, needs == Needs::kNewStore));
  return {};
}

// A notification that takes long holds the command's end up: a person is told what for, and need not wait.
void EndNotices(Context& context) {
  Notices* notices = context.forge().own_notices();
  if (notices == nullptr) return;
  (void)context.out.Flush();
  Notices::LastWait wait;
  if (!context.quiet) wait.say = [&](const std::string& text) { context.out.Complain(text); };
  wait.enough = [&context, before = context.host.interrupts()] { return context.host.interrupts() > before; };
  notices->End(wait);
  for (const std::string& problem : notices->TakeProblems()) context.out.Complain("warning: " + problem);
}

void TellParked(Context& context) {
  for (const RunId run : ParkUntouched(context.forge(), context.host.now()).value_or(std::vector<RunId>()))
    context.out.Complain(
        fmt::format("run {} was parked: nothing touched it for long (setting auto_park_days)", run.value));
}

Result<Exit> RunCommand(Context& context, const Chosen& chosen) {
  const Command& command = *chosen.command;
  const Args args = TRY(Args::Parse(std::string(command.name), command.form(), chosen.words));
  if (args.help()) {
    context.out.Write(CommandText(command, context.out.width()));
    return Exit::kOk;
  }
  context.json = args.json();
  context.quiet = args.Has("quiet");
  TRY(Load(context, command.needs));
  // What a command touches is not parked. One that only looks shows what is parked as parked.
  const bool looks = command.group == Group::kLook;
  if (looks && context.open_forge) TellParked(context);
  auto exit = command.run(context, args);
  if (context.open_forge) {
    if (!looks) TellParked(context);
    for (const std::string& warning : context.forge().TakeWarnings()) context.out.Complain("warning: " + warning);
    EndNotices(context);
  }
  return exit;
}

Exit Report(Context& context, const Error& error) {
  context.out.Complain(error);
  if (context.json) {
    Json json = Json::MakeObject().Set("code", CodeName(error.code)).Set("message", error.message);
    json.Set("hint", error.hint);
    context.out.Print(Json::MakeObject().Set("error", std::move(json)));
  }
  return ExitFor(error.code);
}

Exit ExplainUnknown(Context& context, const std::vector<std::string>& words) {
  const std::vector<const Command*> family = Family(words[0]);
  if (family.empty()) {
    std::string hint = SuggestCommand(words[0]);
    if (!hint.starts_with("did you mean")) hint += fmt::format("; to start a run with it: forge run {}", words[0]);
    return Report(context, Error{Code::kInvalid, fmt::format("unknown command `{}`", words[0]), hint});
  }
  if (words.size() > 1 && IsHelp(words[1])) {
    context.out.Write(FamilyText(words[0], context.out.width()));
    return Exit::kOk;
  }
  if (words.size() > 1) {
    const std::string name = words[0] + " " + words[1];
    return Report(context, Error{Code::kInvalid, fmt::format("unknown command `{}`", name), SuggestCommand(name)});
  }
  return Report(context, Error{Code::kInvalid, fmt::format("`{}` needs a subcommand", words[0]),
                               fmt::format("see forge {} --help", words[0])});
}

// An objective in quotes contains spaces; no command or option does.
bool IsObjective(const std::string& word) { return word.find_first_of(" \t\n") != std::string::npos; }

// `forge "objective" --auto` and `forge --auto "objective"` are `forge run`.
bool MeansRun(const std::vector<std::string>& words) {
  if (IsObjective(words[0]) && !words[0].starts_with("-")) return true;
  return words[0].starts_with("--") && words[0] != "--version" && std::any_of(words.begin(), words.end(), IsObjective);
}

Exit Perform(Context& context, const std::vector<std::string>& words) {
  if (words.empty() || (words.size() == 1 && words[0] == "--json")) {
    context.json = !words.empty();
    const Result<Exit> shown = ShowHome(context);
    return shown ? *shown : Report(context, shown.error());
  }
  if (words[0] == kCompleteDoor) {
    context.out.Write(CompletionText(Complete({words.begin() + 1, words.end()}, ThingsOf(context))));
    return Exit::kOk;
  }
  if (IsHelp(words[0])) {
    context.out.Write(OverviewText(context.out.width()));
    return Exit::kOk;
  }
  if (MeansRun(words)) {
    std::vector<std::string> run = {"run"};
    run.insert(run.end(), words.begin(), words.end());
    return Perform(context, run);
  }
  const bool version = words[0] == "--version" || words[0] == "-V";
  const Chosen chosen = version ? Chosen{&kVersionCommand, {words.begin() + 1, words.end()}} : Choose(words);
  context.json = std::find(words.begin(), words.end(), "--json") != words.end();
  if (context.json) context.out.KeepLines();
  if (chosen.command == nullptr) return ExplainUnknown(context, words);
  Result<Exit> exit = RunCommand(context, chosen);
  return exit ? *exit : Report(context, exit.error());
}

}  // namespace

int RunCli(const Host& host, Output& out, const std::vector<std::string>& words) {
  Context context{host, out, false, false, {}, {}, {}};
  Exit exit = Perform(context, words);
  // If the output goes to a full disk, the exit code must say that it is incomplete.
  if (Status flushed = out.Flush(); !flushed) {
    out.Complain(flushed.error());
    exit = Exit::kUsage;
  }
  return static_cast<int>(exit);
}

}  // namespace forge::cli
