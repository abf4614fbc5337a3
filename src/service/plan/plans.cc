#include "service/plan/plans.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <thread>

#include "base/strings.h"
#include "os/files/files.h"
#include "os/thread.h"
#include "text/plan/plan.h"
#include "text/plan/plan_edit.h"
#include "text/plan/plan_template.h"

namespace forge {
namespace {

constexpr std::size_t kHeadBytes = 2048;  // of a plan: its header is in it
constexpr std::size_t kShare = 500;       // plans that are worth a thread of their own
constexpr std::string_view kFolder = ".forge/plans/";
constexpr std::string_view kTemplateName = ".plan-template.md";

bool IsPhasesFile(std::string_view name) { return name.ends_with("-phases.md"); }

// A title is one line, and a short one in lists.
std::string TitleLine(std::string_view text) {
  const std::vector<std::string_view> lines = Lines(Trim(text));
  return lines.empty() ? "" : std::string(Trim(lines[0]));
}

using SameName = bool (*)(std::string_view, std::string_view);
bool SameText(std::string_view a, std::string_view b) { return a == b; }

// `17`, `plan-17`, `run-17`, and nothing else.
bool IsPlanId(std::string_view name) {
  for (std::string_view prefix : {"plan-", "run-"}) {
    if (EqualsIgnoreCase(name.substr(0, prefix.size()), prefix)) return IsDigits(name.substr(prefix.size()));
  }
  return IsDigits(name);
}

// The files that a path, an id, a slug or the name of a file may mean, in this order: a slug never hides an id.
std::vector<std::string> FindFiles(const std::vector<std::string>& files, const std::string& asked, SameName same) {
  const std::string base = asked.ends_with(".md") ? BaseName(asked) : "";
  std::vector<std::string> found;
  const auto keep = [&](const auto& fits) {
    if (found.empty()) std::ranges::copy_if(files, std::back_inserter(found), fits);
  };
  const auto number = PlanNumber(asked);
  const bool begins = asked.starts_with("plan-") || asked.starts_with("run-");
  const auto numbered = [&](const std::string& file) { return number && PlanNumber(file) == number; };
  if (IsPlanId(asked)) {
    keep(numbered);
    return found;
  }
  keep([&](const std::string& file) { return same(file, base) || same(file, asked + ".md"); });
  keep([&](const std::string& file) { return same(PlanSlug(file), asked); });
  if (begins) keep(numbered);
  return found;
}

const PlanEntry* FindTask(const std::vector<PlanEntry>& plans, std::string_view asked, SameName same) {
  const auto entry = std::ranges::find_if(plans, [&](const PlanEntry& plan) { return same(plan.header.task, asked); });
  return entry == plans.end() ? nullptr : &*entry;
}

}  // namespace

std::string PlanId(std::int64_t number) { return fmt::format("plan-{:03}", number); }

std::string SlugOfPlan(std::string_view title) {
  std::string slug = Slug(TitleLine(title));
  if (slug.empty()) slug = Slug(title);
  const bool begins = slug.starts_with("plan-") || slug.starts_with("run-");
  return IsDigits(slug) || (begins && PlanNumber(slug)) ? "about-" + slug : slug;
}

std::string PlanSlug(std::string_view path) {
  std::string_view name = path.substr(path.rfind('/') + 1);
  name = name.substr(0, name.rfind('.'));
  if (name.starts_with("plan-")) name.remove_prefix(5);
  const std::size_t dash = name.find('-');
  return dash == std::string_view::npos ? "" : std::string(name.substr(dash + 1));
}

std::optional<std::int64_t> PlanNumber(std::string_view file_name) {
  for (std::string_view prefix : {"plan-", "run-"}) {
    if (file_name.starts_with(prefix)) file_name.remove_prefix(prefix.size());
  }
  const std::size_t digits = std::min(file_name.find_first_not_of("0123456789"), file_name.size());
  if (digits < file_name.size() && file_name[digits] != '-' && file_name.substr(digits) != ".md") return std::nullopt;
  const auto number = ParseInt(file_name.substr(0, digits));
  return number && *number > 0 ? number : std::nullopt;
}

Result<std::vector<std::string>> Plans::FileNames() const {
  std::vector<std::string> names;
  if (TRY(LookAtPath(directory())) != PathKind::kDirectory) return names;
  for (std::string& name : TRY(ListDirectory(directory()))) {
    const bool plan = name.starts_with("plan-") && name.ends_with(".md") && !IsPhasesFile(name);
    if (plan && PlanNumber(name)) names.push_back(std::move(name));
  }
  return names;
}

Result<PlanEntry> Plans::ReadEntry(const std::string& name) const {
  PlanEntry entry;
  entry.number = *PlanNumber(name);
  entry.id = PlanId(entry.number);
  entry.path = fmt::format("{}{}", kFolder, name);
  const ScannedHeader head = ScanPlanHeader(TRY(ReadFileHead(AbsolutePath(entry), kHeadBytes)));
  entry.title = head.title;
  entry.header = head.header;
  return entry;
}

std::vector<Result<PlanEntry>> Plans::ReadEntries(std::span<const std::string> names) const {
  std::vector<Result<PlanEntry>> read(names.size());
  auto share = [&](std::size_t first, std::size_t step) {
    for (std::size_t i = first; i < names.size(); i += step) read[i] = ReadEntry(names[i]);
  };
  const std::size_t threads = names.size() < kShare ? 1 : std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < threads; ++i) {
    if (auto other = StartThread([&share, i, threads] { share(i, threads); })) {
      others.push_back(*std::move(other));
    } else {
      share(i, threads);
    }
  }
  share(0, threads);
  others.clear();  // joins
  return read;
}

