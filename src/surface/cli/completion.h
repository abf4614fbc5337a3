// What may stand next on a command line, from the table and the forms; and the scripts with which shells ask for it.
// Knows no store: what exists is handed in.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace forge::cli {

// `forge __complete WORD...`: the words behind `forge`, the last one being typed. Not in the table of commands.
inline constexpr std::string_view kCompleteDoor = "__complete";

struct Candidate {
  std::string word;
  std::string about = {};
};

// What a project has and a word may name.
enum class Thing { kRun, kStepOfRun, kPlan, kStepOfPlan, kPipeline, kRole, kSetting, kAgent, kAnswer, kValue };

// `of`: of steps and answers, the run or plan that was typed before, empty: the current one; of values, the setting; of
// runs, what is typed of its name.
using FindThings = std::function<std::vector<Candidate>(Thing thing, const std::string& of)>;

struct Completion {
  std::vector<Candidate> words;  // those that begin with what was typed
  bool files = false;            // and paths
};

Completion Complete(const std::vector<std::string>& words, const FindThings& find);

// A line per word, with its description behind a tab; the last line is ":files" where paths may stand.
std::string CompletionText(const Completion& completion);

std::string BashCompletion();
std::string ZshCompletion();
std::string FishCompletion();

}  // namespace forge::cli
