// Standard output and error, with colours where they are wanted. Knows no command.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/json_array.h"
#include "surface/view/tones.h"

namespace forge::cli {

class Output {
 public:
  Output(std::FILE* out, std::FILE* err, bool colour) : out_(out), err_(err), palette_(colour) {}

  void Write(std::string_view text);
  void Line(std::string_view text);
  void Print(const Json& json);          // one line
  void Complain(std::string_view text);  // to standard error, as one line
  void Complain(const Error& error);

  // Flushes. A reader that closed the pipe is no error; any other failed write is.
  Status Flush();

  // A write failed as it does when the terminal was closed.
  bool terminal_is_gone() const;
  // What failed there is forgotten: from now on the streams are others.
  void LeaveTerminal();

  std::string Paint(Tone tone, std::string_view text) const { return palette_.Paint(tone, text); }
  const Palette& palette() const { return palette_; }

 private:
  void Note(bool written);

  std::FILE* out_;
  std::FILE* err_;
  Palette palette_;
  int error_ = 0;  // errno of the first write that failed
};

}  // namespace forge::cli
