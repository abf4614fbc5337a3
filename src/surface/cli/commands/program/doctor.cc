#include <fmt/core.h>

#include <algorithm>
#include <iterator>

#include "agent/home/agent_home.h"
#include "agent/runtime.h"
#include "agent/vendors/cli_variables.h"
#include "base/display.h"
#include "base/strings.h"
#include "service/git_check.h"
#include "service/lost_store.h"
#include "service/lost_work.h"
#include "service/memory/memory.h"
#include "service/ownership.h"
#include "service/proof/verify_directory.h"
#include "service/settings_check.h"
#include "service/unit/unit_sandbox.h"
#include "service/unit/unit_temp.h"
#include "store/store.h"
#include "surface/cli/commands.h"
#include "text/passed_variables.h"
#include "workspace/overwritten.h"

namespace forge::cli {
namespace {

Form DoctorForm() {
  return {.options = {{"repair", "", "repair what can be rebuilt from the journal and the facts"}},
          .notes =
              "Checks git, the project, the settings, the agent, the sandbox, and that the recorded runs and facts are "
              "complete and match git. It also removes temporary directories of killed runs. Exit 0 when everything is "
              "fine "
              "or was repaired, 1 when something is wrong.",
          .examples = {{"forge doctor", "check only"}, {"forge doctor --repair", "check and repair"}}};
}

enum class Verdict { kWell, kNote, kRepaired, kWrong };

struct Examined {
  std::string what;
  Verdict health = Verdict::kWell;
  std::string text;
  std::string hint;
};

std::string_view Name(Verdict health) {
  switch (health) {
    case Verdict::kWell: return "ok";
    case Verdict::kNote: return "note";
    case Verdict::kRepaired: return "repaired";
    case Verdict::kWrong: return "wrong";
  }
  return "";
}

Tone ExaminedTone(Verdict health) {
  switch (health) {
    case Verdict::kWell:
    case Verdict::kRepaired: return Tone::kGood;
    case Verdict::kNote: return Tone::kFaint;
    case Verdict::kWrong: return Tone::kBad;
  }
  return Tone::kPlain;
}

Examined Wrong(std::string what, const Error& error) {
  return {std::move(what), Verdict::kWrong, error.message, error.hint};
}

Examined CheckGit(Context& context) {
  auto version = context.host.run_program({"git", "--version"}, context.host.machine.cwd);
  if (!version) return {"git", Verdict::kWrong, "git does not run", "install git"};
  while (version->ends_with('\n')) version->pop_back();
  return {"git", Verdict::kWell, *version, ""};
}

Examined CheckAgent(const Context& context, const std::string& spec, const Project& project) {
  if (spec.empty()) return {"agent", Verdict::kNote, "not configured", "forge config set agent auto"};
  auto runtime = MakeRuntime(spec, {project.root, project.state, context.host.machine.environment});
  return runtime ? Examined{"agent", Verdict::kWell, spec, ""} : Wrong("agent", runtime.error());
}

Examined CheckSandbox(const std::string& mode) {
  const SandboxReport report = ReportSandbox(mode);
  return {"sandbox", report.holds ? Verdict::kWell : Verdict::kNote, report.text, report.hint};
}

// What of the user's variables reaches a unit. Names only.
Examined CheckVariables(const Context& context, const Settings& settings) {
  const auto& environment = context.host.machine.environment;
  const std::vector<std::string> withheld = WithheldBy(context.host.machine, settings);
  std::string text = fmt::format("agents and commands get {} of {}", environment.size() - withheld.size(),
                                 Counted(static_cast<std::int64_t>(environment.size()), "variable"));
  if (!withheld.empty()) text += "; withheld, unless pass_env names them: " + Join(withheld, ", ");
  const std::string spec = settings.Get("agent");
  const std::string program = spec.substr(0, spec.find(':'));
  std::vector<std::string> own;
  for (const std::string& name : withheld) {
    for (const std::string& pattern : CliVariables(program, {}, environment)) {
      if (FitsVariable(name, pattern) && (own.empty() || own.back() != name)) own.push_back(name);
    }
  }
  if (!own.empty()) text += fmt::format("; {} itself gets {}", program, Join(own, ", "));
  std::vector<std::string> others;
  std::ranges::set_difference(withheld, own, std::back_inserter(others));
  const std::vector<std::string> missed = MissedBySettings(program, context.host.machine.cwd, environment, others);
  if (!missed.empty()) return {"variables", Verdict::kNote, text, MissedNote(program, missed)};
  return {"variables", Verdict::kWell, text, ""};
}

// A completed run whose work is not on its branch claims more than it did.
void CheckWork(Forge& forge, std::vector<Examined>& lines) {
  const auto lost = FindLostWork(forge);
  if (!lost) {
    lines.push_back(Wrong("work", lost.error()));
    return;
  }
  for (const LostWork& work : *lost) {
    lines.push_back({"work", Verdict::kWrong,
                     fmt::format("run {} is completed, but work of {} is on no branch ({})", work.run.value,
                                 work.lane == "run" ? "the run itself" : "step " + work.lane,
                                 Counted(static_cast<std::int64_t>(work.files), "file")),
                     fmt::format("forge rescue {} --branch NAME", work.name)});
  }
}

void AddRunsInGit(const std::vector<GitFinding>& findings, std::vector<Examined>& lines) {
  for (const GitFinding& finding : findings) {
    if (finding.running) {
      lines.push_back({"runs", Verdict::kNote, finding.text, fmt::format("forge status {}", finding.run.value)});
      continue;
    }
    lines.push_back({"runs", finding.known ? Verdict::kWrong : Verdict::kNote, finding.text,
                     finding.known ? fmt::format("forge resume {}", finding.run.value)
                                   : fmt::format("forge rescue {}", finding.run.value)});
  }
}

// What engines and landings left that did not end by themselves.
void CheckLeftovers(const Project& project, const Settings& settings, Context& context, std::vector<Examined>& lines) {
  const auto copies = project.is_git ? ListOverwritten(project.root, std::nullopt)
                                     : Result<std::vector<std::string>>(std::vector<std::string>());
  if (!copies) lines.push_back(Wrong("landed", copies.error()));
  for (const std::string& directory : copies.value_or(std::vector<std::string>())) {
    lines.push_back({"landed", Verdict::kNote, "copies that `forge land` made of ignored files: " + directory,
                     "take from it what you need, then delete it"});
  }
  for (const std::string& path : FindSavedStores(project)) {
    lines.push_back({"store", Verdict::kNote, "an engine whose store was replaced saved it as " + path,
                     fmt::format("to use it, while no forge runs: rm {0}* && cp {1} {0}", project.store_path(), path)});
  }
  std::vector<RunTemps> runs;
  if (const auto forge = Forge::Open(context.host.machine, settings, project, false)) {  // CheckStore tells why not
    auto found = FindTempHolders((*forge)->store(), project.store_path(), LeaseMs(settings));
    if (!found) return lines.push_back(Wrong("temporary", found.error()));
    runs = *std::move(found);
  }
  const int removed = RemoveDeadUnitTemps(runs) + RemoveDeadHomes(context.host.machine.homes_directory());
  if (removed > 0) {
    lines.push_back(
        {"temporary", Verdict::kRepaired,
         fmt::format("removed {} director{} of engines that were killed", removed, removed == 1 ? "y" : "ies"), ""});
  }
}

// Straight to the store, because Forge::Open would refuse what we are here to look at.
void CheckStore(const Project& project, const Settings& settings, Context& context, bool repair,
                std::vector<Examined>& lines) {
  auto forge = Forge::Open(context.host.machine, settings, project, false);
  if (!forge) {
    const bool absent = forge.error().code == Code::kNotFound;
    lines.push_back(absent ? Examined{"store", Verdict::kNote, "none yet", forge.error().hint}
                           : Wrong("store", forge.error()));
    if (const auto unknown = FindUnknownRuns(project, {})) AddRunsInGit(*unknown, lines);
    return;
  }
  std::vector<std::string> running;
  for (const RunRow& row : (*forge)->store().ListRuns().value_or(std::vector<RunRow>())) {
    if (IsRunning(**forge, row.id).value_or(false)) running.push_back(std::to_string(row.id.value));
  }
  // What an engine is writing is not repaired under it.
  if (repair && !running.empty()) {
    lines.push_back({"store", Verdict::kNote, "not repaired now, because an engine works on run " + Join(running, ", "),
                     "pause it or wait for it, then: forge doctor --repair"});
  }
  auto findings = (*forge)->store().Examine(repair && running.empty());
  if (!findings) {
    lines.push_back(Wrong("store", findings.error()));
    return;
  }
  for (const Store::Finding& finding : *findings) {
    const Verdict health = finding.repaired ? Verdict::kRepaired : Verdict::kWrong;
    lines.push_back(
        {"store", health, finding.what, finding.repaired || !finding.repairable ? "" : "forge doctor --repair"});
  }
  if (findings->empty()) lines.push_back({"store", Verdict::kWell, (*forge)->store().Location(), ""});
  CheckWork(**forge, lines);
  if (const auto compared = CompareAllWithGit(**forge)) {
    AddRunsInGit(*compared, lines);
  } else {
    lines.push_back(Wrong("runs", compared.error()));
  }
}

// File by file, because Memory::Open would refuse what we are here to look at.
void CheckMemory(const Project& project, const Machine& machine, bool repair, std::vector<Examined>& lines) {
  for (const MemoryHealth& file : ExamineMemory(machine, project, repair)) {
    if (!file.there) continue;
    if (file.error) lines.push_back(Wrong("memory", *file.error));
    for (const MemoryFinding& finding : file.findings) {
      const Verdict health = finding.repaired ? Verdict::kRepaired : Verdict::kWrong;
      lines.push_back({"memory", health, file.path + ": " + finding.what,
                       finding.repaired || !finding.repairable ? "" : "forge doctor --repair"});
    }
    if (!file.error && file.findings.empty()) lines.push_back({"memory", Verdict::kWell, file.path, ""});
  }
}

std::vector<Examined> Examine(Context& context, bool repair) {
  std::vector<Examined> lines = {CheckGit(context)};
  auto project = FindProject(context.host.machine);
  if (!project) {
    lines.push_back(Wrong("project", project.error()));
    return lines;
  }
  lines.push_back({"project", project->is_git ? Verdict::kWell : Verdict::kNote,
                   project->root + (project->is_git ? "" : ", which is not a git repository"), ""});
  auto settings = Settings::Load(context.host.machine, *project);
  if (!settings) {
    lines.push_back(Wrong("settings", settings.error()));
    return lines;
  }
  const std::vector<Error> wrong = CheckSettings(context.host.machine, *project, *settings);
  for (const Error& error : wrong) lines.push_back(Wrong("settings", error));
  if (wrong.empty()) lines.push_back({"settings", Verdict::kWell, "readable", ""});
  lines.push_back(CheckAgent(context, settings->Get("agent"), *project));
  lines.push_back(CheckSandbox(settings->Get("sandbox")));
  lines.push_back(CheckVariables(context, *settings));
  CheckStore(*project, *settings, context, repair, lines);
  CheckLeftovers(*project, *settings, context, lines);
  CheckMemory(*project, context.host.machine, repair, lines);
  return lines;
}

Result<Exit> RunDoctor(Context& context, const Args& args) {
  const std::vector<Examined> lines = Examine(context, args.Has("repair"));
  const bool well =
      std::none_of(lines.begin(), lines.end(), [](const Examined& line) { return line.health == Verdict::kWrong; });
  if (context.json) {
    Json list = Json::MakeArray();
    for (const Examined& line : lines) {
      Json json = Json::MakeObject().Set("check", line.what).Set("health", Name(line.health));
      list.Append(json.Set("message", line.text).Set("hint", line.hint));
    }
    context.out.Print(Json::MakeObject().Set("ok", well).Set("checks", std::move(list)));
    return well ? Exit::kOk : Exit::kNo;
  }
  for (const Examined& line : lines) {
    context.out.Line(fmt::format("{}  {:<9} {}",
                                 context.out.Paint(ExaminedTone(line.health), fmt::format("{:<8}", Name(line.health))),
                                 line.what, line.text));
    if (!line.hint.empty()) context.out.Line("                    hint: " + line.hint);
  }
  return well ? Exit::kOk : Exit::kNo;
}

}  // namespace

constinit const Command kDoctorCommand = {
    "doctor", "check the setup and repair the store", Group::kSetUp, Needs::kNothing, DoctorForm, RunDoctor};

}  // namespace forge::cli
