// What a person sees and can do when a run asks to approve its plan: a summary, the whole text in a pager, the text in
// an editor, and what changed since it was last shown. Decides nothing.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "engine/state.h"
#include "service/run_queries.h"
#include "surface/cli/command.h"

namespace forge::cli {

class ApprovalPrompt {
 public:
  // Remembers that this text was shown, and what was shown before it.
  static Result<ApprovalPrompt> Show(Context& context, const RunView& view);

  // "v", "e" or "d". True: the plan was edited, so the question is another one now.
  Result<bool> Take(char key);

  static constexpr std::string_view kKeys = "ved";
  static constexpr std::string_view kKeyHelp =
      "  v  read the whole plan\n  e  edit it in $EDITOR\n  d  show what changed since it was last shown\n";

 private:
  ApprovalPrompt(Context& context, RunId run, std::string path, std::string text, std::string before)
      : context_(context), run_(run), path_(std::move(path)), text_(std::move(text)), before_(std::move(before)) {}

  Result<bool> Edit();
  void TellChange();

  Context& context_;
  RunId run_;
  std::string path_;  // of the document, absolute
  std::string text_;
  std::string before_;  // the last other text that was shown; empty: none
};

}  // namespace forge::cli
