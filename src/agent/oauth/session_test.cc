#include "agent/oauth/session.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "os/files/file_lock.h"
#include "os/files/files.h"
#include "os/system.h"
#include "os/testing/temp_directory.h"

namespace forge {
namespace {

// Another unit renews the login, and takes long.
class OauthSessionTest : public ::testing::Test {
 protected:
  OauthSessionTest() {
    OauthLogin login;
    login.url = "https://a.org/mcp";
    login.token_endpoint = "http://127.0.0.1:1/token";
    login.access_token = "old";
    login.refresh_token = "r";
    EXPECT_TRUE(LoginStore(base_.path()).Write(login));
    lock_ = base_ / ListDirectory(base_.path()).value().at(0) + ".turn";
  }
  OauthPlace Place() const { return {"a", "https://a.org/mcp", {}, base_.path(), {}, nullptr}; }

  TempDirectory base_;
  std::string lock_;
};

TEST_F(OauthSessionTest, AWaitForAnotherUnitEndsInTime) {
  const auto other = FileLock::Take(lock_);
  ASSERT_TRUE(other);
  const std::int64_t began = SteadyMs();
  const Status renewed = OauthSession(Place()).Renew("old", "", began + 300, {});
  EXPECT_LT(SteadyMs() - began, 3000);
  ASSERT_FALSE(renewed);
  EXPECT_EQ(renewed.error().code, Code::kExhausted);
  EXPECT_TRUE(renewed.error().message.starts_with("lock " + lock_ + ": ")) << Describe(renewed.error());
}

TEST_F(OauthSessionTest, AWaitForAnotherUnitEndsWithAStop) {
  const auto other = FileLock::Take(lock_);
  ASSERT_TRUE(other);
  std::stop_source stop;
  const std::int64_t began = SteadyMs();
  std::jthread stopper([&] { stop.request_stop(); });
  const Status renewed = OauthSession(Place()).Renew("old", "", began + 60'000, stop.get_token());
  EXPECT_LT(SteadyMs() - began, 3000);
  ASSERT_FALSE(renewed);
  EXPECT_EQ(renewed.error().code, Code::kCancelled) << Describe(renewed.error());
}

}  // namespace
}  // namespace forge
