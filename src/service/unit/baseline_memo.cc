#include "service/unit/baseline_memo.h"

#include "service/proof/verify_directory.h"

namespace forge {

Result<BaselineAnswer> BaselineMemo::Take(const VerifyChoice& choice, const std::string& tree, const Runner& run) {
  VerifyChoice unknown = choice;
  unknown.commands.clear();
  {
    const std::lock_guard lock(mutex_);
    for (const std::string& command : choice.commands) {
      if (!known_.contains({tree, command})) unknown.commands.push_back(command);
    }
  }
  BaselineAnswer answer;
  if (!unknown.commands.empty()) {
    UnitVerify::Outcome outcome = TRY(run(unknown));
    answer.spoiled = outcome.changed_tree;
    answer.report = std::move(outcome.report);
    if (answer.report.cancelled || tree.empty()) return answer;
  }
  const std::lock_guard lock(mutex_);
  for (const VerifyResult& result : answer.report.results) known_.insert_or_assign({tree, result.command}, result);
  answer.report.results.clear();
  for (const std::string& command : choice.commands) {
    if (const auto found = known_.find({tree, command}); found != known_.end())
      answer.report.results.push_back(found->second);
  }
  FillScore(answer.report, choice.commands.size());
  return answer;
}

}  // namespace forge
