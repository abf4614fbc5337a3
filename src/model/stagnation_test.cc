#include "model/stagnation.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "base/testing/seed.h"

namespace forge {
namespace {

using Attempts = std::vector<AttemptScore>;

struct StagnationRow {
  const char* name;
  Attempts attempts;
  bool stagnant;
  bool oscillating;
  std::optional<double> velocity;
  const char* recommendation;
};

TEST(Stagnation, IsDecidedByTheTable) {
  const std::vector<StagnationRow> table = {
      {"no attempt yet", {}, false, false, {}, "RETRY_WITH_DEBUGGER"},
      {"passed at once", {{1, {}}}, false, false, {}, "PASS"},
      {"failed once", {{0.5, {"a"}}}, false, false, {}, "RETRY_WITH_DEBUGGER"},
      {"failed the same way twice", {{0.5, {"a"}}, {0.5, {"a"}}}, true, false, {}, "ESCALATE"},
      {"the same in another order", {{0.5, {"a", "b"}}, {0.5, {"b", "a", "b"}}}, true, false, {}, "ESCALATE"},
      {"another failure", {{0.5, {"a"}}, {0.5, {"b"}}}, false, false, {}, "RETRY_WITH_DEBUGGER"},
      {"worse, but only the second", {{0.5, {"a"}}, {0.2, {"b"}}}, false, false, {}, "RETRY_WITH_DEBUGGER"},
      {"three failures, no better", {{0.5, {"a"}}, {0.5, {"b"}}, {0.5, {"c"}}}, true, false, 0.0, "ESCALATE"},
      {"three failures, better", {{0.2, {"a"}}, {0.4, {"b"}}, {0.6, {"c"}}}, false, false, 0.2, "RETRY_WITH_DEBUGGER"},
      {"better over all, worse than before", {{0.2, {"a"}}, {0.8, {"b"}}, {0.6, {"c"}}}, true, false, 0.2, "ESCALATE"},
      {"back and forth", {{0.2, {"a"}}, {0.4, {"b"}}, {0.6, {"a"}}}, true, true, 0.2, "ESCALATE"},
      {"back to the fourth before",
       {{0.1, {"a"}}, {0.2, {"b"}}, {0.3, {"c"}}, {0.4, {"d"}}, {0.5, {"a"}}},
       true,
       true,
       0.1,
       "ESCALATE"},
      {"back to the fifth before, which is long ago",
       {{0.1, {"a"}}, {0.2, {"b"}}, {0.3, {"c"}}, {0.4, {"d"}}, {0.5, {"e"}}, {0.6, {"a"}}},
       false,
       false,
       0.1,
       "RETRY_WITH_DEBUGGER"},
      {"passed after all", {{0.2, {"a"}}, {0.2, {"a"}}, {1, {}}}, false, false, 0.4, "PASS"},
      {"passed again and again", {{1, {}}, {1, {}}, {1, {}}}, false, false, 0.0, "PASS"},
      {"all passed, and yet an issue", {{1, {"a"}}}, false, false, {}, "RETRY_WITH_DEBUGGER"},
      {"nothing named, nothing passed", {{0, {}}}, false, false, {}, "RETRY_WITH_DEBUGGER"},
      {"nothing named twice is not the same", {{0, {}}, {0, {}}}, false, false, {}, "RETRY_WITH_DEBUGGER"},
      {"unnamed failures are never alike",
       {{0, {"a"}, true}, {0, {"a"}, true}},
       false,
       false,
       {},
       "RETRY_WITH_DEBUGGER"},
      {"nothing named three times", {{0, {}}, {0, {}}, {0, {}}}, true, false, 0.0, "ESCALATE"},
  };
  for (const StagnationRow& row : table) {
    const Stagnation judged = JudgeAttempts(row.attempts);
    EXPECT_EQ(judged.stagnant, row.stagnant) << row.name;
    EXPECT_EQ(judged.oscillating, row.oscillating) << row.name;
    EXPECT_EQ(judged.velocity.has_value(), row.velocity.has_value()) << row.name;
    EXPECT_NEAR(judged.velocity.value_or(0), row.velocity.value_or(0), 1e-9) << row.name;
    EXPECT_EQ(Name(judged.recommendation), row.recommendation) << row.name;
  }
}

TEST(Stagnation, EscalatesExactlyWhenStagnantAndNeverAfterAPass) {
  std::mt19937_64 random(TestSeed());
  for (int round = 0; round < 2000; ++round) {
    Attempts attempts(random() % 8);
    for (AttemptScore& attempt : attempts) {
      attempt.score = static_cast<double>(random() % 5) / 4;
      for (std::size_t i = random() % 3; i > 0; --i)
        attempt.issues.push_back(std::string(1, static_cast<char>('a' + random() % 3)));
    }
    const Stagnation judged = JudgeAttempts(attempts);
    EXPECT_EQ(judged.stagnant, judged.recommendation == Recommendation::kEscalate);
    EXPECT_TRUE(!judged.oscillating || !judged.same);
    if (!attempts.empty() && attempts.back().issues.empty() && attempts.back().score == 1) {
      EXPECT_EQ(judged.recommendation, Recommendation::kPass);
    }
  }
}

}  // namespace
}  // namespace forge
