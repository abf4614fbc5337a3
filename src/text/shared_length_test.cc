#include "text/shared_length.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(SharedLength, TextsThatFitAreWholeAndStandAtTheirPlace) {
  const SharedLength shared = ShareLength({{"near", "n\n", 2}, {"empty", " ", 3}, {"far", "f", 1}}, 1000, 500);
  EXPECT_EQ(shared.text, "--- far ---\nf\n\n--- near ---\nn\n");
  EXPECT_TRUE(shared.left_out.empty());
}

TEST(SharedLength, TheFirstThatDoesNotFitIsCutAndThoseAfterItAreNamed) {
  const std::string long_text(2000, 'x');
  const SharedLength shared =
      ShareLength({{"a", long_text}, {"b", long_text}, {"c", long_text}, {"d", "short"}}, 3000, 4000);
  EXPECT_NE(shared.text.find("--- a ---\n" + long_text + "\n"), std::string::npos);
  EXPECT_NE(shared.text.find("--- b ---\n"), std::string::npos);
  EXPECT_NE(shared.text.find("bytes left out"), std::string::npos);
  EXPECT_EQ(shared.left_out, (std::vector<std::string>{"c", "d"}))
      << "what is nearer is never left out for what is not";
  EXPECT_TRUE(shared.text.ends_with("\n(left out, for want of room: c; d)\n")) << shared.text;
  EXPECT_LT(shared.text.size(), 3200U);
}

TEST(SharedLength, EachHasALengthOfItsOwn) {
  const SharedLength shared = ShareLength({{"a", std::string(5000, 'x')}, {"b", "short"}}, 4000, 1000);
  EXPECT_NE(shared.text.find("--- b ---\nshort\n"), std::string::npos) << shared.text;
  EXPECT_TRUE(shared.left_out.empty());
}

TEST(SharedLength, ManyNamesAreCounted) {
  std::vector<RankedText> texts;
  for (int i = 0; i < 40; ++i) texts.push_back({"n" + std::to_string(i), std::string(900, 'x')});
  const SharedLength shared = ShareLength(texts, 1000, 900);
  EXPECT_EQ(shared.left_out.size(), 39U);
  EXPECT_NE(shared.text.find("n20; and 19 more)"), std::string::npos) << shared.text;
}

}  // namespace
}  // namespace forge
