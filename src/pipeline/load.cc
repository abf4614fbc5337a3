#include "pipeline/load.h"

#include <fmt/core.h>

#include <utility>

#include "pipeline/pipeline_file.h"
#include "pipeline/stage_reader.h"
#include "pipeline/table_reader.h"
#include "pipeline/toml.h"

namespace forge {
namespace {

constexpr std::size_t kMaxStages = 200;

// Reads one file; owns nothing but what it found.
class FileReader {
 public:
  FileReader(const TomlValue& root, const std::string& file) : root_(root), problems_(file) {}

  PipelineFile Read() {
    TableReader reader(root_, "the pipeline", problems_);
    reader.RefuseUnknown({"name", "about", "budget", "stage"});
    pipeline_.origin = problems_.file();
    reader.Name("name", pipeline_.name);
    if (!reader.Has("name")) problems_.Add({1, 1}, "the pipeline has no `name`", "add name = \"...\" at the top");
    reader.String("about", pipeline_.about);
    pipeline_.budget = ReadBudget(reader, "budget");
    ReadStages(reader);
    CheckPipeline(pipeline_, tables_, problems_);
    CheckGates(pipeline_, tables_, problems_);
    out_.parsed.pipeline = std::move(pipeline_);
    out_.parsed.problems = problems_.Take();
    return std::move(out_);
  }

 private:
  void ReadStages(TableReader& reader) {
    const TomlMember* member = root_.Find("stage");
    if (!member || (member->value.type == TomlValue::Type::kArray && member->value.items.empty())) {
      problems_.Add(member ? member->pos : SourcePos{1, 1}, "the pipeline has no stages", "add a [[stage]]");
      return;
    }
    const TomlValue* array = reader.Expect("stage", TomlValue::Type::kArray, "a list of tables: [[stage]]");
    if (!array) return;
    for (const TomlValue& table : array->items) {
      if (table.type != TomlValue::Type::kTable) {
        problems_.Add(table.begin, fmt::format("`stage` must hold tables, not {}", TypeName(table.type)),
                      "write [[stage]]");
        continue;
      }
      if (pipeline_.stages.size() == kMaxStages) {
        problems_.Add(table.begin, fmt::format("the pipeline has more than {} stages", kMaxStages));
        return;
      }
      pipeline_.stages.push_back(StageReader(problems_, out_).Read(table, pipeline_.stages.size()));
      tables_.push_back(&table);
    }
  }

  const TomlValue& root_;
  ProblemList problems_;
  Pipeline pipeline_;
  std::vector<const TomlValue*> tables_;
  PipelineFile out_;
};

}  // namespace

std::string StageLabel(const Stage& stage, std::size_t index) {
  return stage.name.empty() ? fmt::format("stage {}", index + 1) : fmt::format("stage `{}`", stage.name);
}

PipelineFile ReadPipelineFile(std::string_view text, const std::string& file) {
  const auto root = ParseToml(text);
  if (!root) {
    PipelineFile out;
    out.parsed.problems.push_back({file, root.error().pos, "not readable as TOML: " + root.error().what, ""});
    return out;
  }
  return FileReader(*root, file).Read();
}

ParsedPipeline ParsePipeline(std::string_view text, const std::string& file) {
  return ReadPipelineFile(text, file).parsed;
}

}  // namespace forge
