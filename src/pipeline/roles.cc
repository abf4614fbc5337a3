#include "pipeline/roles.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "pipeline/builtin.h"
#include "pipeline/file_words.h"
#include "pipeline/table_reader.h"
#include "pipeline/toml.h"

namespace forge {
namespace {

const std::vector<std::string>& KnownTools() {
  static const std::vector<std::string> tools = {"Read", "Write",     "Edit",     "Glob",     "Grep",
                                                 "Bash", "TodoWrite", "WebFetch", "WebSearch"};
  return tools;
}

bool IsServerTool(std::string_view tool) { return tool.starts_with("mcp__"); }

Json ToJson(const TomlValue& value) {
  switch (value.type) {
    case TomlValue::Type::kString: return Json(value.text);
    case TomlValue::Type::kInteger: return Json(value.integer);
    case TomlValue::Type::kFloat: return Json(value.number);
    case TomlValue::Type::kBoolean: return Json(value.boolean);
    case TomlValue::Type::kTime: return Json();
    case TomlValue::Type::kArray: break;
    case TomlValue::Type::kTable: {
      Json object = Json::MakeObject();
      for (const TomlMember& member : value.members) object.Set(member.key, ToJson(member.value));
      return object;
    }
  }
  Json array = Json::MakeArray();
  for (const TomlValue& item : value.items) array.Append(ToJson(item));
  return array;
}

// A schema may use only keywords that CheckSchema knows: a keyword that is ignored silently is worse than none.
class SchemaCheck {
 public:
  explicit SchemaCheck(ProblemList& problems) : problems_(problems) {}

  void Check(const TomlValue& schema, const std::string& path) {
    TableReader reader(schema, "`" + path + "`", problems_);
    reader.RefuseUnknown(
        {"type", "required", "properties", "items", "enum", "minItems", "additionalProperties", "description"});
    CheckType(reader);
    std::string description;
    reader.String("description", description);
    bool additional = true;
    reader.Bool("additionalProperties", additional);
    int least = 0;
    reader.Int("minItems", least, 0, 10000);
    reader.Expect("enum", TomlValue::Type::kArray, "a list");
    CheckProperties(reader, schema, path);
    if (const TomlValue* items = reader.Expect("items", TomlValue::Type::kTable, "a table"))
      Check(*items, path + ".items");
  }

 private:
  void CheckType(TableReader& reader) {
    static const std::vector<std::string> kTypes = {"object", "array",   "string", "integer",
                                                    "number", "boolean", "null"};
    const TomlMember* type = reader.table().Find("type");
    if (!type) return;
    if (type->value.type != TomlValue::Type::kArray) {
      std::string word;
      reader.OneOf("type", word, kTypes);
      return;
    }
    std::vector<std::string> words;
    reader.Strings("type", words);
    for (const std::string& word : words) {
      if (std::ranges::find(kTypes, word) != kTypes.end()) continue;
      problems_.Add(type->value.begin, fmt::format("`type` of {} cannot be {}", reader.where(), Quote(word)),
                    Suggest(word, kTypes, "one of"));
    }
  }

  void CheckProperties(TableReader& reader, const TomlValue& schema, const std::string& path) {
    const TomlValue* properties = reader.Expect("properties", TomlValue::Type::kTable, "a table");
    std::vector<std::string> names;
    for (const TomlMember& member : properties ? properties->members : std::vector<TomlMember>{}) {
      names.push_back(member.key);
      if (member.value.type == TomlValue::Type::kTable) {
        Check(member.value, path + "." + member.key);
      } else {
        problems_.Add(
            member.value.begin,
            fmt::format("{} of `{}` must be a table, not {}", Quote(member.key), path, TypeName(member.value.type)),
            "write " + member.key + " = { type = \"string\" }");
      }
    }
    std::vector<std::string> required;
    reader.Strings("required", required);
    for (const std::string& name : required) {
      if (!properties || std::ranges::find(names, name) != names.end()) continue;
      problems_.Add(schema.Find("required")->value.begin,
                    fmt::format("unknown property {} in `required` of `{}`", Quote(name), path),
                    Suggest(name, names, "the properties are"));
    }
  }

