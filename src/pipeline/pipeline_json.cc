// The resolved set as the journal keeps it. One list of fields serves both directions, so they cannot drift apart.
#include <fmt/core.h>

#include <limits>
#include <type_traits>
#include <utility>

#include "base/word_table.h"
#include "model/fields.h"
#include "pipeline/pipeline.h"

namespace forge {
namespace {

template <typename M, typename Visitor>
void VisitMember(M& member, const Member& plain, Visitor&& visit) {
  visit("name", member.name, plain.name);
  visit("role", member.role, plain.role);
  visit("sees", member.sees, plain.sees);
  visit("after", member.after, plain.after);
  visit("runtime", member.runtime, plain.runtime);
  visit("model", member.model, plain.model);
  visit("tier", member.tier, plain.tier);
  visit("effort", member.effort, plain.effort);
  visit("prompt", member.prompt, plain.prompt);
}

template <typename S, typename Visitor>
void VisitStage(S& stage, const Stage& plain, Visitor&& visit) {
  visit("name", stage.name, plain.name);
  visit("kind", stage.kind, plain.kind);
  visit("line", stage.pos.line, plain.pos.line);
  visit("column", stage.pos.column, plain.pos.column);
  visit("role", stage.role, plain.role);
  visit("prompt", stage.prompt, plain.prompt);
  visit("sees", stage.sees, plain.sees);
  visit("produces", stage.produces, plain.produces);
  visit("verdict", stage.verdict, plain.verdict);
  visit("verdict_form", stage.verdict_form, plain.verdict_form);
  visit("result", stage.result, plain.result);
  visit("members", stage.members, plain.members);
  visit("aggregate", stage.aggregate, plain.aggregate);
  visit("checks", stage.checks, plain.checks);
  visit("commands", stage.commands, plain.commands);
  visit("sarif", stage.sarif, plain.sarif);
  visit("mode", stage.mode, plain.mode);
  visit("repair", stage.repair, plain.repair);
  visit("question", stage.question, plain.question);
  visit("options", stage.options, plain.options);
  visit("shows", stage.shows, plain.shows);
  visit("unattended", stage.unattended, plain.unattended);
  visit("over", stage.over, plain.over);
  visit("pipeline", stage.pipeline, plain.pipeline);
  visit("pipeline_index", stage.pipeline_index, plain.pipeline_index);
  visit("max_concurrent", stage.max_concurrent, plain.max_concurrent);
  visit("how", stage.how, plain.how);
  visit("message", stage.message, plain.message);
  visit("when", stage.when, plain.when);
  visit("gate", stage.gate, plain.gate);
  visit("on_revision", stage.on_revision, plain.on_revision);
  visit("revision_index", stage.revision_index, plain.revision_index);
  visit("max_iterations", stage.max_iterations, plain.max_iterations);
  visit("rounds_setting", stage.rounds_setting, plain.rounds_setting);
  visit("on_exhausted", stage.on_exhausted, plain.on_exhausted);
  visit("converge", stage.converge, plain.converge);
  visit("retry", stage.retry, plain.retry);
  visit("timeout_ms", stage.timeout_ms, plain.timeout_ms);
  visit("tier", stage.tier, plain.tier);
  visit("effort", stage.effort, plain.effort);
  visit("model", stage.model, plain.model);
  visit("runtime", stage.runtime, plain.runtime);
  visit("budget", stage.budget, plain.budget);
}

template <typename P, typename Visitor>
void VisitPipeline(P& pipeline, const Pipeline& plain, Visitor&& visit) {
  visit("name", pipeline.name, plain.name);
  visit("about", pipeline.about, plain.about);
  visit("origin", pipeline.origin, plain.origin);
  visit("display", pipeline.display, plain.display);
  visit("budget", pipeline.budget, plain.budget);
  visit("stages", pipeline.stages, plain.stages);
}

void Visit(const Member& m, const Member& plain, auto&& visit) { VisitMember(m, plain, visit); }
void Visit(Member& m, const Member& plain, auto&& visit) { VisitMember(m, plain, visit); }
void Visit(const Stage& s, const Stage& plain, auto&& visit) { VisitStage(s, plain, visit); }
void Visit(Stage& s, const Stage& plain, auto&& visit) { VisitStage(s, plain, visit); }
void Visit(const Pipeline& p, const Pipeline& plain, auto&& visit) { VisitPipeline(p, plain, visit); }
void Visit(Pipeline& p, const Pipeline& plain, auto&& visit) { VisitPipeline(p, plain, visit); }

template <typename T>
Json Encode(const T& value);

// Members at their default are left out.
struct Writer {
  Json object = Json::MakeObject();
  template <typename T>
  void operator()(const char* key, const T& value, const T& plain) {
    if (value != plain) object.Set(key, Encode(value));
  }
};

template <typename T>
Json EncodeFields(const T& value) {
  Writer writer;
  Visit(value, T{}, writer);
  return std::move(writer.object);
}

template <typename T>
Json EncodeList(const std::vector<T>& values) {
  Json array = Json::MakeArray();
  for (const T& value : values) array.Append(Encode(value));
  return array;
}

template <typename T>
struct IsVector : std::false_type {};
template <typename T>
struct IsVector<std::vector<T>> : std::true_type {};

template <typename T>
Json Encode(const T& value) {
  if constexpr (std::is_enum_v<T>) {
    return Json(Name(value));
  } else if constexpr (IsVector<T>::value) {
    return EncodeList(value);
  } else if constexpr (std::is_same_v<T, Budget>) {
    return ToJson(value);
  } else if constexpr (std::is_same_v<T, Member> || std::is_same_v<T, Stage> || std::is_same_v<T, Pipeline>) {
    return EncodeFields(value);
  } else {
    return Json(value);
  }
}

template <typename T>
Result<T> DecodeFields(const Json& json, std::string_view name);

struct Reader {
  FieldReader& fields;

