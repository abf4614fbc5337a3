#include "agent/replay/replay.h"

#include <fmt/core.h>

#include <mutex>
#include <utility>

#include "base/base64.h"
#include "base/strings.h"
#include "os/files/files.h"
#include "os/files/tree_stamps.h"

namespace forge {
namespace {

constexpr std::int64_t kLargestFile = std::int64_t{4} << 20;
const std::vector<std::string>& PassedOver() {
  static const std::vector<std::string> names = {".git", ".forge", "node_modules"};
  return names;
}

// Any text as a multi-line TOML string.
std::string Quoted(std::string_view text) {
  const bool lines = text.find('\n') != std::string_view::npos;
  std::string out = lines ? "\"\"\"\n" : "\"";
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\\' || c == '"') {
      out += '\\';
      out += c;
    } else if ((byte < 0x20 && !(c == '\n' && lines)) || byte == 0x7f) {
      out += fmt::format("\\u{:04x}", byte);
    } else {
      out += c;
    }
  }
  return out + (lines ? "\"\"\"" : "\"");
}

// An argument must stay below 128 KiB, so big files are decoded in pieces.
std::vector<std::string> DecodingLines(const std::string& path, std::string_view bytes, bool executable) {
  constexpr std::size_t kPiece = 60'000;  // a multiple of 3: no padding inside
  std::vector<std::string> lines;
  const std::string name = ShellQuoted(path);
  const std::string folder =
      path.find('/') == std::string::npos ? "" : fmt::format("mkdir -p {} && ", ShellQuoted(DirName(path)));
  for (std::size_t at = 0; at < bytes.size(); at += kPiece) {
    lines.push_back(fmt::format("{}printf %s {} | base64 -d {} {}", folder, Base64(bytes.substr(at, kPiece)),
                                at == 0 ? ">" : ">>", name));
  }
  if (executable) lines.push_back("chmod +x " + name);
  return lines;
}

// A script names the classes as we do, with two exceptions.
std::string_view FailWord(ErrorClass error_class) {
  if (error_class == ErrorClass::kMalformed) return "garbage";
  if (error_class == ErrorClass::kCancelled) return "unknown";
  return Name(error_class);
}

ReplayFail FailOf(const AgentAnswer& answer) {
  if (!answer.failed) return ReplayFail::kNone;
  return ParseWord<ReplayFail>(FailWord(answer.error_class)).value_or(ReplayFail::kUnknown);
}

void MatchLabel(const UnitLabel& label, ReplayTurn& turn) {
  turn.pipeline = label.pipeline;
  turn.stage = label.stage;
  turn.role = label.role;
  turn.member = label.member;
  turn.step = label.step;
  turn.iteration = label.iteration;
  turn.attempt = label.attempt;
}

bool IsText(std::string_view bytes) {
  return bytes.find('\0') == std::string_view::npos && bytes.find('\r') == std::string_view::npos &&
         ValidUtf8(bytes) == bytes;
}

class RecordRuntime : public Runtime {
 public:
  RecordRuntime(std::string file, std::unique_ptr<Runtime> asked) : file_(std::move(file)), asked_(std::move(asked)) {}

  std::string name() const override { return asked_->name(); }
  RuntimeNeeds needs() const override { return asked_->needs(); }
  std::vector<std::string> secrets() const override { return asked_->secrets(); }

  AgentAnswer Ask(const AgentRequest& request, std::stop_token stop) override {
    const auto before = ListTree(request.cwd, PassedOver());
    AgentAnswer answer = asked_->Ask(request, std::move(stop));
    // A stopped unit will be asked again.
    if (answer.failed && answer.error_class == ErrorClass::kCancelled) return answer;
    ReplayTurn turn;
    std::vector<std::string> left_out;
    MatchLabel(request.label, turn);
    turn.text = answer.failed ? answer.error : answer.text;
    turn.usage = answer.usage;
    turn.fail = FailOf(answer);
    CompareTree(request.cwd, before, turn, left_out);
    std::lock_guard lock(mutex_);
    if (Status kept = AppendFile(file_, FormatTurn(turn, left_out)); !kept && request.on_event) {
      request.on_event({AgentEvent::Kind::kNotice, "not recorded: " + Describe(kept.error()), {}});
    }
    return answer;
  }

