// The files of one run below .forge/state/runs/017: what agents were asked, what they answered, their artifacts.
// Everything here can be written again after a crash: names come from unit ids.
//
// What of it survives a power cut:
// - A unit's own texts (units/23/...) are relied on by the record of its end and by nothing before it: `forge cost`
//   reads request.json, findings and reports answer.md, `forge status` verify.json, people the rest. The engine syncs
//   them right before it records that end (DeferSyncs, SyncUnits). Before that a cut may lose or cut them; the unit is
//   carried out again then and writes them again.
// - What a unit was asked becomes a file with the next of its texts. A unit that leaves no other has it in the store,
//   written in the transaction that records its end (Asked): it costs no file and no sync.
// - Artifacts, plans, sessions and records of a checkout have names that later units use again. An earlier record
//   relies on the text that a new one replaces, so they are synced when they are written.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/ports.h"
#include "model/outcome.h"
#include "service/project.h"

namespace forge {

class HeldTexts;
class UnsyncedFiles;

inline constexpr std::string_view kPromptFile = "prompt.md";
inline constexpr std::string_view kRequestFile = "request.json";

class RunFiles {
 public:
  RunFiles(Project project, RunId run, std::string slug)
      : project_(std::move(project)), run_(run), slug_(std::move(slug)) {}

  // From now on texts of units, also those of copies of this, are durable when SyncUnits returns. Without it they are
  // when they are written.
  void DeferSyncs();
  Status SyncUnits(const std::vector<UnitId>& units) const;
  // What these units were asked, where it is in no file. Forgotten when it is recorded.
  std::vector<AskedRow> Asked(const std::vector<UnitId>& units) const;
  void ForgetAsked(const std::vector<UnitId>& units) const;

  const Project& project() const { return project_; }
  RunId run() const { return run_; }
  std::string directory() const { return project_.run_directory(run_.value); }
  // ".forge/plans/plan-017-slug.md", relative to the root.
  std::string plan_path() const;
  std::string AbsolutePlanPath() const { return project_.root + "/" + plan_path(); }

  // Artifacts belong to a lane ("run" or a step id); a step sees the run's too.
  std::string ArtifactPath(const std::string& lane, const std::string& name) const;
  Result<ArtifactRef> WriteArtifact(const std::string& lane, const std::string& name, std::string_view text) const;
  // These are none only if there is no such file. One that cannot be read is an error: its absence would change what a
  // unit does.
  Result<std::optional<std::string>> ReadArtifact(const std::string& lane, const std::string& name) const;

  // units/23/prompt.md and request.json, or held back after DeferSyncs. Read it with ReadPrompt and ReadRequest
  // (asked.h).
  Status KeepAsked(AskedRow asked) const;
  // Makes files of what is held back for two seconds: people look at the prompt of a unit that goes on and says
  // nothing. On a full disk it stays held back.
  void ShowAsked() const;

  // units/23/answer.md, units/23/events.jsonl
  Status KeepUnitText(UnitId unit, const std::string& name, std::string_view text) const;
  Status AppendUnitText(UnitId unit, const std::string& name, std::string_view text) const;
  Result<std::optional<std::string>> ReadUnitText(UnitId unit, const std::string& name) const;

  // Writes the plan document; each unit also keeps the version it wrote.
  Status WritePlan(UnitId unit, std::string_view text) const;
  Result<std::optional<std::string>> ReadPlan() const;
  // Never waits: empty also if the machine is short of descriptors.
  std::optional<std::string> PeekPlan() const;
  // The document that a draft becomes: the header, log and notes of the plan as it stands, or of a new one.
  Result<std::string> PlanFrom(const std::string& draft) const;

 private:
  std::string UnitPath(UnitId unit, std::string_view name) const;
  Status WriteUnitText(UnitId unit, std::string_view name, std::string_view text) const;
  Status WriteAsked(UnitId unit) const;

  Project project_;
  RunId run_;
  std::string slug_;
  std::shared_ptr<UnsyncedFiles> unsynced_;  // none: each is synced at once
  std::shared_ptr<HeldTexts> held_;          // there if unsynced_ is
};

// What a unit of the check `evidence` found, among the unit's files.
inline constexpr std::string_view kEvidenceFile = "evidence.md";

// A file name for a lane or artifact: anything but letters, digits, '.', '_' and '-' becomes '_'; never "." or "..".
std::string SafeFileName(const std::string& name);

}  // namespace forge
