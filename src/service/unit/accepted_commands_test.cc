#include "service/unit/accepted_commands.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace forge {
namespace {

bool Excused(const std::set<std::string>& on_branch, const std::vector<std::string>& candidates,
             const std::string& command = "make test") {
  const AcceptedByLane accepted = {{"a", {"make test"}}, {"b", {"make lint"}}};
  return IsExcused(accepted, [&](const std::string& lane) { return on_branch.contains(lane); }, candidates, command);
}

TEST(AcceptedCommands, ExcuseTheLaneItselfAndThoseThatComeAfterIt) {
  EXPECT_TRUE(Excused({}, {"a"}));
  EXPECT_TRUE(Excused({"a"}, {"b"})) << "the branch fails already";
  EXPECT_TRUE(Excused({"a"}, {"b", "c"}));
  EXPECT_FALSE(Excused({}, {"a"}, "make lint"));
}

TEST(AcceptedCommands, ExcuseNobodyBesideOrBefore) {
  EXPECT_FALSE(Excused({}, {"a", "b"})) << "what b breaks would not be seen";
  EXPECT_FALSE(Excused({}, {"b"})) << "a is not on the branch";
  EXPECT_FALSE(Excused({"c"}, {"b"}));
}

}  // namespace
}  // namespace forge
