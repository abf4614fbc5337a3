#include "base/base64.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(Base64, PadsToFourDigits) {
  EXPECT_EQ(Base64(""), "");
  EXPECT_EQ(Base64("f"), "Zg==");
  EXPECT_EQ(Base64("fo"), "Zm8=");
  EXPECT_EQ(Base64("foo"), "Zm9v");
  EXPECT_EQ(Base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(Base64("\xff\xfe\xfd"), "//79");
}

TEST(Base64, ForAddressesHasNoPaddingAndNoSlash) {
  EXPECT_EQ(Base64Url("f"), "Zg");
  EXPECT_EQ(Base64Url("fo"), "Zm8");
  EXPECT_EQ(Base64Url("\xff\xfe\xfd"), "__79");
}

}  // namespace
}  // namespace forge
