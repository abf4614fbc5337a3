#include "surface/hook/write_guard.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/strings.h"
#include "graph/pattern.h"
#include "pipeline/load.h"
#include "pipeline/roles.h"
#include "service/plan/plan_report.h"
#include "service/plan/plan_source.h"

namespace forge::hook {
namespace {

// The text after one replacement; nothing where the tool itself would fail.
std::optional<std::string> Replaced(const std::string& text, const Json& edit) {
  const std::string& from = edit["old_string"].AsString();
  const std::string& to = edit["new_string"].AsString();
  if (from.empty()) return text.empty() ? std::optional(to) : std::nullopt;
  const std::size_t first = text.find(from);
  if (first == std::string::npos) return std::nullopt;
  if (edit["replace_all"].AsBool()) return ReplaceAll(text, from, to);
  if (text.find(from, first + 1) != std::string::npos) return std::nullopt;
  return text.substr(0, first) + to + text.substr(first + from.size());
}

std::vector<std::string> Described(const std::vector<Problem>& problems) {
  std::vector<std::string> lines;
  for (const Problem& problem : problems) lines.push_back(Describe(problem));
  return lines;
}

std::vector<std::string> PlanProblems(const std::string& text) {
  std::vector<std::string> lines;
  for (const GraphError& error : CheckPlanSource(ReadPlanSource(text)).errors) lines.push_back(error.message);
  return lines;
}

std::vector<std::string> Problems(const std::string& path, const std::string& text) {
  if (path.starts_with(".forge/pipelines/") && path.ends_with(".toml")) {
    return Described(ParsePipeline(text, path).problems);
  }
  if (path.starts_with(".forge/roles/") && path.ends_with(".toml")) return Described(ParseRole(text, path).problems);
  const bool plan = path.starts_with(".forge/plans/") && (path.ends_with(".json") || path.ends_with(".md"));
  return plan ? PlanProblems(text) : std::vector<std::string>();
}

}  // namespace

std::optional<Write> ReadWrite(std::string_view tool, const Json& input, const FileReader& read) {
  if (tool == "NotebookEdit") {
    // Of the notebook only the cell is known: its text goes below what stands there.
    Write notebook{input["notebook_path"].AsString(), std::nullopt};
    const std::string& cell = input["new_source"].AsString();
    if (!cell.empty()) notebook.text = read(notebook.path).value_or("") + "\n" + cell;
    return notebook;
  }
  Write write{input["file_path"].AsString(), std::nullopt};
  if (tool == "Write") {
    write.text = input["content"].AsString();
    return write;
  }
  if (tool != "Edit" && tool != "MultiEdit") return std::nullopt;
  write.text = read(write.path).value_or("");
  if (tool == "Edit") {
    write.text = Replaced(*write.text, input);
    return write;
  }
  for (const Json& edit : input["edits"].AsArray()) {
    if (write.text) write.text = Replaced(*write.text, edit);
  }
  return write;
}

std::optional<std::string> PathWithin(std::string_view root, std::string_view cwd, std::string_view path) {
  const std::string full = path.starts_with('/') ? std::string(path) : std::string(cwd) + "/" + std::string(path);
  std::vector<std::string> parts;
  for (std::string_view part : Split(full, '/')) {
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      if (parts.empty()) return std::nullopt;
      parts.pop_back();
    } else {
      parts.emplace_back(part);
    }
  }
  const std::string plain = "/" + Join(parts, "/");
  const std::string begin = std::string(root) + "/";
  if (!plain.starts_with(begin)) return std::nullopt;
  return plain.substr(begin.size());
}

std::vector<std::string> CheckForgeFile(const std::string& path, const std::string& text,
                                        const std::optional<std::string>& before) {
  std::vector<std::string> problems = Problems(path, text);
  if (problems.empty() || !before) return problems;
  const std::vector<std::string> old = Problems(path, *before);
  const std::set<std::string> known(old.begin(), old.end());
  std::erase_if(problems, [&](const std::string& problem) { return known.contains(problem); });
  return problems;
}

bool IsCovered(const std::string& path, const std::vector<std::string>& patterns) {
  return std::ranges::any_of(
      patterns, [&](const std::string& pattern) { return PatternsOverlap(Pattern(pattern), Pattern(path)); });
}

}  // namespace forge::hook
