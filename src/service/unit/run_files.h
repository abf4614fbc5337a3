// The files of one run below .forge/state/runs/017: what agents were asked, what they answered, their artifacts.
// Everything here can be written again after a crash: names come from unit ids.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "model/outcome.h"
#include "service/project.h"

namespace forge {

class RunFiles {
 public:
  RunFiles(Project project, RunId run, std::string slug)
      : project_(std::move(project)), run_(run), slug_(std::move(slug)) {}

  const Project& project() const { return project_; }
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

  // units/23/prompt.md, units/23/answer.md, units/23/events.jsonl
  Status KeepUnitText(UnitId unit, const std::string& name, std::string_view text) const;
  // The same of several: a name and its text.
  Status KeepUnitTexts(UnitId unit, const std::vector<std::pair<std::string, std::string_view>>& texts) const;
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
  Project project_;
  RunId run_;
  std::string slug_;
};

// A file name for a lane or artifact: anything but letters, digits, '.', '_' and '-' becomes '_'; never "." or "..".
std::string SafeFileName(const std::string& name);

}  // namespace forge