 private:
  static void CompareTree(const std::string& directory, const std::map<std::string, FileStamp>& before,
                          ReplayTurn& turn, std::vector<std::string>& left_out) {
    const auto after = ListTree(directory, PassedOver());
    for (const auto& [path, stamp] : after) {
      auto old = before.find(path);
      if (old != before.end() && old->second == stamp) continue;
      if (stamp.link || stamp.size > kLargestFile) {
        left_out.push_back(path);
        continue;
      }
      auto bytes = ReadFile(JoinPath(directory, path));
      if (!bytes) {
        left_out.push_back(path);
      } else if (IsText(*bytes) && ValidUtf8(path) == path) {
        turn.writes.push_back({path, *std::move(bytes), stamp.executable});
      } else {
        for (std::string& line : DecodingLines(path, *bytes, stamp.executable)) turn.runs.push_back(std::move(line));
      }
    }
    for (const auto& [path, stamp] : before) {
      if (!after.contains(path)) turn.deletes.push_back(path);
    }
  }

  const std::string file_;
  const std::unique_ptr<Runtime> asked_;
  std::mutex mutex_;
};

}  // namespace

std::string FormatTurn(const ReplayTurn& turn, const std::vector<std::string>& left_out) {
  std::string out = "[[turn]]\n";
  auto text = [&](std::string_view key, const std::optional<std::string>& value) {
    if (value) out += fmt::format("{} = {}\n", key, Quoted(*value));
  };
  text("pipeline", turn.pipeline);
  text("stage", turn.stage);
  text("role", turn.role);
  text("member", turn.member);
  text("step", turn.step);
  if (turn.iteration) out += fmt::format("iteration = {}\n", *turn.iteration);
  if (turn.attempt) out += fmt::format("attempt = {}\n", *turn.attempt);
  if (turn.fail != ReplayFail::kNone) out += fmt::format("fail = \"{}\"\n", Name(turn.fail));
  if (!turn.text.empty()) text("text", turn.text);
  if (const Usage& usage = turn.usage; !usage.empty()) {
    out += fmt::format(
        "usage = {{ input_tokens = {}, output_tokens = {}, cache_read_tokens = {}, cache_write_tokens = {}, usd = "
        "{:.6f} "
        "}}\n",
        usage.input_tokens, usage.output_tokens, usage.cache_read_tokens, usage.cache_write_tokens, usage.usd);
  }
  for (const std::string& path : left_out) out += "# not recorded: " + ReplaceAll(path, "\n", " ") + "\n";
  for (const ReplayWrite& write : turn.writes) {
    out += fmt::format("  [[turn.write]]\n  path = {}\n", Quoted(write.path));
    if (write.executable) out += "  executable = true\n";
    out += fmt::format("  content = {}\n", Quoted(write.content));
  }
  for (const std::string& path : turn.deletes) out += fmt::format("  [[turn.delete]]\n  path = {}\n", Quoted(path));
  for (const std::string& line : turn.runs) out += fmt::format("  [[turn.run]]\n  command = {}\n", Quoted(line));
  return out + "\n";
}

Result<std::unique_ptr<Runtime>> MakeRecordRuntime(const std::string& rest, const RuntimePlaces& places) {
  const std::size_t colon = rest.find(':');
  if (colon == 0 || colon == std::string::npos || colon + 1 == rest.size()) {
    return Fail(Code::kInvalid, "the agent `record:` needs a file and an agent",
                "write record:FILE:SPEC, such as record:run.toml:claude");
  }
  auto asked = TRY(MakeRuntime(rest.substr(colon + 1), places));
  const std::string file = JoinPath(places.base_directory, rest.substr(0, colon));
  TRY(MakeDirectories(DirName(file)));
  TRY(AppendFile(file, ""));  // fail early if the file cannot be written
  return std::make_unique<RecordRuntime>(file, std::move(asked));
}

}  // namespace forge
