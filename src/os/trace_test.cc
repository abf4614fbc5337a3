#include "os/trace.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

// Other tests of this program start processes too: only these names are this test's own.
TEST(Trace, CountsProgramsByNameTheMostUsedFirst) {
  for (int i = 0; i < 1000; ++i) CountStart("/usr/bin/trace-often");
  CountStart("trace-once");
  CountSync();
  const std::string text = TraceText();
  EXPECT_TRUE(text.starts_with("trace: ")) << text;
  const std::size_t often = text.find("trace-often 1000"), once = text.find("trace-once 1");
  ASSERT_NE(often, std::string::npos) << text;
  ASSERT_NE(once, std::string::npos) << text;
  EXPECT_LT(often, once);
  EXPECT_EQ(text.find("/usr/bin"), std::string::npos) << text;
}

}  // namespace
}  // namespace forge
