#include "surface/cli/output.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/flow.h"
#include "base/strings.h"

namespace forge::cli {

void Output::Note(bool written) {
  if (!written && error_ == 0) error_ = errno;
}

void Output::Write(std::string_view text) { Note(std::fwrite(text.data(), 1, text.size(), out_) == text.size()); }

void Output::Flow(std::string_view text) { Write(forge::Flow(text, width())); }

void Output::Line(std::string_view text) {
  Flow(text);
  Write("\n");
}

std::size_t Output::width() const { return width_ ? static_cast<std::size_t>(std::max(0, width_())) : 0; }

void Output::Print(const Json& json) { Write(json.Dump() + "\n"); }

void Output::Complain(std::string_view text) {
  std::fflush(out_);  // so that both streams read in order when they go to one place
  const std::string flowing = forge::Flow(text, width());
  std::fwrite(flowing.data(), 1, flowing.size(), err_);
  std::fputc('\n', err_);
}

void Output::Complain(const Error& error) {
  std::string text = Paint(Tone::kBad, "forge:") + " " + error.message;
  if (!error.hint.empty()) text += "\n  hint: " + ReplaceAll(error.hint, "\n", "\n        ");
  Complain(text);
}

bool Output::terminal_is_gone() const { return error_ == EIO; }

void Output::LeaveTerminal() {
  error_ = 0;
  std::clearerr(out_);
  std::clearerr(err_);
  palette_ = Palette(false);
  KeepLines();
}

Status Output::Flush() {
  Note(std::fflush(out_) == 0);
  if (error_ == 0 || error_ == EPIPE) return {};
  return Fail(Code::kIo, std::string("cannot write to standard output: ") + std::strerror(error_));
}

}  // namespace forge::cli
