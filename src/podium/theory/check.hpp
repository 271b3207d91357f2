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

#include "podium/base/options.hpp"
#include "podium/theory/tally.hpp"

namespace podium {

/// How much a check looks at.
struct CheckOptions {
  std::size_t cases = 20'000;

  static auto fields() {
    return std::array{
        field("cases", &CheckOptions::cases, std::size_t{1}, std::size_t{1'000'000'000},
              "random cases of an inequality; what looks at all orders of each takes one for 200"),
    };
  }
};

/// The statement as printed, and the one that is to replace it, over the same random cases.
struct Tallies {
  Tally printed;
  Tally corrected;

  Tallies& operator+=(const Tallies& later) {
    printed += later.printed;
    corrected += later.corrected;
    return *this;
  }
};

/// What a check found.
struct CheckOutcome {
  Tallies tallies = {};
  std::string counterexample = {};  ///< in words with its numbers; empty when nothing was refuted
  std::vector<std::pair<std::string, double>> numbers = {};  ///< worth knowing, by name
};

enum class Expectation { holds, fails };

/// A statement of a paper, and how it is put to the test.
struct TheoryCheck {
  std::string_view name;
  std::string_view reference;  ///< key of docs/references.bib
  std::string_view statement;  ///< as the paper has it
  Expectation expectation = Expectation::holds;
  std::string_view corrected = {};  ///< what does hold; may be empty, as when all holds
  std::function<CheckOutcome(const CheckOptions& options, std::uint64_t seed)> run;
};

struct CheckResult {
  TheoryCheck check;
  CheckOutcome outcome;

  /// A statement that holds was never violated; one that does not was refuted by its counterexample
  /// and its corrected form was never violated. Nothing is met by looking at no case.
  bool is_met() const;
};

/// Every check, in the order of the papers.
std::vector<TheoryCheck> theory_checks();

/// Those of the named ones, in the order of `checks`; all when there is no name. Throws UsageError
/// naming the known ones.
std::vector<TheoryCheck> chosen_checks(std::vector<TheoryCheck> checks,
                                       std::span<const std::string_view> names);

/// Runs them one after the other, each over all threads. The same bits for any number of threads.
std::vector<CheckResult> run_checks(std::span<const TheoryCheck> checks,
                                    const CheckOptions& options, std::uint64_t seed);

/// Throws NumericError that names the checks which are not met.
void require_met(std::span<const CheckResult> results);

}  // namespace podium
