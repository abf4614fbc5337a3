// What an answer does to its lane, or to the run: a person's, or the one that the pipeline gives when no person
// attends.
#pragma once

#include <string>

#include "engine/budgets.h"
#include "engine/endings.h"
#include "engine/lane_moves.h"
#include "engine/questions.h"
#include "engine/revisions.h"
#include "engine/state_change.h"

namespace forge {

class Answers {
 public:
  Answers(StateChange& change, Questions& questions, LaneMoves& lanes, Endings& endings, Budgets& budgets,
          Revisions& revisions)
      : change_(change),
        questions_(questions),
        lanes_(lanes),
        endings_(endings),
        budgets_(budgets),
        revisions_(revisions),
        state_(change.state()) {}

  // An `ask` stage: asks, and answers itself where the pipeline or an earlier approval says how.
  void AskStage(LaneId lane);
  Status On(const Answered& in);
  // From now on no person attends. What is asked already and can be answered without one is; the rest stays open.
  void GoOnAlone();

 private:
  void FollowPolicy(Question& question);
  std::string PolicyOption(const Question& question);
  bool TakesRound(LaneId lane);  // false: the work may not be sent back again
  void AnswerFor(const char* by, Question& question, const std::string& option);
  bool FixesSerious(LaneId lane, Question& question);
  void SayNotAsked(LaneId lane, const std::string& answer);  // empty: it stays undecided
  Result<std::string> OptionFor(const Question& question, const Answered& in) const;
  void AnswerAsk(const Question& question, const std::string& answer);
  void AnswerEscalation(const Question& question, const std::string& answer);
  void AnswerCheckpoint(const Question& question, const std::string& answer);
  void AnswerHold(const Question& question, const std::string& answer);
  void AnswerGit(const Question& question, const std::string& answer);

  StateChange& change_;
  Questions& questions_;
  LaneMoves& lanes_;
  Endings& endings_;
  Budgets& budgets_;
  Revisions& revisions_;
  State& state_;
};

}  // namespace forge
