#include "text/changed_kinds.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(ChangedKinds, AChangeMayBeBothOrNothing) {
  EXPECT_EQ(KindsOf({}), (ChangedKinds{false, false}));
  EXPECT_EQ(KindsOf({"a.cc", "a.md"}), (ChangedKinds{true, true}));
  EXPECT_EQ(KindsOf({"a.cc"}), (ChangedKinds{true, false}));
  EXPECT_EQ(KindsOf({"a.md"}), (ChangedKinds{false, true}));
}

}  // namespace
}  // namespace forge
