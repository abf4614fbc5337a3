// What people said in a run, for those who learn from it.
#include "base/strings.h"
#include "service/unit/job_history.h"
#include "text/first_line.h"

namespace forge {

std::vector<PersonsWord> AllPersonsWords(const State& state) {
  constexpr std::size_t kLongestQuestion = 300;
  std::vector<PersonsWord> words;
  for (const auto& [id, question] : state.questions) {
    const bool spoken = question.status == QuestionStatus::kAnswered && question.by != "policy";
    if (!spoken || (question.comment.empty() && EqualsIgnoreCase(question.answer, "yes"))) continue;
    PersonsWord word;
    word.stage = question.step.empty() ? question.stage : question.step.value + ", " + question.stage;
    word.question = FirstLine(question.text, kLongestQuestion);
    word.answer = question.answer;
    word.comment = question.comment;
    word.choice = question.comment.empty();
    word.shows = question.shows;
    words.push_back(std::move(word));
  }
  return words;
}

}  // namespace forge
