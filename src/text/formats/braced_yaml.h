// Paths with braces in YAML that a person wrote without quotes: `writes: [src/{a,b}.ts]`. Does not parse YAML.
#pragma once

#include <string>
#include <string_view>

namespace forge {

// The text with quotes around values and items of inline lists that hold braces but are no map. Line by line, so line
// numbers stay. Only for text that is no YAML as it is: what YAML takes means what YAML says.
std::string QuoteBraces(std::string_view yaml);

}  // namespace forge
