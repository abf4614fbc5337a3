#include "text/formats/yaml.h"

#include <fmt/core.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kMostNodes = 100'000;
constexpr std::size_t kDeepestYaml = 64;

// What the handler throws through yaml-cpp: there is no other way to stop it.
struct Refused {
  int line;
  std::string why;
};

Json TypedScalar(const std::string& text) {
  if (text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL") return nullptr;
  if (text == "true" || text == "True" || text == "TRUE") return true;
  if (text == "false" || text == "False" || text == "FALSE") return false;
  bool number = (text[0] >= '0' && text[0] <= '9') || text[0] == '-' || text[0] == '+' || text[0] == '.';
  if (!number) return text;
  if (auto integer = ParseInt(text)) return *integer;
  if (auto real = ParseDouble(text)) return *real;
  return text;
}

std::size_t CountNodes(const Json& value) {
  std::size_t count = 1;
  for (const Json& item : value.AsArray()) count += CountNodes(item);
  for (const auto& [key, item] : value.AsObject()) count += CountNodes(item);
  return count;
}

class JsonFromEvents : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { Add(mark, anchor, nullptr); }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    bool key = WantsKey();
    Add(mark, anchor, tag == "?" && !key ? TypedScalar(value) : Json(value));
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    auto found = anchors_.find(anchor);
    if (found == anchors_.end()) Refuse(mark, "an alias inside the value it names");
    Count(mark, CountNodes(found->second));
    Add(mark, 0, found->second);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    Open(mark, anchor, Json::MakeArray());
  }
  void OnSequenceEnd() override { Close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    Open(mark, anchor, Json::MakeObject());
  }
  void OnMapEnd() override { Close(); }

  Json Take() { return std::move(result_); }

 private:
  struct Frame {
    YAML::Mark mark;
    YAML::anchor_t anchor = 0;
    bool is_map = false;
    Json::Array items;
    Json::Object members;
    std::optional<std::string> key;
    std::unordered_set<std::string> keys;
  };

  [[noreturn]] static void Refuse(const YAML::Mark& mark, std::string why) {
    throw Refused{std::max(mark.line, 0), std::move(why)};
  }

  bool WantsKey() const { return !stack_.empty() && stack_.back().is_map && !stack_.back().key; }

  void Count(const YAML::Mark& mark, std::size_t nodes) {
    nodes_ += nodes;
    if (nodes_ > kMostNodes) Refuse(mark, fmt::format("more than {} values", kMostNodes));
  }

  void Open(const YAML::Mark& mark, YAML::anchor_t anchor, const Json& empty) {
    Count(mark, 1);
    if (stack_.size() >= kDeepestYaml) Refuse(mark, fmt::format("nested deeper than {}", kDeepestYaml));
    if (WantsKey()) Refuse(mark, "a key that is not a string");
    Frame& frame = stack_.emplace_back();
    frame.mark = mark;
    frame.anchor = anchor;
    frame.is_map = empty.is_object();
  }

  void Close() {
    Frame frame = std::move(stack_.back());
    stack_.pop_back();
    Add(frame.mark, frame.anchor, frame.is_map ? Json(std::move(frame.members)) : Json(std::move(frame.items)));
  }

  void Add(const YAML::Mark& mark, YAML::anchor_t anchor, Json value) {
    if (!value.is_object() && !value.is_array()) Count(mark, 1);
    if (anchor != 0) anchors_.insert_or_assign(anchor, value);
    if (stack_.empty()) {
      result_ = std::move(value);
      return;
    }
    Frame& frame = stack_.back();
    if (!frame.is_map) {
      frame.items.push_back(std::move(value));
    } else if (frame.key) {
      frame.members.emplace_back(*std::exchange(frame.key, std::nullopt), std::move(value));
    } else {
      SetKey(mark, frame, value);
    }
  }

  static void SetKey(const YAML::Mark& mark, Frame& frame, const Json& value) {
    if (!value.is_string()) Refuse(mark, "a key that is not a string");
    if (!frame.keys.insert(value.AsString()).second)
      Refuse(mark, fmt::format("duplicate key \"{}\"", value.AsString()));
    frame.key = value.AsString();
  }

  std::vector<Frame> stack_;
  std::unordered_map<YAML::anchor_t, Json> anchors_;
  std::size_t nodes_ = 0;
  Json result_;
};

// --- Printing. ---

bool IsPlainScalar(std::string_view text) {
  constexpr std::string_view kFirst = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_/";
  constexpr std::string_view kFurther = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_/.-+() ";
  if (text.empty() || kFirst.find(text[0]) == std::string_view::npos || text.ends_with(' ')) return false;
  if (text.find_first_not_of(kFurther) != std::string_view::npos || text.find("  ") != std::string_view::npos)
    return false;
  std::string word = Lower(text);
  for (std::string_view taken : {"null", "true", "false", "yes", "no", "on", "off", "y", "n"}) {
    if (word == taken) return false;
  }
  return true;
}

std::string Scalar(const Json& value) {
  if (value.is_string() && IsPlainScalar(value.AsString())) return value.AsString();
  return value.Dump();
}

bool IsInline(const Json& value) {
  return (!value.is_array() && !value.is_object()) || (value.AsArray().empty() && value.AsObject().empty());
}

// Writes the value after "key:" or "-"; `indent` is that of its lines when it needs its own.
void PrintValue(std::string& out, const Json& value, std::size_t indent, bool in_item) {
  if (IsInline(value)) {
    out += " " + Scalar(value) + "\n";
    return;
  }
  // The first member of a map goes after the dash of its item.
  bool first_behind = in_item && value.is_object();
  out += first_behind ? " " : "\n";
  bool first = true;
  auto start = [&] {
    if (!first || !first_behind) out.append(indent, ' ');
    first = false;
  };
  for (const Json& item : value.AsArray()) {
    start();
    out += '-';
    PrintValue(out, item, indent + 2, true);
  }
  for (const auto& [key, member] : value.AsObject()) {
    start();
    out += Scalar(key) + ":";
    PrintValue(out, member, indent + 2, false);
  }
}

}  // namespace

Result<Json> ParseYaml(std::string_view text, int first_line) {
  if (text.size() > kLargestYaml) {
    return Fail(Code::kInvalid,
                fmt::format("line {}: {} bytes of YAML; at most {} are read", first_line, text.size(), kLargestYaml));
  }
  auto fail = [first_line](int line, std::string_view why) {
    return Fail(Code::kInvalid, fmt::format("line {}: {}", first_line + std::max(line, 0), why));
  };
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    JsonFromEvents events;
    parser.HandleNextDocument(events);
    return events.Take();
  } catch (const Refused& refused) {
    return fail(refused.line, refused.why);
  } catch (const YAML::Exception& error) {
    return fail(error.mark.line, error.msg);
  }
}

std::string PrintYaml(const Json& value) {
  if (value.is_null()) return {};
  if (IsInline(value)) return Scalar(value) + "\n";
  std::string out;
  PrintValue(out, value, 0, false);
  return out.substr(1);  // the line end in front
}

}  // namespace forge
