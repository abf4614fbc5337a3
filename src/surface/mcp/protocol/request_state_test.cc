#include "surface/mcp/protocol/request_state.h"

#include <gtest/gtest.h>

#include <string>

namespace forge::mcp {
namespace {

TEST(Hmac, AgreesWithTheVectorsOfRfc4231) {
  EXPECT_EQ(Hmac("Jefe", "what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(Hmac(std::string(131, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First"),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

TEST(RequestState, ComesBackAsItWent) {
  const RequestState states("secret");
  const Json state = Json::MakeObject().Set("round", 2);
  EXPECT_EQ(states.Open("p", states.Seal("p", state)), state);
}

TEST(RequestState, NoByteOfItCanBeChanged) {
  const RequestState states("secret");
  const std::string sealed = states.Seal("p", Json::MakeObject().Set("round", 2));
  for (std::size_t i = 0; i < sealed.size(); ++i) {
    std::string changed = sealed;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_FALSE(states.Open("p", changed)) << i;
    EXPECT_FALSE(states.Open("p", sealed.substr(0, i))) << i;
  }
}

TEST(RequestState, AnotherSecretOrPurposeDoesNotOpenIt) {
  const std::string sealed = RequestState("secret").Seal("p", 1);
  EXPECT_FALSE(RequestState("other").Open("p", sealed));
  EXPECT_FALSE(RequestState("secret").Open("q", sealed));
}

}  // namespace
}  // namespace forge::mcp
