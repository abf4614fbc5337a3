#include "surface/mcp/tools/resource_watch.h"

#include <utility>

#include "service/plan/plan_lookup.h"
#include "service/plan/plans.h"
#include "service/run_queries.h"
#include "service/threads.h"

namespace forge::mcp {
namespace {

constexpr std::int64_t kNapMs = 50;
constexpr std::int64_t kLookMs = 500;
constexpr std::int64_t kQuietMs = 250;

}  // namespace

bool ResourceNames::HaveChanged() {
  std::set<std::string> now;
  if (auto listing = Plans(world_.project()).List()) {
    for (const PlanEntry& plan : listing->plans) now.insert(plan.id);
  }
  if (auto in_json = ListJsonPlans(world_.project())) {
    for (const JsonPlan& plan : *in_json) now.insert(plan.name);
  }
  auto forge = world_.OpenToRead();
  if (forge && (*forge)->has_store()) {
    if (auto recent = ListRecentRuns(**forge)) {
      for (const RunRow& run : recent->runs) now.insert(std::to_string(run.id.value));
    }
  }
  const bool changed = !first_ && now != seen_;
  first_ = false;
  seen_ = std::move(now);
  return changed;
}

ResourceWatcher::ResourceWatcher(const World& world, Server& server, std::function<void(std::int64_t ms)> sleep) {
  auto thread = StartThread([&world, &server, sleep = std::move(sleep)](const std::stop_token& stop) {
    ResourceNames names(world);
    std::uint64_t told = world.news->next();
    for (std::int64_t slept = 0; !stop.stop_requested(); slept += kNapMs) {
      sleep(kNapMs);
      for (const NewsItem& item : world.news->Since(told)) {
        told = item.number + 1;
        server.Log(item.level, "forge.run", item.data);
      }
      if (slept % kQuietMs == 0) world.memory->CloseIfQuiet();
      if (slept % kLookMs != 0) continue;
      if (!server.HasListeners()) continue;
      if (names.HaveChanged()) server.Announce({Change::Kind::kResources, ""});
      server.TellChangedResources();
    }
  });
  if (thread) thread_ = *std::move(thread);
}

}  // namespace forge::mcp
