#pragma once
#include <vector>

// The arithmetic mean; 0 for no values.
double Mean(const std::vector<double>& values);
