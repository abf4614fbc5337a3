#include "service/forge.h"

#include <fmt/core.h>

#include <utility>

#include "agent/home/agent_home.h"
#include "os/files/files.h"
#include "os/files/state_files.h"
#include "service/notify/notices.h"
#include "service/ownership.h"
#include "store/store.h"

namespace forge {

Forge::Forge(Machine machine, Settings settings, Project project)
    : machine_(std::move(machine)), settings_(std::move(settings)), project_(std::move(project)) {}

Forge::~Forge() = default;

Notices& Forge::notices() {
  if (shared_notices_ != nullptr) return *shared_notices_;
  if (!notices_) notices_ = std::make_unique<Notices>(machine_, project_, settings_, *store_);
  return *notices_;
}

Result<std::unique_ptr<Forge>> Forge::Open(const Machine& machine, Settings settings, Project project, bool create) {
  if (create) {
    TRY(EnsureState(project));
  } else if (!Exists(project.store_path())) {
    return Fail(Code::kNotFound, fmt::format("no runs in {} yet", project.root),
                "start one: forge run \"what you want done\"");
  }
  TightenStateFiles(project.state, project.store_path());
  std::unique_ptr<Forge> forge(new Forge(machine, std::move(settings), std::move(project)));
  forge->store_ = TRY(OpenSqliteStore(forge->project_.store_path()));
  EndAbandoned(*forge);
  for (std::string& said : RecoverLogins(machine.homes_directory())) forge->Warn(std::move(said));
  return forge;
}

Result<std::unique_ptr<Forge>> Forge::OpenToRead(const Machine& machine, Settings settings, Project project) {
  if (Exists(project.store_path())) return Open(machine, std::move(settings), std::move(project), false);
  return std::unique_ptr<Forge>(new Forge(machine, std::move(settings), std::move(project)));
}

}  // namespace forge
