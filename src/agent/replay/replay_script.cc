#include "agent/replay/replay_script.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/strings.h"
#include "pipeline/table_reader.h"
#include "pipeline/toml.h"

namespace forge {
namespace {

using Type = TomlValue::Type;

constexpr int kMost = 1'000'000;
constexpr std::int64_t kLongestDelayMs = 24LL * 3600 * 1000;

const std::vector<std::string>& TurnKeys() {
  static const std::vector<std::string> keys = {"pipeline", "stage",  "role", "member", "step",  "iteration",
                                                "attempt",  "repeat", "text", "result", "usage", "delay_ms",
                                                "write",    "delete", "run",  "fail"};
  return keys;
}

// Unlike TableReader's, this accepts the empty string: no step, no text, an empty file.
template <typename Text>
void ReadText(TableReader& reader, std::string_view key, Text& out) {
  if (const TomlValue* value = reader.Expect(key, Type::kString, "a string")) out = value->text;
}

void ReadMatcher(TableReader& reader, std::string_view key, std::optional<int>& out) {
  int number = 0;
  reader.Int(key, number, 1, kMost, "rounds and attempts are counted from 1");
  if (number > 0) out = number;
}

void ReadAmount(TableReader& reader, std::string_view key, std::int64_t& out, std::int64_t most) {
  const TomlValue* value = reader.Expect(key, Type::kInteger, "an integer");
  if (!value) return;
  if (value->integer < 0 || value->integer > most) {
    reader.problems().Add(value->begin, fmt::format("`{}` of {} must be 0 to {}", key, reader.where(), most));
    return;
  }
  out = value->integer;
}

class TurnReader {
 public:
  TurnReader(const TomlValue& table, std::size_t number, ProblemList& problems)
      : reader_(table, fmt::format("turn {}", number), problems), problems_(problems) {}

  ReplayTurn Read() {
    turn_.pos = reader_.table().begin;
    reader_.RefuseUnknown(TurnKeys());
    ReadText(reader_, "pipeline", turn_.pipeline);
    ReadText(reader_, "stage", turn_.stage);
    ReadText(reader_, "role", turn_.role);
    ReadText(reader_, "member", turn_.member);
    ReadText(reader_, "step", turn_.step);
    ReadMatcher(reader_, "iteration", turn_.iteration);
    ReadMatcher(reader_, "attempt", turn_.attempt);
    reader_.Bool("repeat", turn_.repeat);
    ReadText(reader_, "text", turn_.text);
    ReadResult();
    ReadUsage();
    ReadAmount(reader_, "delay_ms", turn_.delay_ms, kLongestDelayMs);
    ReadWrites();
    ReadDeletes();
    ReadRuns();
    ReadFail();
    return std::move(turn_);
  }

 private:
  void ReadResult() {
    const TomlValue* value = reader_.Expect("result", Type::kTable, "a table");
    if (value) turn_.result = ToJson(*value, "result");
  }

  Json ToJson(const TomlValue& value, const std::string& path) {
    switch (value.type) {
      case Type::kString: return value.text;
      case Type::kInteger: return value.integer;
      case Type::kFloat: return value.number;
      case Type::kBoolean: return value.boolean;
      case Type::kTime:
        problems_.Add(value.begin, fmt::format("`{}` of {} is a date, which JSON does not have", path, reader_.where()),
                      "write it as a string, in quotes");
        return Json();
      case Type::kArray: {
        Json::Array items;
        for (const TomlValue& item : value.items) items.push_back(ToJson(item, path));
        return items;
      }
      case Type::kTable: {
        Json::Object members;
        for (const TomlMember& member : value.members) {
          members.emplace_back(member.key, ToJson(member.value, path + "." + member.key));
        }
        return members;
      }
    }
    return Json();
  }

  void ReadUsage() {
    const TomlValue* value = reader_.Expect("usage", Type::kTable, "a table");
    if (!value) return;
    TableReader usage(*value, "usage of " + reader_.where(), problems_);
    usage.RefuseUnknown({"input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens", "usd"});
    constexpr std::int64_t kMostUsage = 1'000'000'000'000;
    ReadAmount(usage, "input_tokens", turn_.usage.input_tokens, kMostUsage);
    ReadAmount(usage, "output_tokens", turn_.usage.output_tokens, kMostUsage);
    ReadAmount(usage, "cache_read_tokens", turn_.usage.cache_read_tokens, kMostUsage);
    ReadAmount(usage, "cache_write_tokens", turn_.usage.cache_write_tokens, kMostUsage);
    ReadUsd(usage);
  }

