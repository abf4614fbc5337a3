#include "service/lost_store.h"

#include <fmt/format.h>

#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "service/forge.h"
#include "service/unit/run_files.h"
#include "store/store.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

// Outside of the checkout, where `git clean` does not look.
std::string SavedStores(const Project& project) {
  auto own = project.is_git ? Workspaces::OwnDirectory(project.root) : Result<std::string>(project.state);
  return own ? *own : project.state;
}

// False if another store took the place meanwhile: it is never overwritten.
Result<bool> WriteInPlace(Forge& forge) {
  const std::string path = forge.project().store_path();
  TRY(EnsureState(forge.project()));
  const std::string made = fmt::format("{}.saved-{}", path, ThisProcess().pid);
  TRY(RemoveFile(made));
  TRY(forge.store().CopyTo(made));
  // Those of the file that is gone: SQLite would play them back over the copy.
  for (const char* rest : {"-wal", "-shm", "-journal"}) TRY(RemoveFile(path + rest));
  const Status linked = MakeHardLink(made, path);
  if (!linked && !Exists(path)) {
    TRY(RenamePath(made, path));
    return true;
  }
  TRY(RemoveFile(made));
  return linked.has_value();
}

Result<std::string> WriteAside(Forge& forge) {
  const std::string directory = SavedStores(forge.project());
  TRY(MakeDirectories(directory));
  for (int number = 1;; ++number) {
    const std::string path = fmt::format("{}/store-{}.db", directory, number);
    if (TRY(LookAtPath(path, false)) != PathKind::kNothing) continue;
    TRY(forge.store().CopyTo(path));
    return path;
  }
}

}  // namespace

void HeldPlan::Look(const RunFiles& files, const std::optional<PlanRef>& plan) {
  if (!plan || plan->hash == hash) return;
  const auto now = files.PeekPlan();
  if (!now) return;
  path = files.plan_path();
  hash = plan->hash;
  text = *now;
}

Error SaveLostStore(Forge& forge, RunId run, const HeldPlan& plan) {
  const std::string path = forge.project().store_path();
  const std::string again = fmt::format("see what else is missing below .forge, then: forge resume {}", run.value);
  auto save = [&]() -> Result<Error> {
    if (!Exists(path) && TRY(WriteInPlace(forge))) {
      const std::string document = plan.path.empty() ? "" : JoinPath(forge.project().root, plan.path);
      if (!document.empty() && !Exists(document)) {
        TRY(MakeDirectories(DirName(document)));
        TRY(WriteFileAtomic(document, plan.text));
      }
      return Error{
          Code::kIo,
          fmt::format("the store {} was deleted while run {} was running. The engine stopped and wrote the store "
                      "again, with all runs",
                      path, run.value),
          again};
    }
    const std::string aside = TRY(WriteAside(forge));
    return Error{Code::kIo,
                 fmt::format("the store {} was replaced while run {} was running. The engine stopped and saved its own "
                             "store as {}",
                             path, run.value, aside),
                 fmt::format("to use it, while no forge runs: rm {0}* && cp {1} {0}", path, aside)};
  };
  auto saved = save();
  if (saved) return *std::move(saved);
  return WithContext(fmt::format("the store {} is gone, and it could not be written again", path),
                     std::move(saved).error());
}

std::vector<std::string> FindSavedStores(const Project& project) {
  std::vector<std::string> found;
  const std::string directory = SavedStores(project);
  const auto names = ListDirectory(directory);
  if (!names) return found;
  for (const std::string& name : *names) {
    if (name.starts_with("store-") && name.ends_with(".db")) found.push_back(JoinPath(directory, name));
  }
  return found;
}

}  // namespace forge
