// What each preset resolves to, held against tests/pipelines/presets.jsonl: one stage a line, without its prompts and
// its place in the file. FORGE_ACCEPT=1 writes it anew.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "base/strings.h"
#include "base/testing/source_dir.h"
#include "pipeline/builtin.h"
#include "pipeline/load.h"
#include "pipeline/testing/builtin_library.h"

namespace forge {
namespace {

bool IsKept(std::string_view key) {
  for (const char* left_out : {"prompt", "line", "column", "pipeline_index", "revision_index"}) {
    if (key == left_out) return false;
  }
  return true;
}

Json WithoutWording(const Json& value) {
  if (value.is_array()) {
    Json items = Json::MakeArray();
    for (const Json& item : value.AsArray()) items.Append(WithoutWording(item));
    return items;
  }
  if (!value.is_object()) return value.is_string() ? Json(Trim(value.AsString())) : value;
  Json kept = Json::MakeObject();
  for (const auto& [key, member] : value.AsObject()) {
    if (IsKept(key)) kept.Set(key, WithoutWording(member));
  }
  return kept;
}

std::string FlowOf(const std::string& preset) {
  std::string lines;
  const Json set = ToJson(Resolve(preset, BuiltinLibrary()).set);
  for (const Json& stage : set["pipelines"].AsArray().at(0)["stages"].AsArray()) {
    Json line = Json::MakeObject().Set("pipeline", preset);
    const Json kept = WithoutWording(stage);
    for (const auto& [key, member] : kept.AsObject()) line.Set(key == "pipeline" ? "each" : key, member);
    lines += line.Dump() + "\n";
  }
  return lines;
}

TEST(Presets, ResolveToTheSameStagesAsEver) {
  const std::filesystem::path path = std::filesystem::path(SourceDir()) / "tests/pipelines/presets.jsonl";
  std::string now;
  for (const std::string& name : PresetNames(PresetKind::kPipeline)) now += FlowOf(name);
  if (std::getenv("FORGE_ACCEPT") != nullptr) std::ofstream(path, std::ios::binary) << now;
  std::stringstream kept;
  kept << std::ifstream(path, std::ios::binary).rdbuf();
  const std::string before = kept.str();
  const std::vector<std::string_view> was = Lines(before);
  const std::vector<std::string_view> is = Lines(now);
  ASSERT_EQ(is.size(), was.size());
  for (std::size_t i = 0; i < is.size(); ++i) EXPECT_EQ(is[i], was[i]);
}

}  // namespace
}  // namespace forge
