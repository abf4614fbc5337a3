#include "service/by_hand.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "model/json.h"
#include "service/forge.h"
#include "store/store.h"
#include "text/first_line.h"

namespace forge {
namespace {

constexpr std::size_t kLongestNote = 400;

// What they changed, and where it is.
std::string ChangedText(const StepGivenBack& given) {
  if (given.kept.empty()) return "nothing was changed";
  constexpr std::size_t kMostNamed = 3;
  const std::size_t named = std::min(kMostNamed, given.files.size());
  const std::vector<std::string> first(given.files.begin(), given.files.begin() + static_cast<std::ptrdiff_t>(named));
  const std::int64_t more = given.more_files + static_cast<std::int64_t>(given.files.size() - named);
  return fmt::format("{}{} (kept in refs/forge/{})", Join(first, ", "),
                     more > 0 ? fmt::format(" and {} more", more) : "", given.kept);
}

}  // namespace

std::optional<GivenBack> ReadGivenBack(const JournalRow& row) {
  if (!row.is_input || row.kind != "step-given-back") return std::nullopt;
  const auto data = ParseJson(row.data);
  const auto input = data ? InputFromJson(row.kind, *data) : Result<Input>(Fail(Code::kCorrupt, ""));
  if (!input || !std::holds_alternative<StepGivenBack>(*input)) return std::nullopt;
  return GivenBack{row.seq, row.at, std::get<StepGivenBack>(*input)};
}

Result<std::vector<GivenBack>> ListGivenBack(Forge& forge, RunId run) {
  JournalRange range;
  range.inputs_only = true;
  std::vector<GivenBack> given;
  for (const JournalRow& row : TRY(forge.store().ReadJournal(run, range))) {
    if (auto one = ReadGivenBack(row)) given.push_back(*std::move(one));
  }
  return given;
}

std::string Describe(const StepGivenBack& given) {
  const std::string by = given.by.empty() ? "" : " by " + given.by;
  const std::string note = FirstLine(given.note, kLongestNote);
  switch (given.as) {
    case GiveBack::kDone: return fmt::format("done by hand{}: {}", by, ChangedText(given));
    case GiveBack::kHandBack:
      return fmt::format("handed back to the agent{} with the note \"{}\": {}", by, note, ChangedText(given));
    case GiveBack::kAsItWas: return fmt::format("opened in a shell{} and left as it was: {}", by, ChangedText(given));
  }
  return "";
}

}  // namespace forge
