#include "podium/core/measure/own/formula_operations.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace podium {

double sum_of_ranks(std::span<const double> values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum;
}

namespace {

double power(double base, double exponent, double /*unused*/) {
  return std::pow(base, exponent);
}

double count_of(std::span<const double> values) {
  return static_cast<double>(
      std::ranges::count_if(values, [](double value) { return value != 0.0; }));
}

double first_of(std::span<const double> values) {
  const auto found = std::ranges::find_if(values, [](double value) { return value != 0.0; });
  if (found == values.end()) return std::numeric_limits<double>::infinity();
  return static_cast<double>(found - values.begin() + 1);
}

constexpr std::array operations = {
    FormulaOperation{.name = "", .kind = FormulaKind::number},
    FormulaOperation{.name = "rank",
                     .kind = FormulaKind::variable,
                     .needs = FormulaScope::rank,
                     .variable = FormulaVariable::rank},
    FormulaOperation{.name = "discount",
                     .kind = FormulaKind::variable,
                     .needs = FormulaScope::rank,
                     .variable = FormulaVariable::discount},
    FormulaOperation{.name = "gain",
                     .kind = FormulaKind::variable,
                     .needs = FormulaScope::document,
                     .variable = FormulaVariable::gain},
    FormulaOperation{.name = "label",
                     .kind = FormulaKind::variable,
                     .needs = FormulaScope::document,
                     .variable = FormulaVariable::label},
    FormulaOperation{.name = "relevant",
                     .kind = FormulaKind::variable,
                     .needs = FormulaScope::document,
                     .variable = FormulaVariable::relevant},
    FormulaOperation{.name = "judged",
                     .kind = FormulaKind::variable,
                     .needs = FormulaScope::document,
                     .variable = FormulaVariable::judged},
    FormulaOperation{.name = "n", .kind = FormulaKind::variable, .variable = FormulaVariable::n},
    FormulaOperation{.name = "k", .kind = FormulaKind::variable, .variable = FormulaVariable::k},
    FormulaOperation{.name = "sum",
                     .kind = FormulaKind::over_ranks,
                     .arguments = 1,
                     .inside = FormulaScope::rank,
                     .over_ranks = sum_of_ranks},
    FormulaOperation{.name = "count",
                     .kind = FormulaKind::over_ranks,
                     .arguments = 1,
                     .inside = FormulaScope::rank,
                     .over_ranks = count_of},
    FormulaOperation{.name = "first",
                     .kind = FormulaKind::over_ranks,
                     .arguments = 1,
                     .inside = FormulaScope::rank,
                     .over_ranks = first_of},
    FormulaOperation{.name = "total",
                     .kind = FormulaKind::total,
                     .arguments = 1,
                     .inside = FormulaScope::document},
    FormulaOperation{.name = "ideal", .kind = FormulaKind::ideal, .arguments = 1},
    FormulaOperation{.name = "norm", .kind = FormulaKind::norm, .arguments = 1},
    FormulaOperation{.name = "before",
                     .kind = FormulaKind::before,
                     .arguments = 1,
                     .needs = FormulaScope::rank,
                     .inside = FormulaScope::rank},
    FormulaOperation{.name = "loss", .kind = FormulaKind::loss, .arguments = 1},
    FormulaOperation{.name = "log2",
                     .arguments = 1,
                     .scalar = [](double a, double, double) { return std::log2(a); }},
    FormulaOperation{.name = "log",
                     .arguments = 1,
                     .scalar = [](double a, double, double) { return std::log(a); }},
    FormulaOperation{.name = "exp",
                     .arguments = 1,
                     .scalar = [](double a, double, double) { return std::exp(a); }},
    FormulaOperation{.name = "sqrt",
                     .arguments = 1,
                     .scalar = [](double a, double, double) { return std::sqrt(a); }},
    FormulaOperation{.name = "abs",
                     .arguments = 1,
                     .scalar = [](double a, double, double) { return std::abs(a); }},
    FormulaOperation{.name = "floor",
                     .arguments = 1,
                     .scalar = [](double a, double, double) { return std::floor(a); }},
    FormulaOperation{.name = "min",
                     .arguments = 2,
                     .scalar = [](double a, double b, double) { return std::min(a, b); }},
    FormulaOperation{.name = "max",
                     .arguments = 2,
                     .scalar = [](double a, double b, double) { return std::max(a, b); }},
    FormulaOperation{.name = "if",
                     .arguments = 3,
                     .scalar = [](double a, double b, double c) { return a != 0.0 ? b : c; }},
    FormulaOperation{
        .name = "+", .arguments = 2, .scalar = [](double a, double b, double) { return a + b; }},
    FormulaOperation{
        .name = "-", .arguments = 2, .scalar = [](double a, double b, double) { return a - b; }},
    FormulaOperation{
        .name = "*", .arguments = 2, .scalar = [](double a, double b, double) { return a * b; }},
    FormulaOperation{
        .name = "/", .arguments = 2, .scalar = [](double a, double b, double) { return a / b; }},
    FormulaOperation{.name = "^", .arguments = 2, .scalar = power},
    FormulaOperation{
        .name = "negate", .arguments = 1, .scalar = [](double a, double, double) { return -a; }},
    FormulaOperation{.name = "<=",
                     .arguments = 2,
                     .scalar = [](double a, double b, double) { return a <= b ? 1.0 : 0.0; }},
    FormulaOperation{.name = ">=",
                     .arguments = 2,
                     .scalar = [](double a, double b, double) { return a >= b ? 1.0 : 0.0; }},
    FormulaOperation{.name = "==",
                     .arguments = 2,
                     .scalar = [](double a, double b, double) { return a == b ? 1.0 : 0.0; }},
    FormulaOperation{.name = "!=",
                     .arguments = 2,
                     .scalar = [](double a, double b, double) { return a != b ? 1.0 : 0.0; }},
    FormulaOperation{.name = "<",
                     .arguments = 2,
                     .scalar = [](double a, double b, double) { return a < b ? 1.0 : 0.0; }},
    FormulaOperation{.name = ">",
                     .arguments = 2,
                     .scalar = [](double a, double b, double) { return a > b ? 1.0 : 0.0; }},
};

}  // namespace

std::span<const FormulaOperation> formula_operations() {
  return operations;
}

std::size_t formula_operation(std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(operations, name, &FormulaOperation::name) -
                                  operations.begin());
}

}  // namespace podium
