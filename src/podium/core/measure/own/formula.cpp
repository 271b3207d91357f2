#include "podium/core/measure/own/formula.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/unjudged.hpp"
#include "podium/core/measure/binary/relevance.hpp"
#include "podium/core/measure/gain.hpp"
#include "podium/core/measure/own/formula_operations.hpp"
#include "podium/core/measure/own/formula_parser.hpp"

namespace podium {

namespace {

/// A number, or a value at every rank or document.
struct Value {
  double number = 0.0;
  std::vector<double> column;  ///< if is_column
  bool is_column = false;

  double at(std::size_t i) const { return is_column ? column[i] : number; }
};

/// The labels of a list in the order of their ranks, as a formula sees them.
struct LabelList {
  std::span<const double> label;  ///< of the ranks that count
  std::size_t size = 0;           ///< length of the whole list
  bool is_ideal = false;
};

/// What sums and ideal values were met while a formula was computed, for an explanation.
struct Trace {
  std::vector<std::pair<std::string, std::vector<double>>> columns;
  std::vector<std::pair<std::string, double>> totals;
};

/// Computes the nodes of a formula for one judged ranking.
class Computation {
 public:
  Computation(const Formula& formula, const Profile& profile, const Relevance& relevant,
              std::size_t cutoff, const JudgedRanking& judged, Trace* trace)
      : formula_(formula),
        profile_(profile),
        gain_(profile.gain, 0.0),
        relevant_(relevant),
        cutoff_(cutoff),
        ranked_{judged.ranked_label().first(std::min(cutoff, judged.size())), judged.size()},
        all_(judged.ideal_label()),
        trace_(trace) {}

  const LabelList& ranked() const noexcept { return ranked_; }
  double value() const { return of(formula_.nodes().size() - 1, ranked_, ranked_.label).number; }

  /// A variable of the document at place i (from 0) of those that a sum runs over.
  double of_document(FormulaVariable which, std::size_t i, double label) const {
    switch (which) {
      case FormulaVariable::rank:
        return static_cast<double>(i + 1);
      case FormulaVariable::discount:
        return discount(profile_.discount, i);
      case FormulaVariable::gain:
        return gain_(label);
      case FormulaVariable::relevant:
        return relevant_(label) ? 1.0 : 0.0;
      case FormulaVariable::judged:
        return is_judged(label) ? 1.0 : 0.0;
      default:
        return label;
    }
  }

 private:
  std::string text_of(std::size_t place) const {
    const Formula::Node& node = formula_.nodes()[place];
    return std::string(
        trimmed(std::string_view(formula_.text()).substr(node.begin, node.end - node.begin)));
  }

  /// A node for a list; `documents` are the labels that the sum around it runs over.
  Value of(std::size_t place, const LabelList& list, std::span<const double> documents) const {
    const Formula::Node& node = formula_.nodes()[place];
    const FormulaOperation& operation = formula_operations()[node.operation];
    switch (operation.kind) {
      case FormulaKind::number:
        return {.number = node.number};
      case FormulaKind::variable:
        return of_variable(operation, list, documents);
      case FormulaKind::scalar:
        return of_scalar(operation, node, list, documents);
      case FormulaKind::over_ranks:
        return {.number = over_ranks(place, list)};
      case FormulaKind::total:
        return {.number = sum_of_ranks(column_of(node.part[0], list, all_))};
      case FormulaKind::before:
        return of_before(node, list, documents);
      case FormulaKind::ideal:
        return {.number = ideal_of(node.part[0], list)};
      case FormulaKind::norm: {
        const double best = ideal_of(node.part[0], list);
        const double value = of(node.part[0], list, list.label).number;
        return {.number = best == 0.0 ? std::nan("") : value / best};
      }
      case FormulaKind::loss:
        break;
    }
    return of(node.part[0], list, documents);
  }

  Value of_variable(const FormulaOperation& operation, const LabelList& list,
                    std::span<const double> documents) const {
    if (operation.variable == FormulaVariable::n) return {.number = static_cast<double>(list.size)};
    if (operation.variable == FormulaVariable::k) {
      return {.number = static_cast<double>(cutoff_ == no_cutoff ? list.size : cutoff_)};
    }
    Value value{.is_column = true};
    value.column.reserve(documents.size());
    for (std::size_t i = 0; i < documents.size(); ++i) {
      value.column.push_back(of_document(operation.variable, i, documents[i]));
    }
    return value;
  }

