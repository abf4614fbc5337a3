#include "workspace/ref_updater.h"

#include <chrono>
#include <utility>

namespace forge {
namespace {

constexpr std::chrono::seconds kLongestMove{60};  // git waits for locks, and a disk may be slow
constexpr std::chrono::seconds kLongestLastMove{60};
constexpr std::string_view kMoved = "start: ok\ncommit: ok\n";
constexpr std::chrono::seconds kLongestGreeting{20};
constexpr std::string_view kGreeted = "start: ok\nabort: ok\n";

}  // namespace

RefUpdater::RefUpdater(const Git& git, std::string config)
    : git_(git, std::move(config), {"update-ref", "--stdin"}, kLongestLastMove,
           KeptGit::Greeting{{"start\nabort\n", kGreeted.size(), kLongestGreeting}, std::string(kGreeted)}) {}

bool RefUpdater::Try(std::string_view changes) {
  return git_.Ask({"start\n" + std::string(changes) + "commit\n", kMoved.size(), kLongestMove},
                  [](std::string_view answer) { return answer == kMoved; });
}

}  // namespace forge
