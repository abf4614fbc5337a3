#include "base/hmac.h"

#include <gtest/gtest.h>

#include <string>

namespace forge {
namespace {

TEST(HmacSha256, MatchesTheVectorsOfRfc4231) {
  EXPECT_EQ(HmacSha256(std::string(20, '\x0b'), "Hi There"),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  EXPECT_EQ(HmacSha256("Jefe", "what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(HmacSha256(std::string(131, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First"),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

TEST(Secrets, AreTheSameOnlyIfAllOfThemIs) {
  EXPECT_TRUE(SameSecret("sesame", "sesame"));
  EXPECT_TRUE(SameSecret("", ""));
  for (const char* other : {"", "sesam", "sesame ", "Sesame", "sesamf"}) EXPECT_FALSE(SameSecret("sesame", other));
}

}  // namespace
}  // namespace forge
