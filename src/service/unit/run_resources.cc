#include "service/unit/run_resources.h"

#include <utility>

#include "agent/vendors/cli_program.h"
#include "service/agents/models.h"
#include "service/proof/verify_directory.h"
#include "service/proof/verify_outcome.h"
#include "service/settings.h"
#include "service/unit/job.h"
#include "service/unit/unit_sandbox.h"
#include "text/passed_variables.h"

namespace forge {

namespace {

SecretMask MaskFor(const Machine& machine, const std::string& secret_variable) {
  SecretMask mask;
  mask.Hide(machine.environment);
  const auto secret = machine.environment.find(secret_variable);
  if (secret != machine.environment.end()) mask.HideValue(secret->second);
  for (const CliProgram& program : CliPrograms()) {
    for (const std::string& token : LoginTokens(program.home(machine.environment))) mask.HideValue(token);
  }
  return mask;
}

}  // namespace

RunResources::RunResources(UnitContext given, ModelTable table, std::string hidden)
    : context(std::move(given)),
      models(std::move(table)),
      secret_variable(std::move(hidden)),
      withheld(WithheldVariables(context.machine.environment, context.settings.pass_env)),
      mask(MaskFor(context.machine, secret_variable)),
      worktrees(context),
      logins(context, models),
      on_process([](UnitId, std::int64_t, std::int64_t) {}) {}

Result<std::unique_ptr<RunResources>> RunResources::Open(UnitContext context) {
  ModelTable models = TRY(LoadModels(context.machine, context.project));
  std::string hidden = TRY(Settings::Load(context.machine, context.project)).Get("notify.secret_variable");
  return std::unique_ptr<RunResources>(new RunResources(std::move(context), std::move(models), std::move(hidden)));
}

std::map<std::string, std::string> RunResources::CommonEnvironment() const {
  std::map<std::string, std::string> env = {{kRunVariable, context.process_marker}};
  if (!secret_variable.empty()) env.emplace(secret_variable, "");
  return env;
}

std::map<std::string, std::string> RunResources::EnvironmentFor(const Job& job) {
  std::map<std::string, std::string> env = CommonEnvironment();
  env.emplace("FORGE_UNIT", std::to_string(job.unit.id.value));
  env.merge(worktrees.EnvironmentOf(job.lane));
  return env;
}

VerifyChoice RunResources::ChoiceOf(const Job& job, const std::vector<std::string>& words,
                                    const std::string& directory) const {
  const std::vector<std::string>& set = context.settings.verify;
  if (!set.empty() || !WantsProject(words, job))
    return {CommandsFor(words, job, set), context.settings.verify_reports, ""};
  VerifyChoice choice = DetectIn(directory);
  if (!job.project_before.empty()) choice.commands = job.project_before;
  choice.commands = CommandsFor(words, job, choice.commands);
  for (const std::string& glob : context.settings.verify_reports) AddCommand(choice.reports, glob);
  return choice;
}

VerifyChoice RunResources::ChoiceFor(const Job& job, const std::string& directory) const {
  return ChoiceOf(job, job.stage.commands, directory);
}

std::vector<std::string> RunResources::CommandsAfter(const Job& job) const {
  return ChoiceOf(job, job.next_commands, context.project.root).commands;
}

Result<std::optional<Sandbox>> RunResources::SandboxFor(const std::string& cwd, const std::string& temp, bool may_write,
                                                        bool network, const RuntimeNeeds& needs,
                                                        std::vector<std::string> sealed) const {
  SandboxPlaces places;
  places.workspace = cwd;
  places.temp = temp;
  places.worktrees = context.machine.cache_directory + "/worktrees";
  places.sealed = std::move(sealed);
  places.may_write = may_write;
  places.network = network;
  return UnitSandbox(context.settings.sandbox, places, context.machine, context.project, needs);
}

}  // namespace forge
