// The board of all runs on a terminal, with keys to move, open, answer and pause. Knows the groups only by the view.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "surface/cli/command.h"
#include "surface/view/board.h"

namespace forge::cli {

class BoardScreen {
 public:
  explicit BoardScreen(Context& context) : context_(context) {}

  Result<Exit> Run();  // until q, Ctrl-C or the end of the input

 private:
  Result<bool> Take(const std::string& key);  // false: quit
  void Move(int by);
  Status OpenRun();
  Result<bool> AsksAnew(RunId run, std::set<std::pair<RunId, QuestionId>>& asked);
  Status Answer();
  void Pause();
  // Something else has the terminal meanwhile.
  template <typename Work>
  Status Aside(bool keys, Work work);
  void Enter();
  void Leave();
  void Draw();
  std::vector<std::string> Lines(std::size_t width, std::size_t room) const;
  std::optional<RunId> chosen() const;
  std::size_t Place() const;  // of the chosen run among the lines

  Context& context_;
  Board board_;
  RunId selected_;
  std::string message_;
  bool help_ = false;
};

}  // namespace forge::cli
