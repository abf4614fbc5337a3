#include "service/plan_index.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/strings.h"
#include "os/files.h"

namespace forge {
namespace {

constexpr std::string_view kMagic = "forge plans 1";
constexpr char kBetween = '\x1f';
constexpr std::size_t kFields = 10;
constexpr std::size_t kWorthSaving = 100;
constexpr std::int64_t kTickNs = 2'000'000'000;

bool Carries(const std::string& text) { return text.find_first_of("\n\x1f") == std::string::npos; }

}  // namespace

PlanIndex::PlanIndex(std::string path) : path_(std::move(path)) {
  const auto text = ReadFile(path_);
  if (!text || !text->starts_with(kMagic)) return;
  for (std::string_view line : Lines(*text)) {
    const auto fields = Split(line, kBetween);
    if (fields.size() != kFields) continue;
    const auto size = ParseInt(fields[1]), changed = ParseInt(fields[2]), inode = ParseInt(fields[3]);
    const auto number = PlanNumber(fields[0]);
    if (!size || !changed || !inode || !number) continue;
    Known known;
    known.stamp.size = *size;
    known.stamp.changed_ns = *changed;
    known.stamp.inode = static_cast<std::uint64_t>(*inode);
    known.entry.number = *number;
    known.entry.id = PlanId(*number);
    known.entry.path = ".forge/plans/" + std::string(fields[0]);
    known.entry.title = fields[4];
    known.entry.header.status = ParsePlanStatus(fields[5]);
    known.entry.header.id = fields[6];
    known.entry.header.task = fields[7];
    known.entry.header.project = fields[8];
    known.entry.header.created = fields[9];
    known_.emplace_hint(known_.end(), std::string(fields[0]), std::move(known));
  }
}

std::optional<PlanEntry> PlanIndex::Find(const std::string& name, const FileStamp& stamp) const {
  const auto it = known_.find(name);
  if (it == known_.end() || stamp.link) return std::nullopt;
  const FileStamp& then = it->second.stamp;
  const bool same = then.size == stamp.size && then.changed_ns == stamp.changed_ns && then.inode == stamp.inode;
  return same ? std::optional(it->second.entry) : std::nullopt;
}

void PlanIndex::Add(const std::string& name, const FileStamp& stamp, const PlanEntry& entry, TimePoint now) {
  if (stamp.link || stamp.changed_ns + kTickNs > now.ms * 1'000'000) return;
  const PlanHeader& header = entry.header;
  if (!header.other.empty() || !header.heartbeat.empty()) return;
  for (const std::string* text : {&name, &entry.title, &header.id, &header.task, &header.project, &header.created}) {
    if (!Carries(*text)) return;
  }
  known_.insert_or_assign(name, Known{stamp, entry});
  ++added_;
}

void PlanIndex::Save() const {
  if (added_ < kWorthSaving) return;
  std::string text(kMagic);
  text += '\n';
  for (const auto& [name, known] : known_) {
    const PlanHeader& header = known.entry.header;
    text +=
        fmt::format("{}\x1f{}\x1f{}\x1f{}\x1f{}\x1f{}\x1f{}\x1f{}\x1f{}\x1f{}\n", name, known.stamp.size,
                    known.stamp.changed_ns, known.stamp.inode, known.entry.title,
                    header.status ? Name(*header.status) : "", header.id, header.task, header.project, header.created);
  }
  // A list is no place to complain that a shortcut could not be kept: the next one is as slow as this.
  (void)WriteFileAtomic(path_, text);
}

}  // namespace forge
