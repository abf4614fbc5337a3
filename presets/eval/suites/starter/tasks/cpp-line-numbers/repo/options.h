// What the pairs mean.
#pragma once

#include <string>

#include "reader.h"

struct Options {
  std::string colour = "grey";
  int size = 1;
};

// Throws std::runtime_error.
Options MakeOptions(const Pairs& pairs);
