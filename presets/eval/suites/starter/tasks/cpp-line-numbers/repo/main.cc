#include <exception>
#include <fstream>
#include <iostream>

#include "options.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: config FILE\n";
    return 2;
  }
  std::ifstream file(argv[1]);
  try {
    const Options options = MakeOptions(ReadPairs(file));
    std::cout << "colour=" << options.colour << " size=" << options.size << "\n";
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
