// Amounts as every surface and the report write them, so that the same number looks the same everywhere.
#pragma once

#include <cstdint>
#include <string>

namespace forge {

std::string TokenText(std::int64_t tokens);              // "840", "12.4k", "3.1M"
std::string UsdText(double usd);                         // "$0.32"; below a cent "$0.004", "<$0.001"
std::string SpendText(std::int64_t tokens, double usd);  // "12.4k tokens, $0.32"; empty when nothing was spent

}  // namespace forge
