// Amounts as every surface and the report write them, so that the same number looks the same everywhere.
#pragma once

#include <cstdint>
#include <string>

namespace forge {

std::string TokenText(std::int64_t tokens);  // "840", "12.4k", "3.1M"
std::string BytesText(std::int64_t bytes);   // "840 B", "12.4 kB", "3.1 MB", "2.0 GB"
enum class UsdDigits { kTwo, kThree };
// "$0.32", or with three digits "$0.318". Below a cent always three, "$0.004", then "<$0.001": spent money is never
// zero.
std::string UsdText(double usd, UsdDigits digits = UsdDigits::kTwo);
// "$0.015 of $0.012", "$1.20 of $2.00": with as many digits as tell small amounts apart.
std::string UsdOfText(double spent, double limit);
std::string SpendText(std::int64_t tokens, double usd);  // "12.4k tokens, $0.32"; empty when nothing was spent

}  // namespace forge
