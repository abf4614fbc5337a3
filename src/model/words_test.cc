#include "model/words.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace forge {
namespace {

// Every enumerator up to `last` has a name of its own that leads back to it, and one past it has none.
template <typename Word>
void ExpectNamesLeadBack(Word last, std::optional<Word> (*parse)(std::string_view)) {
  std::set<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    auto word = static_cast<Word>(i);
    EXPECT_EQ(parse(Name(word)), word) << Name(word);
    EXPECT_TRUE(names.insert(Name(word)).second) << Name(word);
    EXPECT_EQ(Name(word).find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), std::string_view::npos) << Name(word);
  }
  EXPECT_EQ(Name(static_cast<Word>(static_cast<int>(last) + 1)), "?") << "a word was added behind the last";
  for (std::string_view wrong : {"", "?", "Done", "approved ", "nonsense"}) EXPECT_EQ(parse(wrong), std::nullopt);
}

TEST(Words, EveryNameLeadsBackToItsWord) {
  ExpectNamesLeadBack(Verdict::kMalformed, ParseWord<Verdict>);
  ExpectNamesLeadBack(ErrorClass::kUnknown, ParseWord<ErrorClass>);
  ExpectNamesLeadBack(RunStatus::kAbandoned, ParseRunStatus);
  ExpectNamesLeadBack(StepStatus::kSkipped, ParseStepStatus);
  ExpectNamesLeadBack(UnitKind::kChild, ParseUnitKind);
  ExpectNamesLeadBack(UnitStatus::kCancelled, ParseUnitStatus);
}

TEST(Words, NamesThatScriptsRelyOnStay) {
  EXPECT_EQ(Name(ErrorClass::kRateLimit), "rate-limit");
  EXPECT_EQ(Name(ErrorClass::kContextOverflow), "context-overflow");
  EXPECT_EQ(Name(Verdict::kRevision), "revision");
  EXPECT_EQ(Name(RunStatus::kCompleted), "completed");
}

TEST(Words, OnlyThreeRunStatesAreEnds) {
  std::string ends;
  for (int i = 0; i <= static_cast<int>(RunStatus::kAbandoned); ++i) {
    auto status = static_cast<RunStatus>(i);
    if (IsEnd(status)) ends += std::string(Name(status)) + " ";
  }
  EXPECT_EQ(ends, "completed cancelled abandoned ");
}

TEST(Words, OnlyDoneAndSkippedStepsAreSettled) {
  std::string settled;
  for (int i = 0; i <= static_cast<int>(StepStatus::kSkipped); ++i) {
    auto status = static_cast<StepStatus>(i);
    if (IsSettled(status)) settled += std::string(Name(status)) + " ";
  }
  EXPECT_EQ(settled, "done skipped ");
}

}  // namespace
}  // namespace forge
