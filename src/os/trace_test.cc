#include "os/trace.h"

#include <gtest/gtest.h>

#include <string>

namespace forge {
namespace {

// Other tests of this program start processes too: only these names are this test's own.
TEST(Trace, CountsProgramsByNameTheMostUsedFirst) {
  for (int i = 0; i < 1000; ++i) CountStart("/usr/bin/trace-often");
  CountStart("trace-once");
  const auto syncs = [] {
    const std::string text = TraceText();
    const std::size_t end = text.find(" syncs, ");
    EXPECT_NE(end, std::string::npos) << text;
    return std::stoll(text.substr(text.rfind(' ', end - 1) + 1));
  };
  const auto before = syncs();
  CountSync();
  CountSync();
  EXPECT_EQ(syncs(), before + 2);
  const std::string text = TraceText();
  EXPECT_TRUE(text.starts_with("trace: ")) << text;
  const std::size_t often = text.find("trace-often 1000"), once = text.find("trace-once 1");
  ASSERT_NE(often, std::string::npos) << text;
  ASSERT_NE(once, std::string::npos) << text;
  EXPECT_LT(often, once);
  EXPECT_GE(std::stoll(text.substr(text.find(' ') + 1)), 1001) << text;
  EXPECT_EQ(text.find("/usr/bin"), std::string::npos) << text;
}

}  // namespace
}  // namespace forge