  template <typename T>
  void operator()(const char* key, T& out, const T&) {
    if constexpr (std::is_enum_v<T>) {
      fields.ReadWord(key, &ParseWord<T>, out);
    } else if constexpr (std::is_same_v<T, int>) {
      ReadInt(key, out);
    } else if constexpr (std::is_same_v<T, Budget>) {
      if (const Json* object = fields.Object(key)) out = BudgetFromJson(*object);
    } else if constexpr (std::is_same_v<T, std::vector<Member>> || std::is_same_v<T, std::vector<Stage>>) {
      ReadList(key, out);
    } else {
      fields.Read(key, out);
    }
  }

  void ReadInt(const char* key, int& out) {
    std::int64_t wide = out;
    fields.Read(key, wide);
    if (wide < std::numeric_limits<int>::min() || wide > std::numeric_limits<int>::max()) {
      fields.Adopt(key, Error{Code::kInvalid, fmt::format("{} is out of range", wide), ""});
    } else {
      out = static_cast<int>(wide);
    }
  }

  template <typename T>
  void ReadList(const char* key, std::vector<T>& out) {
    const Json* array = fields.Array(key);
    if (!array) return;
    for (const Json& item : array->AsArray()) {
      auto decoded = DecodeFields<T>(item, key);
      if (!decoded) return fields.Adopt(key, out.size(), decoded.error());
      out.push_back(std::move(*decoded));
    }
  }
};

template <typename T>
Result<T> DecodeFields(const Json& json, std::string_view name) {
  FieldReader fields(json, name);
  T value;
  Visit(value, T{}, Reader{fields});
  if (!fields.status()) return std::unexpected(fields.status().error());
  return value;
}

// The core follows these indices without a check.
Status CheckIndices(const PipelineSet& set) {
  for (const Pipeline& pipeline : set.pipelines) {
    for (const Stage& stage : pipeline.stages) {
      if (stage.pipeline_index < -1 || stage.pipeline_index >= static_cast<int>(set.pipelines.size()) ||
          stage.revision_index < -1 || stage.revision_index >= static_cast<int>(pipeline.stages.size())) {
        return Fail(Code::kInvalid, fmt::format("pipelines: stage `{}` points outside its set", stage.name));
      }
    }
  }
  return {};
}

}  // namespace

Json ToJson(const PipelineSet& set) {
  Json json = Json::MakeObject();
  json.Set("pipelines", EncodeList(set.pipelines));
  return json;
}

Result<PipelineSet> PipelineSetFromJson(const Json& json) {
  FieldReader fields(json, "pipeline set");
  PipelineSet set;
  if (const Json* array = fields.Array("pipelines")) {
    for (const Json& item : array->AsArray()) {
      auto pipeline = DecodeFields<Pipeline>(item, "pipeline");
      if (!pipeline) {
        fields.Adopt("pipelines", set.pipelines.size(), pipeline.error());
        break;
      }
      set.pipelines.push_back(std::move(*pipeline));
    }
  }
  if (!fields.status()) return std::unexpected(fields.status().error());
  TRY(CheckIndices(set));
  return set;
}

}  // namespace forge
