#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/research/theory/tally.hpp"

namespace podium::research {

/// The number of cases of a check.
struct CheckOptions {
  std::size_t cases = 20'000;

  static auto fields() {
    return std::array{
        field("cases", &CheckOptions::cases, std::size_t{1}, std::size_t{1'000'000'000},
              "number of random cases per inequality; checks that enumerate all orders use 1/200 "
              "of this number"),
    };
  }
};

/// The statement as printed and its corrected form, over the same random cases.
struct Tallies {
  Tally printed;
  Tally corrected;

  Tallies& operator+=(const Tallies& later) {
    printed += later.printed;
    corrected += later.corrected;
    return *this;
  }
};

/// The result of a check.
struct CheckOutcome {
  Tallies tallies = {};
  std::string counterexample = {};  ///< in words with its numbers; empty when nothing was refuted
  std::vector<std::pair<std::string, double>> numbers = {};  ///< further results by name
};

enum class Expectation { holds, fails };

/// A statement of a paper, and the function that checks it.
struct TheoryCheck {
  std::string_view name;
  std::string_view reference;  ///< key of docs/references.bib
  std::string_view statement;  ///< as printed in the paper
  Expectation expectation = Expectation::holds;
  std::string_view corrected = {};  ///< the corrected statement; empty when the printed one holds
  std::function<CheckOutcome(const CheckOptions& options, std::uint64_t seed)> run;
};

struct CheckResult {
  TheoryCheck check;
  CheckOutcome outcome;

  /// True when a statement expected to hold was never violated, and one expected to fail was
  /// refuted by its counterexample while its corrected form was never violated. False without any
  /// case.
  bool is_met() const;
};

/// Every check, in the order of the papers.
std::vector<TheoryCheck> theory_checks();

/// The checks with the given names, in the order of `checks`; all when no name is given. Throws
/// UsageError with the known names for an unknown one.
std::vector<TheoryCheck> chosen_checks(std::vector<TheoryCheck> checks,
                                       std::span<const std::string_view> names);

/// Runs the checks one by one, each on all threads. The same bits for any number of threads.
std::vector<CheckResult> run_checks(std::span<const TheoryCheck> checks,
                                    const CheckOptions& options, std::uint64_t seed);

/// Throws NumericError with the names of the checks that are not met.
void require_met(std::span<const CheckResult> results);

}  // namespace podium::research
