#include "service/eval/eval_statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <random>

namespace forge {
namespace {

constexpr std::size_t kMostExact = 16;
constexpr std::int64_t kPermutationDraws = 20'000;
constexpr std::size_t kBootstrapDraws = 10'000;
constexpr std::uint64_t kFixedSeed = 20'310'504;
constexpr double kTwoSided95 = 1.959963984540054;
// Sums of the same numbers in another order differ in their last digits.
constexpr double kSameSum = 1e-9;

// The probability of at most `k` heads in `n` throws of a fair coin.
double CoinTail(std::int64_t k, std::int64_t n) {
  double sum = 0;
  for (std::int64_t i = 0; i <= k; ++i) {
    const auto heads = static_cast<double>(i);
    const auto all = static_cast<double>(n);
    sum += std::exp(std::lgamma(all + 1) - std::lgamma(heads + 1) - std::lgamma(all - heads + 1) - all * std::log(2.0));
  }
  return sum;
}

double AbsoluteSum(const std::vector<double>& values, std::uint64_t signs) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += ((signs >> i) & 1U) != 0 ? -values[i] : values[i];
  return std::abs(sum);
}

double ExactPermutation(const std::vector<double>& values, double seen) {
  const std::uint64_t all = std::uint64_t{1} << values.size();
  std::uint64_t as_far = 0;
  for (std::uint64_t signs = 0; signs < all; ++signs) {
    if (AbsoluteSum(values, signs) >= seen) ++as_far;
  }
  return static_cast<double>(as_far) / static_cast<double>(all);
}

double DrawnPermutation(const std::vector<double>& values, double seen) {
  std::mt19937_64 random(kFixedSeed);
  std::int64_t as_far = 0;
  for (std::int64_t draw = 0; draw < kPermutationDraws; ++draw) {
    double sum = 0;
    for (const double value : values) sum += (random() & 1U) != 0 ? -value : value;
    if (std::abs(sum) >= seen) ++as_far;
  }
  return static_cast<double>(as_far + 1) / static_cast<double>(kPermutationDraws + 1);
}

}  // namespace

Spread SpreadOf(const std::vector<double>& values) {
  Spread spread;
  spread.count = static_cast<std::int64_t>(values.size());
  if (values.empty()) return spread;
  const auto count = static_cast<double>(values.size());
  spread.mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  const auto [smallest, largest] = std::ranges::minmax(values);
  spread.smallest = smallest;
  spread.largest = largest;
  // The mean of equal values may be rounded away from them.
  if (smallest == largest) {
    spread.mean = smallest;
    return spread;
  }
  double squares = 0;
  for (const double value : values) squares += (value - spread.mean) * (value - spread.mean);
  spread.deviation = std::sqrt(squares / (count - 1));
  return spread;
}

Interval ShareInterval(double successes, std::int64_t cases) {
  if (cases <= 0) return {0, 1};
  const auto n = static_cast<double>(cases);
  const double share = std::clamp(successes / n, 0.0, 1.0);
  const double z2 = kTwoSided95 * kTwoSided95;
  const double middle = (share + z2 / (2 * n)) / (1 + z2 / n);
  const double half = kTwoSided95 * std::sqrt(share * (1 - share) / n + z2 / (4 * n * n)) / (1 + z2 / n);
  return {std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

double SignTest(std::int64_t one, std::int64_t other) {
  const std::int64_t pairs = one + other;
  if (pairs <= 0) return 1;
  return std::min(1.0, 2 * CoinTail(std::min(one, other), pairs));
}

double PermutationTest(const std::vector<double>& differences) {
  std::vector<double> values;
  std::ranges::copy_if(differences, std::back_inserter(values), [](double value) { return value != 0; });
  if (values.empty()) return 1;
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  const double seen = std::abs(sum) * (1 - kSameSum);
  return values.size() <= kMostExact ? ExactPermutation(values, seen) : DrawnPermutation(values, seen);
}

std::optional<Interval> MeanInterval(const std::vector<double>& differences) {
  const Spread spread = SpreadOf(differences);
  const double scale = std::max(std::abs(spread.smallest), std::abs(spread.largest));
  if (differences.size() < 2 || spread.largest - spread.smallest <= kSameSum * scale) return std::nullopt;
  std::mt19937_64 random(kFixedSeed);
  std::vector<double> means(kBootstrapDraws);
  for (double& mean : means) {
    double sum = 0;
    for (std::size_t i = 0; i < differences.size(); ++i) sum += differences[random() % differences.size()];
    mean = sum / static_cast<double>(differences.size());
  }
  std::ranges::sort(means);
  return Interval{means[kBootstrapDraws / 40], means[kBootstrapDraws - 1 - kBootstrapDraws / 40]};
}

double SmallestPossibleP(std::int64_t pairs) {
  return pairs <= 0 ? 1 : std::min(1.0, 2 * std::pow(0.5, static_cast<double>(pairs)));
}

std::vector<double> Corrected(const std::vector<double>& p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t place) { return p[place]; });
  std::vector<double> corrected(p.size());
  double largest = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    largest = std::max(largest, std::min(1.0, p[order[rank]] * static_cast<double>(p.size() - rank)));
    corrected[order[rank]] = largest;
  }
  return corrected;
}

}  // namespace forge
