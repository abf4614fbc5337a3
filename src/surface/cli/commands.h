// The flat table of commands, sorted by name. A new command: one file in commands/, one line here, one in commands.cc.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "surface/cli/command.h"

namespace forge::cli {

extern const Command kAbandonCommand;
extern const Command kAccountsListCommand;
extern const Command kAccountsTestCommand;
extern const Command kAccountsUseCommand;
extern const Command kAgentsListCommand;
extern const Command kAgentsTestCommand;
extern const Command kAnswerCommand;
extern const Command kCancelCommand;
extern const Command kChatCommand;
extern const Command kCheckAuditCommand;
extern const Command kCheckDialecticCommand;
extern const Command kCheckErrorCommand;
extern const Command kCheckGatesCommand;
extern const Command kCheckLensesCommand;
extern const Command kCheckSarifCommand;
extern const Command kCheckStagnationCommand;
extern const Command kCheckVerdictCommand;
extern const Command kCompleteCommand;
extern const Command kCompletionCommand;
extern const Command kConfigExplainCommand;
extern const Command kConfigGetCommand;
extern const Command kConfigListCommand;
extern const Command kConfigSetCommand;
extern const Command kCostCommand;
extern const Command kDemoCommand;
extern const Command kDiaryCommand;
extern const Command kDoctorCommand;
extern const Command kFindingsCommand;
extern const Command kHelpCommand;
extern const Command kHookCommand;
extern const Command kInitCommand;
extern const Command kLandCommand;
extern const Command kListCommand;
extern const Command kLogCommand;
extern const Command kMcpCommand;
extern const Command kMemoryAddCommand;
extern const Command kMemoryConfirmCommand;
extern const Command kMemoryExportCommand;
extern const Command kMemoryForgetCommand;
extern const Command kMemoryImportCommand;
extern const Command kMemoryKgCommand;
extern const Command kMemoryListCommand;
extern const Command kMemoryRecallCommand;
extern const Command kMemoryShowCommand;
extern const Command kMemoryStatsCommand;
extern const Command kMemorySweepCommand;
extern const Command kMemoryTriageCommand;
extern const Command kNextCommand;
extern const Command kParkCommand;
extern const Command kPauseCommand;
extern const Command kPipelineCheckCommand;
extern const Command kPipelineGraphCommand;
extern const Command kPipelineListCommand;
extern const Command kPipelineShowCommand;
extern const Command kPlanApproveCommand;
extern const Command kPlanAuditCommand;
extern const Command kPlanBatchCommand;
extern const Command kPlanCancelCommand;
extern const Command kPlanCheckCommand;
extern const Command kPlanClaimsCommand;
extern const Command kPlanCloseCommand;
extern const Command kPlanEditCommand;
extern const Command kPlanExportCommand;
extern const Command kPlanGraphCommand;
extern const Command kPlanImportCommand;
extern const Command kPlanListCommand;
extern const Command kPlanNewCommand;
extern const Command kPlanRunCommand;
extern const Command kPlanRunOneCommand;
extern const Command kPlanRunStepCommand;
extern const Command kPlanShowCommand;
extern const Command kPlanSkipCommand;
extern const Command kPlanSkipToCommand;
extern const Command kPlanSlugCommand;
extern const Command kPlanStepsCommand;
extern const Command kPlanSymbolsCommand;
extern const Command kPluginInstallCommand;
extern const Command kPluginUninstallCommand;
extern const Command kPromptCommand;
extern const Command kQuestionsCommand;
extern const Command kReportCommand;
extern const Command kRescueCommand;
extern const Command kResolveCommand;
extern const Command kResumeCommand;
extern const Command kRetryCommand;
extern const Command kRiskCommand;
extern const Command kRunCommand;
extern const Command kShowCommand;
extern const Command kSkipCommand;
extern const Command kSpawnCommand;
extern const Command kSpikeAddCommand;
extern const Command kSpikeListCommand;
extern const Command kStatusCommand;
extern const Command kStatuslineCommand;
extern const Command kSwitchCommand;
extern const Command kTriageCommand;
extern const Command kVerifyCommand;
extern const Command kVersionCommand;
extern const Command kWatchCommand;
extern const Command kWorkspacesCleanCommand;
extern const Command kWorkspacesListCommand;

std::span<const Command* const> Commands();

// By its full name; nullptr when there is none.
const Command* FindCommand(std::string_view name);

// The commands of a family: "check" has "check audit", "check error", ... Empty when there is no such family.
std::vector<const Command*> Family(std::string_view word);

// "did you mean `status`?", or where to look.
std::string SuggestCommand(const std::string& word);

}  // namespace forge::cli
