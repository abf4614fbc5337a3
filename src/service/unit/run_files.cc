#include "service/unit/run_files.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"
#include "os/files/files.h"
#include "os/files/unsynced_files.h"
#include "os/system.h"
#include "service/plan/plans.h"
#include "service/unit/held_texts.h"
#include "text/plan/plan_edit.h"

namespace forge {
namespace {

constexpr std::int64_t kReadPatienceMs = 60'000;
constexpr std::int64_t kHoldMs = 2'000;

// Waits for a while when the machine is short of descriptors.
Result<std::optional<std::string>> ReadPatiently(const std::string& path) {
  const std::int64_t give_up = SteadyMs() + kReadPatienceMs;
  for (int pause_ms = 10;; pause_ms = std::min(2 * pause_ms, 1000)) {
    auto text = ReadFileIfThere(path);
    if (text || text.error().code != Code::kExhausted || SteadyMs() > give_up) return text;
    PauseMs(pause_ms);
  }
}

}  // namespace

std::string SafeFileName(const std::string& name) {
  std::string safe;
  for (char c : name) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
    safe += plain ? c : '_';
  }
  if (safe == name && safe != "." && safe != ".." && !safe.empty()) return safe;
  // Two names must never share one file.
  return safe + "-" + Sha256(name).substr(0, 8);
}

std::string RunFiles::plan_path() const { return fmt::format(".forge/plans/plan-{:03}-{}.md", run_.value, slug_); }

std::string RunFiles::ArtifactPath(const std::string& lane, const std::string& name) const {
  return directory() + "/artifacts/" + SafeFileName(lane) + "/" + SafeFileName(name);
}

Result<ArtifactRef> RunFiles::WriteArtifact(const std::string& lane, const std::string& name,
                                            std::string_view text) const {
  const std::string path = ArtifactPath(lane, name);
  TRY(MakeDurableDirectories(DirName(path)));
  TRY(WriteFileAtomic(path, text));
  return ArtifactRef{lane == "run" ? name : lane + "/" + name, Sha256(text), static_cast<std::int64_t>(text.size())};
}

Result<std::optional<std::string>> RunFiles::ReadArtifact(const std::string& lane, const std::string& name) const {
  auto own = ReadPatiently(ArtifactPath(lane, name));
  return !own || *own || lane == "run" ? own : ReadPatiently(ArtifactPath("run", name));
}

void RunFiles::DeferSyncs() {
  unsynced_ = std::make_shared<UnsyncedFiles>(project_.state);
  held_ = std::make_shared<HeldTexts>();
}

Status RunFiles::SyncUnits(const std::vector<UnitId>& units) const {
  if (!unsynced_ || units.empty()) return {};
  std::vector<std::int64_t> groups;
  for (const UnitId unit : units) groups.push_back(unit.value);
  return unsynced_->Sync(groups);
}

std::vector<AskedRow> RunFiles::Asked(const std::vector<UnitId>& units) const {
  return held_ ? held_->Of(units) : std::vector<AskedRow>{};
}

void RunFiles::ForgetAsked(const std::vector<UnitId>& units) const {
  if (held_) held_->Forget(units);
}

std::string RunFiles::UnitPath(UnitId unit, std::string_view name) const {
  return fmt::format("{}/units/{}/{}", directory(), unit.value, name);
}

Status RunFiles::WriteUnitText(UnitId unit, std::string_view name, std::string_view text) const {
  if (text.empty()) return {};
  const std::string path = UnitPath(unit, name);
  if (unsynced_) return unsynced_->Write(unit.value, path, text);
  TRY(MakeDirectories(DirName(path)));
  return WriteFileAtomic(path, text);
}

Status RunFiles::KeepAsked(AskedRow asked) const {
  if (held_ && asked.prompt.size() <= HeldTexts::kLongest) {
    held_->Hold(std::move(asked), SteadyMs());
    return {};
  }
  TRY(WriteUnitText(asked.unit, kPromptFile, asked.prompt));
  return WriteUnitText(asked.unit, kRequestFile, asked.request);
}

// A unit has all its files, or what it was asked is in none.
Status RunFiles::WriteAsked(UnitId unit) const {
  if (!held_) return {};
  return held_->Release(unit, [&](const AskedRow& asked) -> Status {
    TRY(WriteUnitText(unit, kPromptFile, asked.prompt));
    return WriteUnitText(unit, kRequestFile, asked.request);
  });
}

void RunFiles::ShowAsked() const {
  if (!held_) return;
  for (const UnitId unit : held_->HeldSince(SteadyMs() - kHoldMs)) (void)WriteAsked(unit);
}

Status RunFiles::KeepUnitText(UnitId unit, const std::string& name, std::string_view text) const {
  if (text.empty()) return {};
  TRY(WriteAsked(unit));
  return WriteUnitText(unit, name, text);
}

Status RunFiles::AppendUnitText(UnitId unit, const std::string& name, std::string_view text) const {
  TRY(WriteAsked(unit));
  const std::string path = UnitPath(unit, name);
  if (unsynced_) return unsynced_->Append(unit.value, path, text);
  TRY(MakeDirectories(DirName(path)));
  return AppendFile(path, text);
}

Result<std::optional<std::string>> RunFiles::ReadUnitText(UnitId unit, const std::string& name) const {
  return ReadPatiently(UnitPath(unit, name));
}

Status RunFiles::WritePlan(UnitId unit, std::string_view text) const {
  TRY(KeepUnitText(unit, "plan.md", text));
  TRY(MakeDurableDirectories(DirName(AbsolutePlanPath())));
  return WriteFileAtomic(AbsolutePlanPath(), text);
}

Result<std::string> RunFiles::PlanFrom(const std::string& draft) const {
  if (auto now = TRY(ReadPlan())) return ReplaceBody(*now, draft);
  NewPlan plan;
  plan.title = slug_;
  plan.date = UtcDay(WallClock().ms);
  return ReplaceBody(TRY(Plans(project_).FillIn(plan, PlanId(run_.value))), draft);
}

std::optional<std::string> RunFiles::PeekPlan() const {
  auto text = ReadFile(AbsolutePlanPath());
  return text ? std::optional(*std::move(text)) : std::nullopt;
}

Result<std::optional<std::string>> RunFiles::ReadPlan() const { return ReadPatiently(AbsolutePlanPath()); }

}  // namespace forge
