#include "reader.h"

#include <stdexcept>

static std::string Trim(const std::string& text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

Pairs ReadPairs(std::istream& in) {
  Pairs pairs;
  std::string line;
  while (std::getline(in, line)) {
    line = Trim(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    const auto equals = line.find('=');
    if (equals == std::string::npos) throw std::runtime_error("bad configuration");
    pairs.emplace_back(Trim(line.substr(0, equals)), Trim(line.substr(equals + 1)));
  }
  return pairs;
}
