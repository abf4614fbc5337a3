#include "verify/tap.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kLongestLine = 4096;
constexpr std::int64_t kMostPlanned = 100'000'000;

std::string_view TakeDigits(std::string_view& text) {
  const auto end = static_cast<std::size_t>(std::ranges::find_if_not(text, IsDigit) - text.begin());
  const std::string_view digits = text.substr(0, end);
  text.remove_prefix(end);
  return digits;
}

// After the first ` #` that no backslash escapes.
std::string_view DirectiveOf(std::string_view& text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '#' && (at == 0 || text[at - 1] == ' ')) {
      const std::string_view directive = Trim(text.substr(at + 1));
      text = text.substr(0, at);
      return directive;
    }
  }
  return {};
}

bool BeginsWith(std::string_view text, std::string_view word) {
  return text.size() >= word.size() && EqualsIgnoreCase(text.substr(0, word.size()), word);
}

}  // namespace

void TapReader::Feed(std::string_view chunk) {
  while (!chunk.empty()) {
    const std::size_t end = chunk.find('\n');
    const std::string_view part = chunk.substr(0, end);
    if (line_.size() + part.size() > kLongestLine) {
      line_.append(part.substr(0, kLongestLine - std::min(kLongestLine, line_.size())));
      too_long_ = true;
    } else if (!too_long_) {
      line_ += part;
    }
    if (end == std::string_view::npos) return;
    ReadLine(TrimRight(line_));
    line_.clear();
    too_long_ = false;
    chunk.remove_prefix(end + 1);
  }
}

void TapReader::ReadLine(std::string_view line) {
  if (line.starts_with("TAP version ")) {
    declared_ = true;
  } else if (line.starts_with("1..")) {
    ReadPlan(line.substr(3));
  } else if (line == "ok" || line.starts_with("ok ")) {
    ReadTest(line.substr(2), true);
  } else if (line == "not ok" || line.starts_with("not ok ")) {
    ReadTest(line.substr(6), false);
  } else if (line.starts_with("Bail out!")) {
    after_failure_ = false;
    if (declared_ || seen_ > 0) counts_.AddFailure({"Bail out!", "", ValidUtf8(Trim(line.substr(9)))});
  } else if (after_failure_) {
    ReadDetail(line);
  }
}

void TapReader::ReadPlan(std::string_view rest) {
  const auto last = ParseInt(TakeDigits(rest));
  rest = Trim(rest);
  if (!last || *last > kMostPlanned || !(rest.empty() || rest.starts_with('#'))) return;
  declared_ = true;
  planned_ = *last;
}

void TapReader::ReadTest(std::string_view rest, bool ok) {
  ++seen_;
  after_failure_ = false;
  const std::string_view directive = DirectiveOf(rest);
  rest = Trim(rest);
  std::string_view number = TakeDigits(rest);
  rest = Trim(rest);
  if (rest.starts_with("- ")) rest = Trim(rest.substr(2));
  if (BeginsWith(directive, "skip") || (!ok && BeginsWith(directive, "todo"))) {
    ++counts_.skipped;
  } else if (ok) {
    ++counts_.passed;
  } else {
    const std::string name = rest.empty() ? fmt::format("test {}", number.empty() ? std::to_string(seen_) : number)
                                          : ReplaceAll(ReplaceAll(rest, "\\#", "#"), "\\\\", "\\");
    after_failure_ = counts_.failures.size() < TestCounts::kMostNamed;
    counts_.AddFailure({ValidUtf8(name), "", ""});
  }
}

// "#   Failed test 'x'", "#   at t/a.t line 3.", and the `message:` of a YAML block.
void TapReader::ReadDetail(std::string_view line) {
  FailedTest& test = counts_.failures.back();
  std::string_view text = Trim(line);
  if (text == "---") return;
  if (text == "...") {
    after_failure_ = false;
  } else if (text.starts_with('#')) {
    text = Trim(text.substr(1));
    const std::size_t line_word = text.find(" line ");
    if (text.starts_with("at ") && line_word != std::string_view::npos) {
      std::string_view digits = text.substr(line_word + 6);
      test.place = ValidUtf8(fmt::format("{}:{}", text.substr(3, line_word - 3), TakeDigits(digits)));
    } else if (test.message.empty() && !text.starts_with("Failed test")) {
      test.message = ValidUtf8(text);
    }
  } else if (text.starts_with("message:") && test.message.empty()) {
    text = Trim(text.substr(8));
    if (text.size() > 1 && (text[0] == '"' || text[0] == '\'') && text.back() == text[0]) {
      text = text.substr(1, text.size() - 2);
    }
    test.message = ValidUtf8(text);
  }
}

std::optional<TestCounts> TapReader::Finish() {
  if (!line_.empty()) ReadLine(TrimRight(line_));
  line_.clear();
  if (!declared_ || (seen_ == 0 && planned_ <= 0)) return std::nullopt;
  if (planned_ > seen_) {
    counts_.AddFailure({"plan", "", fmt::format("{} tests were planned, {} ran", planned_, seen_)});
    counts_.failed += planned_ - seen_ - 1;
  }
  return counts_;
}

}  // namespace forge
