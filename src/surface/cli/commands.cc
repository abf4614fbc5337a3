#include "surface/cli/commands.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/strings.h"

namespace forge::cli {

std::span<const Command* const> Commands() {
  static constexpr std::array kCommands = {
      &kAbandonCommand,
      &kAccountsListCommand,
      &kAccountsTestCommand,
      &kAccountsUseCommand,
      &kAcpCommand,
      &kAgentsListCommand,
      &kAgentsTestCommand,
      &kAnswerCommand,
      &kCancelCommand,
      &kChatCommand,
      &kCheckAuditCommand,
      &kCheckDialecticCommand,
      &kCheckErrorCommand,
      &kCheckGatesCommand,
      &kCheckLensesCommand,
      &kCheckSarifCommand,
      &kCheckStagnationCommand,
      &kCheckVerdictCommand,
      &kCompleteCommand,
      &kCompletionCommand,
      &kConfigExplainCommand,
      &kConfigGetCommand,
      &kConfigListCommand,
      &kConfigSetCommand,
      &kConfigUnsetCommand,
      &kCostCommand,
      &kDemoCommand,
      &kDiaryCommand,
      &kDiffCommand,
      &kDoctorCommand,
      &kEvalCommand,
      &kEvalFromHistoryCommand,
      &kEvalNewCommand,
      &kFindingsCommand,
      &kHelpCommand,
      &kHookCommand,
      &kInitCommand,
      &kLandCommand,
      &kListCommand,
      &kLogCommand,
      &kMcpCommand,
      &kMcpLoginCommand,
      &kMcpLogoutCommand,
      &kMcpServersCommand,
      &kMemoryAddCommand,
      &kMemoryConfirmCommand,
      &kMemoryExportCommand,
      &kMemoryForgetCommand,
      &kMemoryImportCommand,
      &kMemoryKgCommand,
      &kMemoryListCommand,
      &kMemoryRecallCommand,
      &kMemoryShowCommand,
      &kMemoryStatsCommand,
      &kMemorySweepCommand,
      &kMemoryTriageCommand,
      &kNextCommand,
      &kOutputCommand,
      &kParkCommand,
      &kPauseCommand,
      &kPipelineCheckCommand,
      &kPipelineGraphCommand,
      &kPipelineListCommand,
      &kPipelineShowCommand,
      &kPlanApproveCommand,
      &kPlanAuditCommand,
      &kPlanBatchCommand,
      &kPlanCancelCommand,
      &kPlanCheckCommand,
      &kPlanClaimsCommand,
      &kPlanCloseCommand,
      &kPlanEditCommand,
      &kPlanExportCommand,
      &kPlanGraphCommand,
      &kPlanImportCommand,
      &kPlanListCommand,
      &kPlanNewCommand,
      &kPlanRunCommand,
      &kPlanRunOneCommand,
      &kPlanRunStepCommand,
      &kPlanShowCommand,
      &kPlanSkipCommand,
      &kPlanSkipToCommand,
      &kPlanSlugCommand,
      &kPlanStepsCommand,
      &kPlanSymbolsCommand,
      &kPluginInstallCommand,
      &kPluginUninstallCommand,
      &kPriorityCommand,
      &kPromptCommand,
      &kPruneCommand,
      &kQuestionsCommand,
      &kReopenCommand,
      &kReportCommand,
      &kRescueCommand,
      &kResolveCommand,
      &kResumeCommand,
      &kRetryCommand,
      &kRiskCommand,
      &kRoleCheckCommand,
      &kRoleListCommand,
      &kRoleShowCommand,
      &kRunCommand,
      &kSearchCommand,
      &kServeCommand,
      &kServeStatusCommand,
      &kShellCommand,
      &kShowCommand,
      &kSkipCommand,
      &kSpawnCommand,
      &kSpikeAddCommand,
      &kSpikeListCommand,
      &kStatusCommand,
      &kStatuslineCommand,
      &kSwitchCommand,
      &kTriageCommand,
      &kUndoCommand,
      &kVerifyCommand,
      &kVersionCommand,
      &kWatchCommand,
      &kWorkspacesCleanCommand,
      &kWorkspacesListCommand,
  };
  return kCommands;
}

const Command* FindCommand(std::string_view name) {
  for (const Command* command : Commands()) {
    if (command->name == name) return command;
  }
  return nullptr;
}

std::vector<const Command*> Family(std::string_view word) {
  const std::string prefix = std::string(word) + " ";
  std::vector<const Command*> family;
  for (const Command* command : Commands()) {
    if (command->name.starts_with(prefix)) family.push_back(command);
  }
  return family;
}

namespace {

// A word that was typed only in part: `stat` is `status`, however few letters would make it `chat`.
std::optional<std::string> ShortestThatBeginsWith(const std::string& word, const std::vector<std::string>& names) {
  constexpr std::size_t kFewestLetters = 3;
  std::optional<std::string> best;
  if (word.size() < kFewestLetters) return best;
  for (const std::string& name : names) {
    if (name.starts_with(word) && (!best || name.size() < best->size())) best = name;
  }
  return best;
}

}  // namespace

std::string SuggestCommand(const std::string& word) {
  std::vector<std::string> names;
  for (const Command* command : Commands()) {
    names.emplace_back(command->name);
    const std::string first(command->name.substr(0, command->name.find(' ')));
    if (names.back() != first && std::find(names.begin(), names.end(), first) == names.end()) names.push_back(first);
  }
  auto close = ShortestThatBeginsWith(word, names);
  if (!close) close = Closest(word, names);
  return close ? fmt::format("did you mean `{}`?", *close) : "`forge help` lists the commands";
}

std::string_view Title(Group group) {
  switch (group) {
    case Group::kStart: return "Start and resume";
    case Group::kLook: return "Inspect";
    case Group::kSteer: return "Control";
    case Group::kPlans: return "Plans";
    case Group::kPipelines: return "Pipelines";
    case Group::kMemory: return "Memory";
    case Group::kChecks: return "Checks for scripts";
    case Group::kSetUp: return "Set up";
  }
  return "";
}

std::string Context::Short(const std::string& path) const {
  const std::string root = project ? project->root + "/" : "";
  return !root.empty() && path.starts_with(root) ? path.substr(root.size()) : path;
}

Exit Context::Print(const Json& answer) const {
  out.Print(answer);
  return Exit::kOk;
}

Exit Context::Tell(const Json& answer, std::string_view line) const {
  if (json) return Print(answer);
  out.Line(line);
  return Exit::kOk;
}

void Context::Table(const std::vector<std::string>& head, const std::vector<std::vector<Cell>>& rows) const {
  out.Write(FormatColumns(out.palette(), head, rows, out.width()));
}

std::string Context::user() const {
  for (const char* name : {"USER", "LOGNAME"}) {
    auto it = host.machine.environment.find(name);
    if (it != host.machine.environment.end() && !it->second.empty()) return it->second;
  }
  // In a container, under cron or in CI neither is set, and yet a person or a script decided something.
  const std::string account = host.account ? host.account() : "";
  return account.empty() ? "a person" : account;
}

}  // namespace forge::cli