Result<Plans::Listing> Plans::List(std::size_t newest) const {
  std::vector<std::string> names = TRY(FileNames());
  std::ranges::stable_sort(names, {}, PlanNumber);
  Listing listing;
  for (std::size_t i = 1; i < names.size(); ++i) {
    const auto number = PlanNumber(names[i]);
    if (PlanNumber(names[i - 1]) == number)
      listing.problems.push_back(fmt::format("two plans have the id {}: {}{} and {}{}", PlanId(*number), kFolder,
                                             names[i - 1], kFolder, names[i]));
  }
  listing.older = names.size() - std::min(newest, names.size());
  for (Result<PlanEntry>& entry : ReadEntries(std::span(names).subspan(listing.older))) {
    if (entry) {
      listing.plans.push_back(*std::move(entry));
    } else {
      listing.problems.push_back(entry.error().message);
    }
  }
  return listing;
}

Result<PlanEntry> Plans::Find(const std::string& name) const {
  // Ids, slugs and tasks are found in upper or lower case, but what is called exactly so comes first.
  const std::string asked(Trim(name));
  if (asked.empty()) return Fail(Code::kNotFound, fmt::format("no plan `{}`", name), "forge plan list");
  const std::vector<std::string> names = TRY(FileNames());
  std::vector<std::string> found = FindFiles(names, asked, SameText);
  if (found.empty()) {
    const std::vector<std::string> others = FindFiles(names, Lower(asked), EqualsIgnoreCase);
    // Last, because it looks into every plan.
    const std::vector<PlanEntry> plans = TRY(List()).plans;
    if (const PlanEntry* entry = FindTask(plans, asked, SameText)) return *entry;
    const PlanEntry* entry = others.empty() ? FindTask(plans, asked, EqualsIgnoreCase) : nullptr;
    if (entry != nullptr) return *entry;
    found = others;
  }
  if (found.size() == 1) return ReadEntry(found[0]);
  if (found.empty()) return Fail(Code::kNotFound, fmt::format("no plan `{}`", name), "forge plan list");
  const bool by_id = PlanNumber(found[0]) == PlanNumber(found[1]);
  return Fail(Code::kConflict,
              fmt::format("two plans {} {}: {}{} and {}{}", by_id ? "have the id" : "are called", asked, kFolder,
                          found[0], kFolder, found[1]),
              by_id ? "renumber one of them: change its file name and its **ID:** line" : "name it by its id");
}

