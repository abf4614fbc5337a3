#include "service/unit/asked.h"

#include "service/unit/run_files.h"
#include "store/store.h"

namespace forge {
namespace {

// The store first: of a unit that was carried out twice the first time may have left files.
Result<std::optional<std::string>> ReadAsked(Store& store, const RunFiles& files, UnitId unit,
                                             std::string AskedRow::* text, std::string_view file) {
  const std::optional<AskedRow> row = TRY(store.FindAsked(files.run(), unit));
  if (!row) return files.ReadUnitText(unit, std::string(file));
  const std::string& kept = (*row).*text;
  return kept.empty() ? std::nullopt : std::optional(kept);
}

}  // namespace

Result<std::optional<std::string>> ReadPrompt(Store& store, const RunFiles& files, UnitId unit) {
  return ReadAsked(store, files, unit, &AskedRow::prompt, kPromptFile);
}

Result<std::optional<std::string>> ReadRequest(Store& store, const RunFiles& files, UnitId unit) {
  return ReadAsked(store, files, unit, &AskedRow::request, kRequestFile);
}

}  // namespace forge
