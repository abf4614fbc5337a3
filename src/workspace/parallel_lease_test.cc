// Leases side by side: a checkout that takes long delays no other. A filter holds it back, so nothing depends on time.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <string>
#include <utility>

#include "os/files/files.h"
#include "workspace/testing/user_repository.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

class ParallelLeases : public UserRepository {
 protected:
  // The first checkout of `slow` says so in `begun` and goes on when `go_on` is written to.
  void SetUp() override {
    UserRepository::SetUp();
    Sh(root(), "mkfifo begun go_on");
    Sh(repo(), fmt::format("git config filter.hold.clean cat; git config filter.hold.smudge "
                           "'mkdir {0}/held 2>/dev/null && {{ echo >{0}/begun; read line <{0}/go_on; }}; cat'; "
                           "echo 'slow filter=hold' >.gitattributes; echo slow >slow; git add .gitattributes slow; "
                           "git commit -qm slow -- .gitattributes slow",
                           root()));
    Remember();
  }

  // What one lease says; fails if it does not return while another's checkout is held.
  std::string Lease(Workspaces& workspaces, const std::string& lane) {
    constexpr std::chrono::seconds kFarTooLong{60};
    auto leased = std::async(std::launch::async, [&] { return workspaces.Prepare(lane, ""); });
    const bool waits = leased.wait_for(kFarTooLong) == std::future_status::timeout;
    EXPECT_FALSE(waits) << lane << " waits for another's checkout";
    if (waits) LetGo();
    const auto path = leased.get();
    EXPECT_TRUE(path) << (path ? "" : Describe(path.error()));
    return path.value_or("");
  }
  void LetGo() {
    if (!std::exchange(let_go_, true)) Sh(root(), "echo >go_on");
  }

 private:
  bool let_go_ = false;
};

TEST_F(ParallelLeases, ACheckoutThatTakesLongDelaysNoOtherLaneAndNoOtherRun) {
  auto run = Open(17);
  auto other = Open(18);
  auto slow = std::async(std::launch::async, [&] { return run->Prepare("s1", ""); });
  Sh(root(), "read line <begun");
  for (const auto& [workspaces, lane] : {std::pair(run.get(), "s2"), std::pair(other.get(), "s1")}) {
    const std::string path = Lease(*workspaces, lane);
    EXPECT_EQ(ReadFile(path + "/slow").value_or(""), "slow\n") << lane;
  }
  LetGo();
  const auto path = slow.get();
  ASSERT_TRUE(path) << Describe(path.error());
  EXPECT_EQ(ReadFile(*path + "/slow").value_or(""), "slow\n");
}

}  // namespace
}  // namespace forge
