#include "pipeline/load.h"

#include <fmt/core.h>

#include <ranges>
#include <utility>

#include "pipeline/conditions.h"
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
    reader.RefuseUnknown({"name", "about", "display", "budget", "when", "stage"});
    pipeline_.origin = problems_.file();
    reader.Name("name", pipeline_.name);
    if (!reader.Has("name")) problems_.Add({1, 1}, "the pipeline has no `name`", "add name = \"...\" at the top");
    reader.String("about", pipeline_.about);
    reader.Word("display", pipeline_.display);
    pipeline_.budget = ReadBudget(reader, "budget");
    conditions_.ReadTable(reader);
    ReadStages(reader);
    conditions_.ReportUnused();
    PlaceStages();
    CheckPipeline(pipeline_, sources_, problems_);
    CheckGates(pipeline_, sources_, problems_);
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
      if (written_.size() == kMaxStages) {
        problems_.Add(table.begin, fmt::format("the pipeline has more than {} stages", kMaxStages));
        return;
      }
      written_.push_back(StageReader(problems_, conditions_, out_.roles).Read(table, written_.size()));
    }
  }

  // An inline stage comes before the stage it leads to. If there are several, that of the latest stage comes first:
  // work that one stage sends back never passes through another's inline stage, whose verdict may still be valid.
  void PlaceStages() {
    std::vector<std::vector<std::size_t>> made_before(written_.size());
    for (std::size_t i = 0; i < written_.size(); ++i) {
      if (written_[i].made) made_before[TargetOf(i)].push_back(i);
    }
    for (std::size_t i = 0; i < written_.size(); ++i) {
      for (const std::size_t maker : std::views::reverse(made_before[i])) {
        Place(*written_[maker].made, written_[maker].made_source);
      }
      Place(written_[i].stage, written_[i].source);
    }
  }

  void Place(const Stage& stage, const StageSource& source) {
    const auto use = [&](const std::string& name, std::string_view key, bool for_reads) {
      if (name.empty()) return;
      out_.each.push_back({pipeline_.stages.size(), name, source.table->Find(key)->value.begin, for_reads});
    };
    use(stage.pipeline, "pipeline", false);
    use(stage.reading_pipeline, "reading_pipeline", true);
    pipeline_.stages.push_back(stage);
    sources_.push_back(source);
  }

  // The stage that the one made by stage `maker` leads to.
  std::size_t TargetOf(std::size_t maker) {
    const std::string& then = written_[maker].then;
    if (then.empty()) return maker;
    std::vector<std::string> earlier;
    for (std::size_t i = 0; i <= maker; ++i) {
      if (written_[i].stage.name == then) return i;
      earlier.push_back(written_[i].stage.name);
    }
    const std::string where = fmt::format("`then` of `on_revision` of {}", StageLabel(written_[maker].stage, maker));
    const SourcePos pos = written_[maker].made_source.table->Find("then")->value.begin;
    problems_.Add(pos, fmt::format("unknown stage {} in {}", Quote(then), where),
                  Suggest(then, earlier, "the stages so far are"));
    return maker;
  }

  const TomlValue& root_;
  ProblemList problems_;
  Pipeline pipeline_;
  Conditions conditions_{problems_};
  std::vector<WrittenStage> written_;  // in the order of the file
  std::vector<StageSource> sources_;   // of the pipeline's stages
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
    out.parsed.problems.push_back({file, root.error().pos, "not valid TOML: " + root.error().what, ""});
    return out;
  }
  return FileReader(*root, file).Read();
}

ParsedPipeline ParsePipeline(std::string_view text, const std::string& file) {
  return ReadPipelineFile(text, file).parsed;
}

}  // namespace forge
