#include "service/retention.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/strings.h"
#include "model/words.h"
#include "os/files/files.h"
#include "service/forge.h"
#include "service/ownership.h"
#include "store/store.h"

namespace forge {
namespace {

constexpr std::int64_t kMsOfDay = 24LL * 60 * 60 * 1000;

// Of a unit's files these are read again: by `forge cost`, findings and reports, proofs, and the plan's history.
constexpr std::string_view kNeededFiles[] = {"request.json", "answer.md", "verify.json", "plan.md"};

// A file, or all files below a directory. What disappears meanwhile counts nothing.
std::int64_t BytesOf(const std::string& path) {
  const auto kind = LookAtPath(path, false);
  if (!kind || *kind != PathKind::kDirectory) {
    const auto version = VersionOf(path);
    return version && *version ? (*version)->size : 0;
  }
  std::int64_t bytes = 0;
  const auto names = ListDirectory(path);
  if (!names) return 0;
  for (const std::string& name : *names) bytes += BytesOf(path + "/" + name);
  return bytes;
}

void AddRecord(const std::string& path, RunRecords& records) {
  records.bytes += BytesOf(path);
  records.paths.push_back(path);
}

Result<RunRecords> RecordsOf(Forge& forge, RunRow row) {
  const std::string directory = forge.project().run_directory(row.id.value);
  RunRecords records;
  records.stored = records.bytes = TRY(forge.store().CountPromptBytes(row.id));
  records.run = std::move(row);
  if (Exists(directory + "/sessions")) AddRecord(directory + "/sessions", records);
  const std::string units = directory + "/units";
  if (!Exists(units)) return records;
  for (const std::string& unit : TRY(ListDirectory(units))) {
    for (const std::string& name : TRY(ListDirectory(units + "/" + unit))) {
      if (!IsOneOf(name, kNeededFiles)) AddRecord(units + "/" + unit + "/" + name, records);
    }
  }
  return records;
}

}  // namespace

std::vector<RunRecords> ChooseRecords(std::vector<RunRecords> all, const RetentionRule& rule, TimePoint now) {
  std::int64_t left = 0;
  for (const RunRecords& records : all) left += records.bytes;
  std::erase_if(all, [](const RunRecords& records) {
    return !IsEnd(records.run.status) || records.driven || (records.paths.empty() && records.stored == 0);
  });
  std::ranges::stable_sort(all, {}, [](const RunRecords& records) { return records.run.updated.ms; });
  std::vector<RunRecords> chosen;
  for (RunRecords& records : all) {
    const bool old = rule.days && now.ms - records.run.updated.ms >= *rule.days * kMsOfDay;
    const bool too_much = rule.bytes && left > *rule.bytes;
    if (!old && !too_much) continue;
    left -= records.bytes;
    chosen.push_back(std::move(records));
  }
  return chosen;
}

Result<std::vector<RunRecords>> ListRecords(Forge& forge) {
  std::vector<RunRecords> all;
  const std::string runs = forge.project().state + "/runs";
  if (!Exists(runs)) return all;
  // By the directories that there are: those of most runs may be gone.
  for (const std::string& name : TRY(ListDirectory(runs))) {
    const auto number = ParseInt(name);
    auto row = number ? TRY(forge.store().FindRun(RunId{*number})) : std::nullopt;
    if (!row) continue;
    all.push_back(TRY(RecordsOf(forge, *std::move(row))));
    const auto lease = TRY(forge.store().FindLease(RunId{*number}));
    all.back().driven = lease && IsHeld(*lease, LeaseMs(forge.settings()));
  }
  return all;
}

Status DeleteRecords(Forge& forge, const RunRecords& records) {
  if (records.stored > 0) TRY(forge.store().DeletePrompts(records.run.id));
  for (const std::string& path : records.paths) TRY(RemoveTree(path));
  return {};
}

}  // namespace forge
