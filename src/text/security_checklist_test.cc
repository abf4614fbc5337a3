#include "text/security_checklist.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(SecurityChecklist, HasTheItemsOfTheDomainsOnly) {
  const auto items = SecurityChecklist(FindSecurityWords("store the password hash"));
  ASSERT_EQ(items.size(), 4U);
  EXPECT_EQ(items[0].id, "S1");
  EXPECT_EQ(items[0].domain, "auth");
  EXPECT_EQ(items[3].domain, "crypto");
  EXPECT_TRUE(SecurityChecklist(FindSecurityWords("read a file")).empty());
}

TEST(SecurityChecklist, ALaterAnswerReplacesAnEarlierOneAndGapsAreSaid) {
  const auto items = SecurityChecklist(FindSecurityWords("tls"));
  ASSERT_EQ(items.size(), 2U);
  const Json first =
      ParseJson(R"([{"id": "S1", "state": "open", "how": "later"}, {"id": "S9", "state": "held"}])").value();
  const Json second = ParseJson(R"([{"id": "S1", "state": "held", "how": "client.cc:12, tls_test"}])").value();
  const std::string text = PrintFilled(items, {first, second});
  EXPECT_NE(text.find("  held: client.cc:12, tls_test\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  not answered\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("later"), std::string::npos) << text;
}

}  // namespace
}  // namespace forge
