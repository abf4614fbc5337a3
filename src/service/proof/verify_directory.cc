#include "service/proof/verify_directory.h"

#include <fmt/core.h>

#include <chrono>
#include <utility>

#include "base/strings.h"
#include "graph/programs.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "service/proof/verify_tree.h"
#include "service/transcript/secret_mask.h"
#include "service/unit/unit_sandbox.h"
#include "service/unit/unit_temp.h"
#include "text/passed_variables.h"
#include "verify/detect_files.h"

namespace forge {
namespace {

std::vector<std::string> ListSetting(const Settings& settings, const std::string& key) {
  const std::string text = settings.Get(key);
  const std::vector<std::string_view> lines = Lines(text);
  return {lines.begin(), lines.end()};
}

// Its project, or one made up for it: a plain directory can be verified too.
Project ProjectOf(const Machine& machine, const std::string& directory) {
  Machine there = machine;
  there.cwd = directory;
  auto found = FindProject(there);
  if (found) return *found;
  return Project{directory, directory + "/.forge", directory + "/.forge/state", false};
}

Result<VerifyChoice> Choose(const Settings& settings, const VerifyWish& wish) {
  VerifyChoice choice{wish.commands, wish.reports, wish.from};
  if (choice.reports.empty()) choice.reports = ListSetting(settings, "verify_reports");
  if (!choice.commands.empty()) return choice;
  choice.commands = ListSetting(settings, "verify");
  choice.from = "the setting verify";
  if (!choice.commands.empty()) return choice;
  VerifyChoice detected = DetectIn(wish.directory);
  if (detected.commands.empty()) {
    const std::string why = detected.from.empty() ? "" : " (" + detected.from + ")";
    return Fail(Code::kNotFound, fmt::format("no verify command is known for {}{}", wish.directory, why),
                "name one: forge verify -c 'make test', or for all runs: forge config set verify 'make test'");
  }
  if (!choice.reports.empty()) detected.reports = choice.reports;
  return detected;
}

// Of the first command that names a program of the machine which is not there; empty: all are.
std::string AbsentProgram(const DetectedVerify& detected) {
  for (const std::string& command : detected.commands) {
    for (const std::string& program : ProgramsOf(command)) {
      if (program.find('/') == std::string::npos && !FindProgram(program)) return program;
    }
  }
  return "";
}

std::size_t Parallel(const Settings& settings, const VerifyWish& wish) {
  if (wish.parallel > 0) return wish.parallel;
  return static_cast<std::size_t>(ParseInt(settings.Get("verify_parallel")).value_or(1));
}

}  // namespace

Result<std::string> VerifyPlace(const Machine& machine, const std::string& given) {
  const std::string path = given.starts_with('/') ? given : JoinPath(machine.cwd, given);
  if (!IsDirectory(path)) return Fail(Code::kInvalid, fmt::format("{} is not a directory", given));
  return RealPath(path);
}

std::string Explain(const std::vector<DetectedVerify>& found) {
  if (found.empty()) return "";
  std::string text = fmt::format("detected: {}, because {}", found[0].tool, found[0].why);
  for (std::size_t i = 1; i < found.size(); ++i) text += (i == 1 ? "; passed over: " : ", ") + found[i].tool;
  return text;
}

VerifyChoice DetectIn(const std::string& directory) {
  std::vector<DetectedVerify> found = DetectVerify(ListProject(directory));
  std::string absent;
  std::erase_if(found, [&](const DetectedVerify& one) {
    const std::string program = AbsentProgram(one);
    if (!program.empty()) absent += fmt::format("; {} would fit, but `{}` is not installed", one.tool, program);
    return !program.empty();
  });
  if (found.empty()) return {{}, {}, absent.empty() ? "" : absent.substr(2)};
  return {found[0].commands, found[0].reports, Explain(found) + absent};
}

std::optional<std::size_t> DeclaredParallel(const StepSpec& step) {
  for (const auto& [name, value] : step.extra.AsObject()) {
    const std::string key = Lower(ReplaceAll(ReplaceAll(name, "_", ""), " ", ""));
    if (key != "verifyparallel") continue;
    const auto number = value.is_string() ? ParseInt(Trim(value.AsString())) : std::optional(value.AsInt());
    if (number && *number > 0) return static_cast<std::size_t>(*number);
  }
  return std::nullopt;
}

Result<std::optional<Sandbox>> VerifySandbox(const Machine& machine, const Settings& settings,
                                             const std::optional<Project>& given, const std::string& directory,
                                             const std::string& temp) {
  const Project project = given ? *given : ProjectOf(machine, directory);
  SandboxWish wish;
  wish.mode = settings.Get("sandbox");
  wish.read = ListSetting(settings, "sandbox_read");
  wish.write = ListSetting(settings, "sandbox_write");
  // git looks for its repository from the directory upwards: where Forge's project is a part of the checkout, above it.
  if (!project.top.empty() && project.top != project.root) wish.read.push_back(project.top);
  SandboxPlaces places;
  // A worktree of the project lies outside of it.
  places.workspace = project.is_git && !given ? project.root : directory;
  places.temp = temp;
  places.worktrees = machine.cache_directory + "/worktrees";
  places.may_write = true;
  places.network = settings.Get("verify_network") != "off";
  return UnitSandbox(wish, places, machine, project, {});
}

std::vector<std::string> WithheldBy(const Machine& machine, const Settings& settings) {
  return WithheldVariables(machine.environment, ListSetting(settings, "pass_env"));
}

Result<Verified> VerifyDirectory(const Machine& machine, const Settings& settings, const VerifyWish& wish,
                                 std::stop_token stop) {
  const VerifyChoice choice = TRY(Choose(settings, wish));
  Verified verified;
  verified.from = choice.from;
  verified.tree = TRY(WorkingTreeHash(wish.directory));
  const UnitTemp temp = TRY(UnitTemp::Make());
  VerifyRequest request;
  request.commands = choice.commands;
  request.cwd = wish.directory;
  request.env = wish.env;
  request.withheld = WithheldBy(machine, settings);
  request.sandbox = TRY(VerifySandbox(machine, settings, wish.project, wish.directory, temp.path()));
  if (request.sandbox) request.env["TMPDIR"] = temp.path();
  const std::int64_t seconds = ParseInt(settings.Get("verify_timeout")).value_or(0);
  request.timeout = std::chrono::milliseconds(wish.timeout_ms > 0 ? wish.timeout_ms : seconds * 1000);
  request.silence = std::chrono::seconds(ParseInt(settings.Get("silence_timeout")).value_or(0));
  request.parallel = Parallel(settings, wish);
  request.reports = choice.reports;
  request.scratch = temp.path();
  request.on_begin = wish.on_begin;
  SecretMask mask;
  mask.Hide(machine.environment);
  if (wish.on_result) {
    request.on_result = [&](const VerifyResult& result) {
      VerifyReport one;
      one.results.push_back(result);
      mask.ApplyToReport(one);
      wish.on_result(one.results[0]);
    };
  }
  verified.report = RunCommands(request, std::move(stop));
  mask.ApplyToReport(verified.report);
  if (verified.report.shortage) return std::unexpected(*verified.report.shortage);
  // The directory may be gone by now: then it has changed indeed.
  const auto after = WorkingTreeHash(wish.directory);
  verified.tree_changed = verified.tree && (!after || *after != verified.tree);
  return verified;
}

Json ToJson(const Verified& verified) {
  Json json = ToJson(verified.report);
  json.Set("tree", verified.tree ? Json(*verified.tree) : Json());
  if (verified.tree_changed) json.Set("tree_changed", true);
  if (verified.report.cancelled) json.Set("cancelled", true);
  if (!verified.from.empty()) json.Set("from", verified.from);
  return json;
}

}  // namespace forge
