#include "service/unit/job_history.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

Question Answered(int id, const char* stage, const char* by) {
  Question question;
  question.id = QuestionId{id};
  question.stage = stage;
  question.options = {"keep", "drop"};
  question.answer = "keep";
  question.status = QuestionStatus::kAnswered;
  question.by = by;
  return question;
}

TEST(JobHistory, WhatThePolicyAnsweredIsNoWordOfAPerson) {
  State state;
  state.questions.emplace(QuestionId{1}, Answered(1, "names", "ada"));
  state.questions.emplace(QuestionId{2}, Answered(2, "paths", "policy"));
  Unit unit;
  unit.pipeline = -1;
  const auto words = PersonsWords(state, unit);
  ASSERT_EQ(words.size(), 1U);
  EXPECT_EQ(words[0].stage, "names");
}

}  // namespace
}  // namespace forge
