// What must be true of the tree when a step is done, in a form that code can look at. Does not look.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/json.h"

namespace forge {

struct MustHaves {
  struct Artifact {
    std::string path;
    std::string provides;
    std::int64_t min_lines = 0;
    std::optional<std::vector<std::string>> stub_patterns;  // none: the usual ones. An empty list: no line is a stub
    bool operator==(const Artifact&) const = default;
  };
  struct KeyLink {
    std::string from, to, via;
    bool operator==(const KeyLink&) const = default;
  };
  std::vector<std::string> truths;
  std::vector<Artifact> artifacts;
  std::vector<KeyLink> key_links;
  std::vector<std::string> expected_output;  // paths

  bool empty() const { return truths.empty() && artifacts.empty() && key_links.empty() && expected_output.empty(); }
  bool operator==(const MustHaves&) const = default;
};

Json ToJson(const MustHaves& must_haves);
Result<MustHaves> MustHavesFromJson(const Json& json);

}  // namespace forge
