#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace podium {

/// What a part of a formula can see.
enum class FormulaScope : std::uint8_t {
  list,      ///< numbers of the whole list
  document,  ///< also a document's label
  rank,      ///< also its rank
};

enum class FormulaKind : std::uint8_t {
  number,
  variable,
  scalar,      ///< a function of one to three numbers
  over_ranks,  ///< a function of a value at every rank
  total,
  ideal,
  norm,
  before,
  loss,
};

using FormulaScalar = double (*)(double a, double b, double c);
using FormulaOverRanks = double (*)(std::span<const double> values);

enum class FormulaVariable : std::uint8_t { rank, discount, gain, label, relevant, judged, n, k };

/// All that a formula can consist of. Names are what is written; those of operators are theirs.
struct FormulaOperation {
  std::string_view name;
  FormulaKind kind = FormulaKind::scalar;
  std::uint8_t arguments = 0;
  FormulaScope needs = FormulaScope::list;   ///< the scope in which it may stand
  FormulaScope inside = FormulaScope::list;  ///< the scope of its arguments, if it opens one
  FormulaVariable variable = FormulaVariable::n;
  FormulaScalar scalar = nullptr;
  FormulaOverRanks over_ranks = nullptr;
};

/// The table of operations; Formula::Node names its rows by their places.
std::span<const FormulaOperation> formula_operations();

/// The place of an operator or name; formula_operations().size() when there is none.
std::size_t formula_operation(std::string_view name);

double sum_of_ranks(std::span<const double> values);

}  // namespace podium
