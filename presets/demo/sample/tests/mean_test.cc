#include "../src/mean.h"

#include <cstdio>

int main() {
  if (Mean({1, 2, 6}) != 3) return std::puts("Mean({1, 2, 6}) is not 3"), 1;
  if (Mean({}) != 0) return std::puts("Mean({}) is not 0"), 1;
  return 0;
}
