// Reads a plan in our Markdown or in another tool's format, which is detected from the content. Reads and writes
// files; what the formats hold is text/formats/foreign_plan.h's, and plans of the project are plans.h's.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "text/formats/foreign_plan.h"
#include "text/plan/plan.h"

namespace forge {

enum class PlanFormat { kMarkdown, kMilestone, kModules, kPhases, kSlice, kSpecKit, kTaskMaster };
std::string_view Name(PlanFormat format);
std::optional<PlanFormat> ParsePlanFormat(std::string_view name);
std::vector<std::string> PlanFormatNames();

// By content. Unknown text is Markdown, and unknown JSON is modules, so that the error names what is missing.
PlanFormat DetectPlanFormat(std::string_view text);

struct PlanSource {
  PlanFormat format = PlanFormat::kMarkdown;
  std::string written;                   // the Markdown that was read; empty: it came in another format
  PlanDocument document;                 // without a hash if it came in another format
  std::vector<ForeignProblem> problems;  // of another format than Markdown, whose own are in the document
  std::vector<ForeignProblem> notes;     // likewise, what stops nothing
  Json documents;                        // of a milestone: its files by path, which an export gives back
  std::string tag;                       // of a Task Master file: the one that was read; empty: it has none
  std::vector<std::string> other_tags;   // and those that were not
};

struct PlanSourceOptions {
  std::optional<PlanFormat> format;  // none: by content
  std::size_t max_files = 5;         // of a step that is made from `## Changes`
  std::string tag = {};              // of a Task Master file; empty: "master", else its first
  bool only_one = false;             // the process reads no other: a large file's memory is made ready at once
};
PlanSource ReadPlanSource(std::string_view text, const PlanSourceOptions& options = {});
// The plan as Markdown, and the hash of its content. Both are made anew for another format, which costs more than
// reading it: ask only for what is used.
std::string MarkdownOf(const PlanSource& plan);
std::string HashOf(const PlanSource& plan);

// A file, or the folder of a slice or a milestone.
Result<PlanSource> LoadPlanSource(const std::string& path, const PlanSourceOptions& options = {});

// What a run is started with: the text of the file, or the slice of the folder as Markdown. All that is wrong with a
// folder is one error.
Result<std::string> LoadPlanText(const std::string& path);

// A slice's folder as Markdown. Nothing: something in it cannot be read. `title` is for one that says none.
std::optional<std::string> SliceAsPlan(const TextFiles& files, const std::string& title);
// The Markdown of a slice's or a milestone's folder. A link is named in `links` and not followed.
Result<TextFiles> ReadPlanFolder(const std::string& path, std::vector<std::string>* links = nullptr);

// By path; one file without a name, except for slices and milestones.
TextFiles WritePlanAs(PlanFormat format, const PlanSource& plan);
// Below or as `path`. Nothing is written when one of them is there, unless `replace`, or when there is a link on the
// way to one below `path`.
Status SavePlanFiles(const std::string& path, const TextFiles& files, bool replace);

}  // namespace forge
