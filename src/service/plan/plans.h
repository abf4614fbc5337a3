// The plan documents of a project: .forge/plans/plan-017-slug.md. Finds, makes and edits them as files. Does not know
// runs (plan_runs.h). A plan and its run have one number.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "os/files/file_lock.h"
#include "service/project.h"
#include "text/plan/plan_header.h"

namespace forge {

struct PlanEntry {
  std::int64_t number = 0;
  std::string id;    // "plan-017", after its file name
  std::string path;  // relative to the project's root
  std::string title;
  PlanHeader header;
  PlanStatus status() const { return header.status.value_or(PlanStatus::kDraft); }
};

struct NewPlan {
  std::string title;
  std::string context;            // appended as `## Context`; never part of title and slug
  std::string task;               // of whatever tracker the project has; may be empty
  std::string date;               // 2026-11-15
  std::int64_t number_after = 0;  // smaller ones are taken: runs, branches
  std::string document;           // the whole text instead of the template; its header is rewritten
};

class Plans {
 public:
  explicit Plans(const Project& project) : project_(project) {}

  std::string directory() const { return project_.forge + "/plans"; }

  // By number. A missing directory means that there are no plans. `problems`: two plans with one number, files that
  // cannot be read.
  struct Listing {
    std::vector<PlanEntry> plans;
    std::vector<std::string> problems;
    std::size_t older = 0;  // plans that were not looked into, because only the newest were asked for
  };
  Result<Listing> List(std::size_t newest = SIZE_MAX) const;

  // `17`, `017`, `plan-17`, `run-17`, a slug, a task's id, or a path. An id goes before a slug. kConflict when
  // two plans have the number or the slug.
  Result<PlanEntry> Find(const std::string& name) const;
  Result<std::string> Read(const PlanEntry& plan) const;
  std::string AbsolutePath(const PlanEntry& plan) const { return project_.root + "/" + plan.path; }

  // The number is allocated under a lock that all processes share.
  Result<PlanEntry> Create(const NewPlan& plan) const;
  // The template (.plan-template.md of the plans directory, or of workspace/plans, or our own) with its words filled
  // in.
  Result<std::string> FillIn(const NewPlan& plan, const std::string& id) const;
  // The project's own template as it is written; empty: it has none.
  Result<std::string> OwnTemplate() const;

  // Hold this while a plan or a run gets its number.
  Result<FileLock> Lock() const;
  // The highest number of any plan; 0: none.
  Result<std::int64_t> HighestNumber() const;

  // Reads, changes and replaces the document while no other Forge does. Not written when the text stays the same.
  using Change = std::function<Result<std::string>(const std::string& text)>;
  Status Edit(const PlanEntry& plan, const Change& change) const;

  // The text a person approved, kept so that a later change can be shown.
  Status KeepApproved(std::int64_t number, std::string_view text) const;
  Result<std::optional<std::string>> FindApproved(std::int64_t number) const;

  // The text of the plan that a run has, by the hash that the run knows: a later Forge may read or hash it otherwise.
  Status KeepTaken(const std::string& path, const std::string& hash, std::string_view text) const;
  Result<std::optional<std::string>> FindTaken(const std::string& path, const std::string& hash) const;

 private:
  std::string TakenPath(const std::string& path) const;
  std::string ApprovedPath(std::int64_t number) const;
  Result<std::vector<std::string>> FileNames() const;
  Result<PlanEntry> ReadEntry(const std::string& name) const;
  std::vector<Result<PlanEntry>> ReadEntries(std::span<const std::string> names) const;

  Project project_;
};

// "plan-017".
std::string PlanId(std::int64_t number);
// A title's part of a file name, of its first line. It never looks like an id or a number, so that no plan hides
// another.
std::string SlugOfPlan(std::string_view title);
// "slug" of ".forge/plans/plan-017-slug.md".
std::string PlanSlug(std::string_view path);
// 17 of "plan-017-slug.md" and "plan-17"; nothing for other names.
std::optional<std::int64_t> PlanNumber(std::string_view file_name);

}  // namespace forge
