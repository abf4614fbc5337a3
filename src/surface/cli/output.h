// Standard output and error, with colours where they are wanted. Knows no command.
#pragma once

#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "model/json_array.h"
#include "surface/view/tones.h"

namespace forge::cli {

class Output {
 public:
  // `width`: of the terminal that the output goes to, in columns; 0 or none: it goes to no terminal.
  Output(std::FILE* out, std::FILE* err, bool colour, std::function<int()> width = {})
      : out_(out), err_(err), palette_(colour), width_(std::move(width)) {}

  void Write(std::string_view text);     // as it is
  void Flow(std::string_view text);      // for people: wrapped between words on a terminal
  void Line(std::string_view text);      // the same, as a line
  void Print(const Json& json);          // one line
  void Complain(std::string_view text);  // to standard error, as one line
  void Complain(const Error& error);

  // Flushes. A reader that closed the pipe is no error; any other failed write is.
  Status Flush();

  // A write failed as it does when the terminal was closed.
  bool terminal_is_gone() const;
  // What failed there is forgotten: from now on the streams are others.
  void LeaveTerminal();

  std::size_t width() const;         // of the terminal; 0: lines may have any width
  void KeepLines() { width_ = {}; }  // lines are for programs: none is wrapped

  std::string Paint(Tone tone, std::string_view text) const { return palette_.Paint(tone, text); }
  const Palette& palette() const { return palette_; }

 private:
  void Note(bool written);

  std::FILE* out_;
  std::FILE* err_;
  Palette palette_;
  std::function<int()> width_;
  int error_ = 0;  // errno of the first write that failed
};

}  // namespace forge::cli
