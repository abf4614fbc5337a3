// Reads the gate language. Evaluation is in gates_evaluate.cc.
#include "text/gates.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "text/lines.h"

namespace forge {
namespace {

// Enough for a person to read, and few enough that garbage input does not fill the memory.
constexpr std::size_t kMostGateProblems = 100;
constexpr std::size_t kMostDirectives = 10'000;

constexpr std::string_view kGateBlanks = " \t\v\f\r";

void Report(std::vector<GateProblem>& problems, int line, std::string_view block, std::string what) {
  if (problems.size() > kMostGateProblems) return;
  if (problems.size() == kMostGateProblems) what = "further problems are not listed";
  problems.push_back({line, std::string(block), std::move(what)});
}

// Removes the first word from `rest` and returns it.
std::string_view TakeWord(std::string_view& rest) {
  rest = Trim(rest);
  std::size_t end = std::min(rest.find_first_of(kGateBlanks), rest.size());
  std::string_view word = rest.substr(0, end);
  rest = Trim(rest.substr(end));
  return word;
}

bool IsName(std::string_view text) {
  auto allowed = [](char c) { return IsLetterOrDigit(c) || c == '_' || c == '-'; };
  return !text.empty() && std::all_of(text.begin(), text.end(), allowed);
}

bool IsField(std::string_view text) {
  auto parts = Split(text, '.');
  return std::all_of(parts.begin(), parts.end(), IsName);
}

// As in the reference grammar, quotes are part of the value unless they enclose all of it.
std::string_view Unquote(std::string_view value) {
  if (value.size() < 2 || value.front() != '"' || value.back() != '"') return value;
  std::string_view inner = value.substr(1, value.size() - 2);
  return inner.find('"') == std::string_view::npos ? inner : value;
}

// At commas, except inside a value that is quoted as a whole.
std::vector<std::string> SplitValues(std::string_view list) {
  std::vector<std::string> values;
  while (!list.empty()) {
    list = Trim(list);
    std::size_t from = 0;
    if (list.starts_with('"')) {
      std::size_t close = list.find('"', 1);
      std::size_t after = close == std::string_view::npos ? close : list.find_first_not_of(kGateBlanks, close + 1);
      bool whole = close != std::string_view::npos && (after == std::string_view::npos || list[after] == ',');
      if (whole) from = close;
    }
    std::size_t comma = std::min(list.find(',', from), list.size());
    std::string_view value = Trim(list.substr(0, comma));
    if (!value.empty()) values.emplace_back(Unquote(value));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return values;
}

// Each parser fills the directive and returns what is wrong with it, or nothing.
using Wrong = std::optional<std::string>;

Wrong ParseArtifact(std::string_view rest, GateDirective& out) {
  std::size_t last = rest.find_last_of(kGateBlanks);
  std::string_view word = last == std::string_view::npos ? rest : rest.substr(last + 1);
  if (word.starts_with("min=")) {
    std::string_view digits = word.substr(4);
    bool number = !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
    auto bytes = number ? ParseInt(digits) : std::nullopt;
    if (!bytes) return fmt::format("\"min=\" needs a number of bytes, not \"{}\"", Excerpt(digits, 40));
    out.min_bytes = *bytes;
    rest = Trim(rest.substr(0, rest.size() - word.size()));
  }
  rest = Unquote(rest);
  if (rest.empty()) return "artifact directive missing path";
  out.subject = rest;
  return std::nullopt;
}

Wrong ParsePredicate(std::string_view rest, GateDirective& out) {
  Wrong malformed = fmt::format("unknown predicate op or malformed predicate \"{}\"", Excerpt(out.text));
  std::string_view field = TakeWord(rest);
  std::string_view op = TakeWord(rest);
  if (!IsField(field) || rest.empty()) return malformed;
  out.subject = field;
  if (op == "in") {
    if (rest.size() < 2 || rest.front() != '[' || rest.back() != ']') return malformed;
    out.op = GateOp::kIn;
    out.values = SplitValues(rest.substr(1, rest.size() - 2));
    return std::nullopt;
  }
  if (op != "==" && op != "!=") return malformed;
  out.op = op == "==" ? GateOp::kEqual : GateOp::kNotEqual;
  out.values = {std::string(Unquote(rest))};
  return std::nullopt;
}

Wrong ParseAfter(std::string_view rest, GateDirective& out) {
  std::size_t equals = rest.find('=');
  std::string_view phase = Trim(rest.substr(0, equals));
  std::string_view value = equals == std::string_view::npos ? "" : Trim(rest.substr(equals + 1));
  if (!IsName(phase) || value.empty()) return fmt::format("malformed \"after\" directive \"{}\"", Excerpt(out.text));
  std::string verdict = Lower(Unquote(value));
  if (!IsOneOf(verdict, {"approved", "revision", "n/a"})) {
    return fmt::format("\"after\" verdict must be approved, revision or n/a, not \"{}\"", Excerpt(verdict, 40));
  }
  out.subject = phase;
  out.values = {std::move(verdict)};
  return std::nullopt;
}

Wrong UnknownDirective(std::string_view word) {
  std::string said = Excerpt(word, 40);
  auto meant = Closest(Lower(said), {"artifact", "require", "forbid", "after"});
  return fmt::format("unknown directive \"{}\"{}", said, meant ? fmt::format(" (did you mean {}?)", *meant) : "");
}

Wrong ParseDirective(std::string_view line, GateDirective& out) {
  // A NUL would end a path early for the operating system, but not for us.
  auto control = [](char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F; };
  if (std::any_of(line.begin(), line.end(), control)) return "control character in the directive";
  std::string_view rest = line;
  std::string_view word = TakeWord(rest);
  if (word == "artifact") {
    out.kind = GateDirective::Kind::kArtifact;
    return ParseArtifact(rest, out);
  }
  if (word == "require" || word == "forbid") {
    out.kind = word == "require" ? GateDirective::Kind::kRequire : GateDirective::Kind::kForbid;
    return ParsePredicate(rest, out);
  }
  if (word == "after") {
    out.kind = GateDirective::Kind::kAfter;
    return ParseAfter(rest, out);
  }
  return UnknownDirective(word);
}

// Adds one line of a gate to `gate`, or what is wrong with it to `problems`.
void AddLine(std::string_view line, int number, std::string_view block, Gate& gate,
             std::vector<GateProblem>& problems) {
  line = Trim(line);
  if (line.empty() || line.starts_with('#') || problems.size() > kMostGateProblems) return;
  if (gate.size() == kMostDirectives) {
    constexpr std::string_view kTooMany = "more than 10000 directives in one gate";
    if (problems.empty() || problems.back().what != kTooMany) Report(problems, number, block, std::string(kTooMany));
    return;
  }
  GateDirective directive;
  directive.line = number;
  directive.text = line;
  if (Wrong wrong = ParseDirective(line, directive)) {
    Report(problems, number, block, std::move(*wrong));
  } else {
    gate.push_back(std::move(directive));
  }
}

constexpr std::string_view kFence = "```";
constexpr std::string_view kOpen = "```gates";

bool LooksLikeOpening(std::string_view line) {
  return line.starts_with(kOpen) && (line.size() == kOpen.size() || !IsLetterOrDigit(line[kOpen.size()]));
}

bool IsClosing(std::string_view line) { return line.starts_with(kFence) && TrimRight(line) == kFence; }

// The phase an opening line names; empty when it is malformed.
std::string_view PhaseOf(std::string_view line) {
  constexpr std::string_view kAttribute = "phase=";
  std::string_view rest = line.substr(kOpen.size());
  if (rest.empty() || !IsBlank(rest.front())) return {};
  rest = Trim(rest);
  if (!rest.starts_with(kAttribute)) return {};
  rest.remove_prefix(kAttribute.size());
  return IsName(rest) ? rest : std::string_view{};
}

class GateFileReader {
 public:
  GateFile Read(std::string_view text) {
    LineReader lines(text);
    for (std::string_view line; lines.Next(line);) {
      if (LooksLikeOpening(line)) {
        if (open_) ReportUnterminated();
        Open(line, lines.number());
      } else if (open_ && IsClosing(line)) {
        Close();
      } else if (open_) {
        AddLine(line, lines.number(), phase_, gate_, file_.problems);
      }
    }
    if (open_) ReportUnterminated();
    return std::move(file_);
  }

 private:
  void Open(std::string_view line, int number) {
    open_ = true;
    opened_at_ = number;
    phase_ = PhaseOf(line);
    gate_.clear();
    if (phase_.empty()) {
      Report(file_.problems, number, "",
             fmt::format("malformed gates fence \"{}\": write ```gates phase=NAME", Excerpt(line)));
    } else if (file_.phases.contains(phase_)) {
      Report(file_.problems, number, phase_, fmt::format("duplicate gates block for phase \"{}\"", phase_));
    }
  }

  void Close() {
    if (!phase_.empty()) file_.phases.emplace(phase_, std::move(gate_));
    gate_ = {};
    open_ = false;
  }

  void ReportUnterminated() {
    Report(file_.problems, opened_at_, phase_,
           fmt::format("unterminated ```gates fence opened at line {}", opened_at_));
    open_ = false;
  }

  GateFile file_;
  bool open_ = false;
  int opened_at_ = 0;
  std::string phase_;
  Gate gate_;
};

}  // namespace

ParsedGate ParseGate(std::string_view text) {
  ParsedGate parsed;
  LineReader lines(text);
  for (std::string_view line; lines.Next(line);) AddLine(line, lines.number(), "", parsed.gate, parsed.problems);
  return parsed;
}

GateFile ParseGateFile(std::string_view text) { return GateFileReader().Read(text); }

}  // namespace forge