  Value of_scalar(const FormulaOperation& operation, const Formula::Node& node,
                  const LabelList& list, std::span<const double> documents) const {
    std::array<Value, 3> part;
    bool is_column = false;
    for (std::size_t i = 0; i < operation.arguments; ++i) {
      part[i] = of(node.part[i], list, documents);
      is_column = is_column || part[i].is_column;
    }
    if (!is_column) {
      return {.number = operation.scalar(part[0].number, part[1].number, part[2].number)};
    }
    Value value{.is_column = true};
    value.column.reserve(documents.size());
    for (std::size_t i = 0; i < documents.size(); ++i) {
      value.column.push_back(operation.scalar(part[0].at(i), part[1].at(i), part[2].at(i)));
    }
    return value;
  }

  std::vector<double> column_of(std::size_t place, const LabelList& list,
                                std::span<const double> documents) const {
    Value value = of(place, list, documents);
    if (value.is_column) return std::move(value.column);
    return std::vector<double>(documents.size(), value.number);
  }

  double over_ranks(std::size_t place, const LabelList& list) const {
    const Formula::Node& node = formula_.nodes()[place];
    std::vector<double> column = column_of(node.part[0], list, list.label);
    const double value = formula_operations()[node.operation].over_ranks(column);
    if (trace_ != nullptr && !list.is_ideal) {
      trace_->totals.emplace_back(text_of(place), value);
      trace_->columns.emplace_back(text_of(node.part[0]), std::move(column));
    }
    return value;
  }

  Value of_before(const Formula::Node& node, const LabelList& list,
                  std::span<const double> documents) const {
    Value value{.column = column_of(node.part[0], list, documents), .is_column = true};
    double sum = 0.0;
    for (double& term : value.column) sum += std::exchange(term, sum);
    return value;
  }

  double ideal_of(std::size_t place, const LabelList& list) const {
    const LabelList ideal{all_.first(std::min(cutoff_, all_.size())), all_.size(), true};
    const double value = of(place, ideal, ideal.label).number;
    if (trace_ != nullptr && !list.is_ideal) {
      trace_->totals.emplace_back("ideal " + text_of(place), value);
    }
    return value;
  }

  const Formula& formula_;
  const Profile& profile_;
  ScaledGain gain_;
  Relevance relevant_;
  std::size_t cutoff_;
  LabelList ranked_;
  std::span<const double> all_;
  Trace* trace_;
};

void explain(const Computation& computation, const Formula& formula, const Trace& trace,
             const JudgedRanking& judged, Explanation& explanation) {
  const std::span<const double> label = computation.ranked().label;
  explanation.formula = formula.text();
  explanation.terms.columns = {"rank", "document", "label", "gain", "discount"};
  for (const auto& [name, column] : trace.columns) explanation.terms.columns.push_back(name);
  for (std::size_t rank = 0; rank < label.size(); ++rank) {
    auto& row = explanation.terms.rows.emplace_back();
    row = {rank + 1, judged.order()[rank] + std::size_t{1}, Cell(label[rank], 2)};
    for (const FormulaVariable which : {FormulaVariable::gain, FormulaVariable::discount}) {
      row.emplace_back(computation.of_document(which, rank, label[rank]), 6);
    }
    for (const auto& [name, column] : trace.columns) row.emplace_back(column[rank], 6);
  }
  explanation.totals = trace.totals;
}

}  // namespace

Formula::Formula(std::string_view text) : text_(trimmed(text)) {
  nodes_ = parse_formula(text_);
  is_loss_ = formula_operations()[nodes_.back().operation].kind == FormulaKind::loss;
  uses_gain_ = std::ranges::any_of(nodes_, [](const Node& node) {
    const FormulaOperation& operation = formula_operations()[node.operation];
    return operation.kind == FormulaKind::variable && operation.variable == FormulaVariable::gain;
  });
}

MeasureFunction Formula::under(const Profile& profile, std::size_t cutoff) const {
  return [formula = *this, profile, relevant = Relevance({}, profile), cutoff](
             const JudgedRanking& judged, Explanation* explanation) -> std::optional<double> {
    if (formula.uses_gain()) check_labels(judged.ideal_label(), profile);
    Trace trace;
    const Computation computation(formula, profile, relevant, cutoff, judged,
                                  explanation == nullptr ? nullptr : &trace);
    const double value = computation.value();
    if (explanation != nullptr) explain(computation, formula, trace, judged, *explanation);
    if (std::isnan(value)) return std::nullopt;
    if (std::isinf(value)) {
      throw NumericError("formula " + in_quotes(formula.text()) + ": the value is infinite");
    }
    return value;
  };
}

}  // namespace podium