  ProblemList& problems_;
};

void ReadTools(TableReader& reader, Role& role) {
  reader.Strings("tools", role.tools);
  for (const std::string& tool : role.tools) {
    const bool known = IsServerTool(tool) || std::ranges::find(KnownTools(), tool) != KnownTools().end();
    if (!known) {
      reader.problems().Add(reader.ValuePos("tools"), fmt::format("unknown tool {}", Quote(tool)),
                            Suggest(tool, KnownTools(), "the tools are mcp__*,"));
    } else if (!role.network && (tool == "WebFetch" || tool == "WebSearch")) {
      reader.problems().Add(reader.ValuePos("tools"), fmt::format("a role without network cannot use `{}`", tool),
                            "remove network = \"off\", or the tool");
    } else if (!role.writes && (tool == "Write" || tool == "Edit")) {
      reader.problems().Add(reader.ValuePos("tools"), fmt::format("a role that does not write cannot use `{}`", tool),
                            "add writes = true, or remove the tool");
    }
  }
  if (reader.Has("tools")) return;
  role.tools = {"Read", "Glob", "Grep"};
  if (role.writes) role.tools = {"Read", "Write", "Edit", "Glob", "Grep", "Bash"};
}

void ReadResult(TableReader& reader, Role& role) {
  const TomlValue* schema = reader.Expect("result", TomlValue::Type::kTable, "a table");
  if (!schema) return;
  SchemaCheck(reader.problems()).Check(*schema, "result");
  const TomlMember* type = schema->Find("type");
  if (type && type->value.type == TomlValue::Type::kString && type->value.text != "object") {
    reader.problems().Add(type->value.begin, "a result block must be an object", "remove `type`");
  }
  role.result_schema = Json::MakeObject();
  role.result_schema.Set("type", "object");
  for (const TomlMember& member : schema->members) role.result_schema.Set(member.key, ToJson(member.value));
}

}  // namespace

ParsedRole ParseRole(std::string_view text, const std::string& file) {
  ParsedRole out;
  const auto root = ParseToml(text);
  if (!root) {
    out.problems.push_back({file, root.error().pos, "not valid TOML: " + root.error().what, ""});
    return out;
  }
  ProblemList problems(file);
  TableReader reader(*root, "the role", problems);
  reader.RefuseUnknown(
      {"name", "about", "persona", "writes", "network", "tier", "effort", "tools", "servers", "result"});
  Role role;
  role.origin = file;
  reader.Name("name", role.name);
  reader.String("about", role.about);
  reader.String("persona", role.persona);
  for (const char* key : {"name", "persona"}) {
    if (!reader.Has(key)) problems.Add({1, 1}, fmt::format("the role has no `{}`", key));
  }
  reader.Bool("writes", role.writes);
  std::string network = "on";
  reader.OneOf("network", network, {"on", "off"});
  role.network = network != "off";
  reader.OneOf("tier", role.tier, KnownTiers());
  reader.OneOf("effort", role.effort, KnownEfforts());
  ReadTools(reader, role);
  reader.Strings("servers", role.servers);
  ReadResult(reader, role);
  role.persona = std::string(Trim(role.persona));
  out.role = std::move(role);
  out.problems = problems.Take();
  return out;
}

std::vector<std::string> BuiltinRoleNames() { return PresetNames(PresetKind::kRole); }

std::optional<Role> FindBuiltinRole(std::string_view name) {
  const auto text = FindPreset(PresetKind::kRole, name);
  if (!text) return std::nullopt;
  std::optional<Role> role = ParseRole(*text, "built-in").role;
  if (role) role->origin = "built-in";
  return role;
}

}  // namespace forge