  void ReadUsd(TableReader& usage) {
    const TomlMember* usd = usage.table().Find("usd");
    if (!usd) return;
    bool is_number = usd->value.type == Type::kFloat || usd->value.type == Type::kInteger;
    if (!is_number || !std::isfinite(usd->value.number) || usd->value.number < 0) {
      problems_.Add(usd->value.begin, fmt::format("`usd` of {} must be a number, 0 or more", usage.where()));
      return;
    }
    turn_.usage.usd = usd->value.number;
  }

  // Reads the tables of `[[turn.KEY]]`; `read` gets a reader for each.
  template <typename Read>
  void EachTable(std::string_view key, const std::vector<std::string>& keys, Read read) {
    const TomlValue* list = reader_.Expect(key, Type::kArray, fmt::format("a list of tables: [[turn.{}]]", key));
    if (!list) return;
    for (const TomlValue& item : list->items) {
      std::string where = fmt::format("{} of {}", key, reader_.where());
      if (item.type != Type::kTable) {
        problems_.Add(item.begin, fmt::format("{} must be a table, not {}", where, TypeName(item.type)),
                      fmt::format("write [[turn.{}]]", key));
        continue;
      }
      TableReader table(item, where, problems_);
      table.RefuseUnknown(keys);
      Require(table, keys.front());
      read(table);
    }
  }

  void Require(TableReader& table, const std::string& key) {
    if (!table.Has(key)) problems_.Add(table.table().begin, fmt::format("{} has no `{}`", table.where(), key));
  }

  void ReadPath(TableReader& table, std::string& out) {
    table.String("path", out);
    if (out.empty()) return;
    std::vector<std::string_view> parts = Split(out, '/');
    bool leaves = out.starts_with('/') || std::ranges::find(parts, "..") != parts.end();
    bool nothing = std::ranges::all_of(parts, [](std::string_view part) { return part.empty() || part == "."; });
    if (leaves || nothing || out.find('\0') != std::string::npos) {
      problems_.Add(table.ValuePos("path"), fmt::format("`path` of {} cannot be {}", table.where(), Quote(out)),
                    "paths are relative to the unit's directory and stay inside it");
    }
  }

  void ReadWrites() {
    EachTable("write", {"path", "content", "executable"}, [&](TableReader& table) {
      ReplayWrite write;
      ReadPath(table, write.path);
      Require(table, "content");
      ReadText(table, "content", write.content);
      table.Bool("executable", write.executable);
      turn_.writes.push_back(std::move(write));
    });
  }

  void ReadDeletes() {
    EachTable("delete", {"path"}, [&](TableReader& table) { ReadPath(table, turn_.deletes.emplace_back()); });
  }

  void ReadRuns() {
    EachTable("run", {"command"}, [&](TableReader& table) { table.String("command", turn_.runs.emplace_back()); });
  }

  void ReadFail() {
    std::vector<std::string> known = AllWords<ReplayFail>();
    known.erase(known.begin());  // the word of kNone
    std::string word;
    reader_.OneOf("fail", word, known);
    turn_.fail = ParseWord<ReplayFail>(word).value_or(ReplayFail::kNone);
    if (turn_.fail != ReplayFail::kNone && reader_.Has("result")) {
      problems_.Add(reader_.KeyPos("result"), fmt::format("{} has both `fail` and `result`", reader_.where()),
                    "a turn that fails gives no result: leave one of them out");
    }
  }

  TableReader reader_;
  ProblemList& problems_;
  ReplayTurn turn_;
};

}  // namespace

ParsedReplayScript ParseReplayScript(std::string_view text, const std::string& file) {
  ParsedReplayScript parsed;
  ProblemList problems(file);
  auto root = ParseToml(text);
  if (!root) {
    problems.Add(root.error().pos, root.error().what);
    parsed.problems = problems.Take();
    return parsed;
  }
  TableReader reader(*root, "the script", problems);
  reader.RefuseUnknown({"turn"});
  const TomlValue* turns = reader.Expect("turn", Type::kArray, "a list of tables: [[turn]]");
  if (!reader.Has("turn") || (turns && turns->items.empty())) {
    problems.Add({1, 1}, "the script has no turns", "write [[turn]] tables, see docs/replay.md");
  }
  for (std::size_t i = 0; turns && i < turns->items.size() && !problems.full(); ++i) {
    const TomlValue& item = turns->items[i];
    if (item.type == Type::kTable) {
      parsed.script.turns.push_back(TurnReader(item, i + 1, problems).Read());
    } else {
      problems.Add(item.begin, fmt::format("turn {} must be a table, not {}", i + 1, TypeName(item.type)));
    }
  }
  parsed.problems = problems.Take();
  return parsed;
}

}  // namespace forge
