// The statistics of an evaluation. Pure and the same on every machine: what is drawn at random has a fixed seed.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace forge {

struct Spread {
  std::int64_t count = 0;
  double mean = 0;
  double deviation = 0;  // standard deviation of the sample; 0 of less than two
  double smallest = 0, largest = 0;
};
Spread SpreadOf(const std::vector<double>& values);

struct Interval {
  double low = 0, high = 0;
};
// Of a share, with 95 % confidence (Wilson): wide where there are few cases. A case that was tried several times counts
// as the part of it that succeeded. Of no cases: 0 to 1.
Interval ShareInterval(double successes, std::int64_t cases);

// Two-sided and exact. Of pairs that differ, `one` differ in one direction and `other` in the other; for pairs of yes
// and no this is McNemar's exact test. 1 when no pair differs.
double SignTest(std::int64_t one, std::int64_t other);

// Two-sided: how often the mean difference is at least as far from 0 when the sign of every difference is left to
// chance. Exact up to 16 differences that are not 0; above that 20,000 draws, counted so that p is never 0.
double PermutationTest(const std::vector<double>& differences);

// Of the mean difference, with 95 % confidence (percentile bootstrap, 10,000 draws). None where all differences are the
// same: drawing from them again shows no width, which is no certainty.
std::optional<Interval> MeanInterval(const std::vector<double>& differences);

// The smallest p that a test of `pairs` pairs that differ can give at all.
double SmallestPossibleP(std::int64_t pairs);

// p values made larger because several tests were made at once (Holm); in the order they came.
std::vector<double> Corrected(const std::vector<double>& p);

}  // namespace forge