Result<std::string> Plans::Read(const PlanEntry& plan) const { return ReadFile(AbsolutePath(plan)); }

Result<FileLock> Plans::Lock() const {
  TRY(EnsureState(project_));
  return FileLock::Take(project_.state + "/plans.lock");
}

Result<std::int64_t> Plans::HighestNumber() const {
  std::int64_t highest = 0;
  for (const std::string& name : TRY(FileNames())) highest = std::max(highest, *PlanNumber(name));
  return highest;
}

Result<std::string> Plans::OwnTemplate() const {
  std::string text;
  for (const std::string& place : {directory(), project_.root + "/workspace/plans"}) {
    const std::string path = JoinPath(place, kTemplateName);
    if (!text.empty() || !Exists(path)) continue;
    text = TRY_WITH("read the template", ReadFile(path, kLargestPlan));
  }
  return text;
}

Result<std::string> Plans::FillIn(const NewPlan& plan, const std::string& id) const {
  TemplateValues values;
  values.title = TitleLine(plan.title);
  values.plan_id = id;
  values.task_id = plan.task;
  values.date = plan.date;
  values.project = BaseName(project_.root);
  std::string text = TRY(OwnTemplate());
  if (text.empty()) text = BuiltInPlanTemplate();
  // A plan without a task has no line for it.
  if (plan.task.empty()) text = ReplaceAll(text, "**Task:** {{TASK_ID}}\n", "");
  std::string filled = FillTemplate(text, values);
  if (!plan.document.empty()) filled = TRY(ReplaceBody(filled, plan.document));
  if (const std::string_view context = Trim(plan.context); !context.empty())
    filled = fmt::format("{}\n\n## Context\n\n{}\n", TrimRight(filled), context);
  return filled;
}

Result<PlanEntry> Plans::Create(const NewPlan& plan) const {
  if (TitleLine(plan.title).empty())
    return Fail(Code::kInvalid, "the plan has no title", "forge plan new \"what is to be done\"");
  TRY(MakeDirectories(directory()));
  const FileLock lock = TRY(Lock());
  const std::int64_t number = std::max(TRY(HighestNumber()), plan.number_after) + 1;
  const std::string name = fmt::format("{}-{}.md", PlanId(number), SlugOfPlan(TitleLine(plan.title)));
  TRY(WriteFileAtomic(JoinPath(directory(), name), TRY(FillIn(plan, PlanId(number)))));
  return ReadEntry(name);
}

Status Plans::Edit(const PlanEntry& plan, const Change& change) const {
  const FileLock lock = TRY(Lock());
  const std::string text = TRY(Read(plan));
  const std::string changed = TRY(change(text));
  if (changed == text) return {};
  return WriteFileAtomic(AbsolutePath(plan), changed);
}

std::string Plans::ApprovedPath(std::int64_t number) const {
  return fmt::format("{}/plans/{}.approved.md", project_.state, PlanId(number));
}

Status Plans::KeepApproved(std::int64_t number, std::string_view text) const {
  TRY(MakeDirectories(DirName(ApprovedPath(number))));
  return WriteFileAtomic(ApprovedPath(number), text);
}

Result<std::optional<std::string>> Plans::FindApproved(std::int64_t number) const {
  return ReadFileIfThere(ApprovedPath(number));
}

std::string Plans::TakenPath(const std::string& path) const {
  return fmt::format("{}/plans/{}.taken", project_.state, path.substr(path.rfind('/') + 1));
}

Status Plans::KeepTaken(const std::string& path, const std::string& hash, std::string_view text) const {
  TRY(MakeDirectories(DirName(TakenPath(path))));
  return WriteFileAtomic(TakenPath(path), fmt::format("{}\n{}", hash, text));
}

Result<std::optional<std::string>> Plans::FindTaken(const std::string& path, const std::string& hash) const {
  auto kept = TRY(ReadFileIfThere(TakenPath(path)));
  if (!kept || !kept->starts_with(hash + "\n")) return std::nullopt;
  return kept->substr(hash.size() + 1);
}

}  // namespace forge
