#include "memory/likeness.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

Likeness Of(std::string_view a, std::string_view b) {
  const Likeness likeness = Compare(MakeGist(a), MakeGist(b));
  EXPECT_EQ(likeness, Compare(MakeGist(b), MakeGist(a))) << a << " / " << b;
  return likeness;
}

TEST(LikenessTest, TheSameInOtherWordsConfirms) {
  EXPECT_EQ(Of("Run `make test` before every commit.", "Before every commit, run `make test`"), Likeness::kSame);
  EXPECT_EQ(Of("The database listens on port 5432", "the DB is listening on port 5432"), Likeness::kSame);
  EXPECT_EQ(Of("Never commit to main", "do not commit to main"), Likeness::kSame);
}

TEST(LikenessTest, AnotherNumberOrANegationContradicts) {
  EXPECT_EQ(Of("The dev server listens on port 8080", "The dev server listens on port 9090"), Likeness::kContradiction);
  EXPECT_EQ(Of("Tests may use the network", "Tests may never use the network"), Likeness::kContradiction);
  EXPECT_EQ(Of("use pnpm, not npm", "use npm, not pnpm"), Likeness::kContradiction);
}

TEST(LikenessTest, OtherCodeIsAnotherFact) {
  EXPECT_NE(Of("Run `npm test` in the root of the repository before every commit and push",
               "Run `npm lint` in the root of the repository before every commit and push"),
            Likeness::kSame);
}

TEST(LikenessTest, UnrelatedFactsAreDifferent) {
  EXPECT_EQ(Of("Migrations live in db/migrate", "The logger writes JSON"), Likeness::kDifferent);
  EXPECT_EQ(Of("", "The logger writes JSON"), Likeness::kDifferent);
}

}  // namespace
}  // namespace forge
