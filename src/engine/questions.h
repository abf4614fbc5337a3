// Asks people, and takes questions back. A question is durable, and bound to the hash of what it shows. Changes the
// questions; what an answer does: Answers.
#pragma once

#include <string>
#include <vector>

#include "engine/state_change.h"

namespace forge {

class Questions {
 public:
  explicit Questions(StateChange& change) : change_(change), state_(change.state()) {}

  Question& Ask(QuestionKind kind, LaneId lane, std::string text, std::vector<std::string> options, std::string shows);
  // The lane waits until a person decides about it.
  // `details` are lines that stand below the question.
  void Escalate(LaneId lane, const std::string& why, std::vector<std::string> options, const std::string& details = "");
  // A person looks at what the step changed before its dependents start.
  Question& AskCheckpoint(LaneId lane);
  // A person approved the plan, and it has changed since.
  bool ApprovalStale() const;
  void AskReapproval();
  // Replaces the open questions that show something which has changed.
  void AskAgain();
  void Close(Question& question, QuestionStatus status);
  void Withdraw(LaneId lane);
  void Withdraw(QuestionKind kind);
  void WithdrawAll();

 private:
  std::string HashOf(QuestionKind kind, LaneId lane, const std::string& shows) const;
  template <typename Predicate>
  void WithdrawIf(Predicate withdrawn);

  StateChange& change_;
  State& state_;
};

}  // namespace forge
