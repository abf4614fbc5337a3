// Unlikely plans, for property tests: every field, with texts that look like the syntax around them.
#pragma once

#include <random>
#include <string>

#include "text/plan/plan.h"

namespace forge {

class RandomPlan {
 public:
  explicit RandomPlan(unsigned seed) : random_(seed) {}

  PlanDocument Next();
  std::string Text();  // several lines of anything; may be empty
  std::string Line();  // one line of anything, trimmed; may be empty
  int Below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }

 private:
  StepSpec Step(int number);
  std::vector<std::string> Lines(int most);
  MustHaves SomeMustHaves();

  std::mt19937 random_;
};

}  // namespace forge
