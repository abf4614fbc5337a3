#include "pipeline/stage_keys.h"

#include <fmt/core.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/strings.h"

namespace forge {
namespace {

constexpr unsigned Bit(StageKind kind) { return 1U << static_cast<unsigned>(kind); }
constexpr unsigned kAgent = Bit(StageKind::kAgent), kPanel = Bit(StageKind::kPanel), kCheck = Bit(StageKind::kCheck),
                   kAsk = Bit(StageKind::kAsk), kEach = Bit(StageKind::kEach), kIntegrate = Bit(StageKind::kIntegrate),
                   kLearn = Bit(StageKind::kLearn), kEvery = 0x7F;

struct KeyRule {
  std::string_view key;
  unsigned kinds;
};

constexpr std::array<KeyRule, 53> kStageKeys = {{
    {"name", kEvery},
    {"kind", kEvery},
    {"role", kAgent | kLearn},
    {"prompt", kAgent | kPanel | kLearn},
    {"sees", kAgent | kPanel | kLearn},
    {"produces", kAgent | kPanel | kLearn},
    {"derive_steps", kAgent},
    {"verdict", kAgent | kPanel},
    {"verdict_form", kAgent | kPanel},
    {"result", kAgent | kPanel | kLearn},
    {"member", kPanel},
    {"aggregate", kPanel},
    {"asks_again", kPanel},
    {"stops_early", kPanel},
    {"on_failure", kPanel},
    {"asks_open", kPanel},
    {"checks", kCheck},
    {"commands", kCheck | kIntegrate},
    {"sarif", kCheck},
    {"mode", kAgent | kCheck},
    {"mode_setting", kAgent | kCheck},
    {"must_fail", kCheck},
    {"repair", kCheck},
    {"question", kAsk},
    {"options", kAsk},
    {"shows", kAsk},
    {"unattended", kAsk | kCheck},
    {"over", kEach},
    {"pipeline", kEach},
    {"reading_pipeline", kEach},
    {"max_concurrent", kEach},
    {"apart", kEach},
    {"attended", kEach},
    {"flags", kEach},
    {"folds_medium", kEach},
    {"folds_reviews", kEach},
    {"how", kIntegrate},
    {"message", kIntegrate},
    {"when", kEvery},
    {"gate", kEvery},
    {"on_revision", kEvery},
    {"max_iterations", kEvery},
    {"rounds_setting", kEvery},
    {"on_exhausted", kEvery},
    {"converge", kEvery},
    {"retry", kEvery},
    {"timeout", kEvery},
    {"on_timeout", kAgent},
    {"tier", kEvery},
    {"effort", kEvery},
    {"model", kEvery},
    {"runtime", kEvery},
    {"budget", kEvery},
}};

std::vector<std::string> KeysOf(unsigned kinds) {
  std::vector<std::string> keys;
  for (const KeyRule& rule : kStageKeys) {
    if (rule.kinds & kinds) keys.emplace_back(rule.key);
  }
  return keys;
}

std::string KindList(unsigned kinds) {
  std::vector<std::string> names;
  for (std::string_view name : EnumWords(StageKind{})) {
    if (kinds & Bit(*ParseWord<StageKind>(name))) names.emplace_back(name);
  }
  return Join(names, ", ");
}

}  // namespace

void RefuseUnknownKeys(TableReader& reader) { reader.RefuseUnknown(KeysOf(kEvery)); }

void RefuseForeignKeys(TableReader& reader, StageKind kind) {
  RefuseUnknownKeys(reader);
  for (const KeyRule& rule : kStageKeys) {
    const TomlMember* member = reader.table().Find(rule.key);
    if (!member || (rule.kinds & Bit(kind))) continue;
    reader.problems().Add(
        member->pos, fmt::format("key `{}` of {} does not belong to kind `{}`", rule.key, reader.where(), Name(kind)),
        fmt::format("it belongs to {}", KindList(rule.kinds)));
  }
}

}  // namespace forge
