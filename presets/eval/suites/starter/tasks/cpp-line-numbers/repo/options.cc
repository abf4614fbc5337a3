#include "options.h"

#include <stdexcept>

Options MakeOptions(const Pairs& pairs) {
  Options options;
  for (const auto& [key, value] : pairs) {
    if (key == "colour") {
      options.colour = value;
    } else if (key == "size") {
      if (value.empty() || value.find_first_not_of("0123456789") != std::string::npos)
        throw std::runtime_error("bad configuration");
      options.size = std::stoi(value);
    } else {
      throw std::runtime_error("bad configuration");
    }
  }
  return options;
}
