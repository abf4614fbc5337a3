// The flat table of commands, sorted by name. A new command: one file in commands/, its name here and in commands.cc.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "surface/cli/command.h"

namespace forge::cli {

extern const Command kAbandonCommand, kAccountsListCommand, kAcpCommand, kAccountsTestCommand, kAccountsUseCommand,
    kAgentsListCommand, kAgentsTestCommand, kAnswerCommand, kCancelCommand, kChatCommand, kCheckAuditCommand,
    kCheckDialecticCommand, kCheckErrorCommand, kCheckGatesCommand, kCheckLensesCommand, kCheckSarifCommand,
    kCheckStagnationCommand, kCheckVerdictCommand, kCompleteCommand, kCompletionCommand, kConfigExplainCommand,
    kConfigGetCommand, kConfigListCommand, kConfigSetCommand, kConfigUnsetCommand, kCostCommand, kDemoCommand,
    kDiaryCommand, kDiffCommand, kDoctorCommand, kEvalCommand, kEvalFromHistoryCommand, kEvalNewCommand,
    kFindingsCommand, kHelpCommand, kHookCommand, kInitCommand, kLandCommand, kListCommand, kLogCommand, kMcpCommand,
    kMcpLoginCommand, kMcpLogoutCommand, kMcpServersCommand, kMemoryAddCommand, kMemoryConfirmCommand,
    kMemoryExportCommand, kMemoryForgetCommand, kMemoryImportCommand, kMemoryKgCommand, kMemoryListCommand,
    kMemoryRecallCommand, kMemoryShowCommand, kMemoryStatsCommand, kMemorySweepCommand, kMemoryTriageCommand,
    kNextCommand, kOutputCommand, kParkCommand, kPauseCommand, kPipelineCheckCommand, kPipelineGraphCommand,
    kPipelineListCommand, kPipelineShowCommand, kPlanApproveCommand, kPlanAuditCommand, kPlanBatchCommand,
    kPlanCancelCommand, kPlanCheckCommand, kPlanClaimsCommand, kPlanCloseCommand, kPlanEditCommand, kPlanExportCommand,
    kPlanGraphCommand, kPlanImportCommand, kPlanListCommand, kPlanNewCommand, kPlanRunCommand, kPlanRunOneCommand,
    kPlanRunStepCommand, kPlanShowCommand, kPlanSkipCommand, kPlanSkipToCommand, kPlanSlugCommand, kPlanStepsCommand,
    kPlanSymbolsCommand, kPluginInstallCommand, kPluginUninstallCommand, kPriorityCommand, kPromptCommand,
    kPruneCommand, kQuestionsCommand, kReopenCommand, kReportCommand, kRescueCommand, kResolveCommand, kResumeCommand,
    kRetryCommand, kRiskCommand, kRoleCheckCommand, kRoleListCommand, kRoleShowCommand, kRunCommand, kSearchCommand,
    kServeCommand, kShellCommand, kServeStatusCommand, kShowCommand, kSkipCommand, kSpawnCommand, kSpikeAddCommand,
    kSpikeListCommand, kStatusCommand, kStatuslineCommand, kSwitchCommand, kTriageCommand, kUndoCommand, kVerifyCommand,
    kVersionCommand, kWatchCommand, kWorkspacesCleanCommand, kWorkspacesListCommand;

std::span<const Command* const> Commands();

// By its full name; nullptr when there is none.
const Command* FindCommand(std::string_view name);

// The commands of a family: "check" has "check audit", "check error", ... Empty when there is no such family.
std::vector<const Command*> Family(std::string_view word);

// "did you mean `status`?", or where to look.
std::string SuggestCommand(const std::string& word);

}  // namespace forge::cli
