#include "podium/measure/own/formula.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/base/text.hpp"
#include "podium/data/unjudged.hpp"
#include "podium/measure/binary/relevance.hpp"
#include "podium/measure/gain.hpp"

namespace podium {

namespace {

constexpr std::size_t longest_text = 1000;
constexpr std::size_t deepest = 50;

/// What a part of a formula can see.
enum class Scope : std::uint8_t {
  list,      ///< numbers of the whole list
  document,  ///< also a document's label
  rank,      ///< also its rank
};

enum class Kind : std::uint8_t {
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

using Scalar = double (*)(double a, double b, double c);
using OverRanks = double (*)(std::span<const double> values);

double power(double base, double exponent, double /*unused*/) {
  return std::pow(base, exponent);
}

double sum_of(std::span<const double> values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum;
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

enum class Variable : std::uint8_t { rank, discount, gain, label, relevant, judged, n, k };

/// All that a formula can consist of. Names are what is written; those of operators are theirs.
struct Operation {
  std::string_view name;
  Kind kind = Kind::scalar;
  std::uint8_t arguments = 0;
  Scope needs = Scope::list;   ///< the scope in which it may stand
  Scope inside = Scope::list;  ///< the scope of its arguments, if it opens one
  Variable variable = Variable::n;
  Scalar scalar = nullptr;
  OverRanks over_ranks = nullptr;
};

constexpr std::array operations = {
    Operation{.name = "", .kind = Kind::number},
    Operation{
        .name = "rank", .kind = Kind::variable, .needs = Scope::rank, .variable = Variable::rank},
    Operation{.name = "discount",
              .kind = Kind::variable,
              .needs = Scope::rank,
              .variable = Variable::discount},
    Operation{.name = "gain",
              .kind = Kind::variable,
              .needs = Scope::document,
              .variable = Variable::gain},
    Operation{.name = "label",
              .kind = Kind::variable,
              .needs = Scope::document,
              .variable = Variable::label},
    Operation{.name = "relevant",
              .kind = Kind::variable,
              .needs = Scope::document,
              .variable = Variable::relevant},
    Operation{.name = "judged",
              .kind = Kind::variable,
              .needs = Scope::document,
              .variable = Variable::judged},
    Operation{.name = "n", .kind = Kind::variable, .variable = Variable::n},
    Operation{.name = "k", .kind = Kind::variable, .variable = Variable::k},
    Operation{.name = "sum",
              .kind = Kind::over_ranks,
              .arguments = 1,
              .inside = Scope::rank,
              .over_ranks = sum_of},
    Operation{.name = "count",
              .kind = Kind::over_ranks,
              .arguments = 1,
              .inside = Scope::rank,
              .over_ranks = count_of},
    Operation{.name = "first",
              .kind = Kind::over_ranks,
              .arguments = 1,
              .inside = Scope::rank,
              .over_ranks = first_of},
    Operation{.name = "total", .kind = Kind::total, .arguments = 1, .inside = Scope::document},
    Operation{.name = "ideal", .kind = Kind::ideal, .arguments = 1},
    Operation{.name = "norm", .kind = Kind::norm, .arguments = 1},
    Operation{.name = "before",
              .kind = Kind::before,
              .arguments = 1,
              .needs = Scope::rank,
              .inside = Scope::rank},
    Operation{.name = "loss", .kind = Kind::loss, .arguments = 1},
    Operation{.name = "log2",
              .arguments = 1,
              .scalar = [](double a, double, double) { return std::log2(a); }},
    Operation{.name = "log",
              .arguments = 1,
              .scalar = [](double a, double, double) { return std::log(a); }},
    Operation{.name = "exp",
              .arguments = 1,
              .scalar = [](double a, double, double) { return std::exp(a); }},
    Operation{.name = "sqrt",
              .arguments = 1,
              .scalar = [](double a, double, double) { return std::sqrt(a); }},
    Operation{.name = "abs",
              .arguments = 1,
              .scalar = [](double a, double, double) { return std::abs(a); }},
    Operation{.name = "floor",
              .arguments = 1,
              .scalar = [](double a, double, double) { return std::floor(a); }},
    Operation{.name = "min",
              .arguments = 2,
              .scalar = [](double a, double b, double) { return std::min(a, b); }},
    Operation{.name = "max",
              .arguments = 2,
              .scalar = [](double a, double b, double) { return std::max(a, b); }},
    Operation{.name = "if",
              .arguments = 3,
              .scalar = [](double a, double b, double c) { return a != 0.0 ? b : c; }},
    Operation{
        .name = "+", .arguments = 2, .scalar = [](double a, double b, double) { return a + b; }},
    Operation{
        .name = "-", .arguments = 2, .scalar = [](double a, double b, double) { return a - b; }},
    Operation{
        .name = "*", .arguments = 2, .scalar = [](double a, double b, double) { return a * b; }},
    Operation{
        .name = "/", .arguments = 2, .scalar = [](double a, double b, double) { return a / b; }},
    Operation{.name = "^", .arguments = 2, .scalar = power},
    Operation{
        .name = "negate", .arguments = 1, .scalar = [](double a, double, double) { return -a; }},
    Operation{.name = "<=",
              .arguments = 2,
              .scalar = [](double a, double b, double) { return a <= b ? 1.0 : 0.0; }},
    Operation{.name = ">=",
              .arguments = 2,
              .scalar = [](double a, double b, double) { return a >= b ? 1.0 : 0.0; }},
    Operation{.name = "==",
              .arguments = 2,
              .scalar = [](double a, double b, double) { return a == b ? 1.0 : 0.0; }},
    Operation{.name = "!=",
              .arguments = 2,
              .scalar = [](double a, double b, double) { return a != b ? 1.0 : 0.0; }},
    Operation{.name = "<",
              .arguments = 2,
              .scalar = [](double a, double b, double) { return a < b ? 1.0 : 0.0; }},
    Operation{.name = ">",
              .arguments = 2,
              .scalar = [](double a, double b, double) { return a > b ? 1.0 : 0.0; }},
};

constexpr std::array<std::string_view, 6> comparisons = {"<=", ">=", "==", "!=", "<", ">"};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || c == '_';
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_named(const Operation& operation) {
  return !operation.name.empty() && is_letter(operation.name.front()) && operation.name != "negate";
}

/// The place of an operator or name; operations.size() when there is none.
std::size_t place_of(std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(operations, name, &Operation::name) -
                                  operations.begin());
}

/// Reads by recursive descent, from what binds least to what binds most.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  std::vector<Formula::Node> whole() {
    compared(Scope::list);
    skip_blanks();
    if (at_ < text_.size()) refuse("an operator or the end");
    for (const Formula::Node& node : nodes_) {
      if (operations[node.operation].kind == Kind::loss && &node != &nodes_.back()) {
        refuse_at(node.begin, "loss(...) must be around the whole formula");
      }
    }
    return std::move(nodes_);
  }

 private:
  [[noreturn]] void refuse(std::string_view expected) {
    skip_blanks();
    const std::string found =
        at_ < text_.size() ? in_quotes(text_.substr(at_, 1)) : std::string("the end");
    throw UsageError(fmt::format("formula {}, character {}: found {}, expected {}",
                                 in_quotes(text_), at_ + 1, found, expected));
  }

  [[noreturn]] void refuse_at(std::size_t place, const std::string& problem) const {
    throw UsageError(
        fmt::format("formula {}, character {}: {}", in_quotes(text_), place + 1, problem));
  }

  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  bool take(std::string_view symbol) {
    skip_blanks();
    if (!text_.substr(at_).starts_with(symbol)) return false;
    at_ += symbol.size();
    return true;
  }

  std::size_t add(std::string_view name, std::size_t begin, std::array<std::size_t, 3> part = {}) {
    nodes_.push_back({.operation = static_cast<std::uint8_t>(place_of(name)),
                      .part = part,
                      .begin = begin,
                      .end = at_});
    return nodes_.size() - 1;
  }

  std::size_t compared(Scope scope) {
    const Depth depth(*this);
    const std::size_t begin = at_;
    const std::size_t left = added(scope);
    for (const std::string_view symbol : comparisons) {
      if (take(symbol)) return add(symbol, begin, {left, added(scope)});
    }
    return left;
  }

  std::size_t added(Scope scope) {
    const std::size_t begin = at_;
    std::size_t left = multiplied(scope);
    while (true) {
      if (take("+")) {
        left = add("+", begin, {left, multiplied(scope)});
      } else if (take("-")) {
        left = add("-", begin, {left, multiplied(scope)});
      } else {
        return left;
      }
    }
  }

  std::size_t multiplied(Scope scope) {
    const std::size_t begin = at_;
    std::size_t left = negated(scope);
    while (true) {
      if (take("*")) {
        left = add("*", begin, {left, negated(scope)});
      } else if (take("/")) {
        left = add("/", begin, {left, negated(scope)});
      } else {
        return left;
      }
    }
  }

  std::size_t negated(Scope scope) {
    const Depth depth(*this);
    const std::size_t begin = at_;
    if (take("-")) return add("negate", begin, {negated(scope)});
    const std::size_t base = primary(scope);
    if (take("^")) return add("^", begin, {base, negated(scope)});
    return base;
  }

  std::size_t primary(Scope scope) {
    skip_blanks();
    if (at_ == text_.size()) refuse("a number, a name or '('");
    const char c = text_[at_];
    if (is_digit(c) || c == '.') return number();
    if (is_letter(c)) return named(scope);
    if (!take("(")) refuse("a number, a name or '('");
    const std::size_t inner = compared(scope);
    if (!take(")")) refuse("')'");
    return inner;
  }

  std::size_t number() {
    const std::size_t begin = at_;
    const auto digits = [&] {
      while (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.')) ++at_;
    };
    digits();
    if (at_ + 1 < text_.size() && text_[at_] == 'e' &&
        (is_digit(text_[at_ + 1]) || text_[at_ + 1] == '-' || text_[at_ + 1] == '+')) {
      at_ += 2;
      digits();
    }
    const auto value = parse_number<double>(text_.substr(begin, at_ - begin));
    if (!value) refuse_at(begin, "expected a number");
    const std::size_t node = add("", begin);
    nodes_[node].number = *value;
    return node;
  }

  std::size_t named(Scope scope) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    const std::size_t place = place_of(name);
    if (place == operations.size() || !is_named(operations[place])) {
      std::vector<std::string_view> known;
      for (const Operation& operation : operations) {
        if (is_named(operation)) known.push_back(operation.name);
      }
      refuse_at(begin, "found " + in_quotes(name) + ", expected one of: " + joined(known));
    }
    const Operation& operation = operations[place];
    check_scope(operation, scope, begin);
    if (operation.arguments == 0) return add(name, begin);
    if (!take("(")) refuse("'(' after " + in_quotes(name));
    const Scope inside = operation.inside == Scope::list && operation.kind == Kind::scalar
                             ? scope
                             : operation.inside;
    std::array<std::size_t, 3> part{};
    for (std::size_t i = 0; i < operation.arguments; ++i) {
      if (i > 0 && !take(",")) {
        refuse(fmt::format("',': {} takes {} arguments", name, operation.arguments));
      }
      part[i] = compared(inside);
    }
    if (!take(")")) refuse("')'");
    return add(name, begin, part);
  }

  void check_scope(const Operation& operation, Scope scope, std::size_t begin) const {
    if (operation.needs <= scope) return;
    refuse_at(begin, operation.needs == Scope::rank && scope == Scope::document
                         ? in_quotes(operation.name) +
                               " has no meaning inside total(...), whose documents have no rank"
                         : in_quotes(operation.name) +
                               " belongs to a document; put it inside sum, count, first or total");
  }

  /// Counts brackets and signs inside each other.
  class Depth {
   public:
    explicit Depth(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > 2 * deepest) {
        parser_.refuse_at(parser_.at_, fmt::format("nested more than {} levels deep", deepest));
      }
    }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    ~Depth() { --parser_.depth_; }

   private:
    Parser& parser_;
  };

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  std::vector<Formula::Node> nodes_;
};

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
  double of_document(Variable which, std::size_t i, double label) const {
    switch (which) {
      case Variable::rank:
        return static_cast<double>(i + 1);
      case Variable::discount:
        return discount(profile_.discount, i);
      case Variable::gain:
        return gain_(label);
      case Variable::relevant:
        return relevant_(label) ? 1.0 : 0.0;
      case Variable::judged:
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
    const Operation& operation = operations[node.operation];
    switch (operation.kind) {
      case Kind::number:
        return {.number = node.number};
      case Kind::variable:
        return of_variable(operation, list, documents);
      case Kind::scalar:
        return of_scalar(operation, node, list, documents);
      case Kind::over_ranks:
        return {.number = over_ranks(place, list)};
      case Kind::total:
        return {.number = sum_of(column_of(node.part[0], list, all_))};
      case Kind::before:
        return of_before(node, list, documents);
      case Kind::ideal:
        return {.number = ideal_of(node.part[0], list)};
      case Kind::norm: {
        const double best = ideal_of(node.part[0], list);
        const double value = of(node.part[0], list, list.label).number;
        return {.number = best == 0.0 ? std::nan("") : value / best};
      }
      case Kind::loss:
        break;
    }
    return of(node.part[0], list, documents);
  }

  Value of_variable(const Operation& operation, const LabelList& list,
                    std::span<const double> documents) const {
    if (operation.variable == Variable::n) return {.number = static_cast<double>(list.size)};
    if (operation.variable == Variable::k) {
      return {.number = static_cast<double>(cutoff_ == no_cutoff ? list.size : cutoff_)};
    }
    Value value{.is_column = true};
    value.column.reserve(documents.size());
    for (std::size_t i = 0; i < documents.size(); ++i) {
      value.column.push_back(of_document(operation.variable, i, documents[i]));
    }
    return value;
  }

  Value of_scalar(const Operation& operation, const Formula::Node& node, const LabelList& list,
                  std::span<const double> documents) const {
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
    const double value = operations[node.operation].over_ranks(column);
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
    for (const Variable which : {Variable::gain, Variable::discount}) {
      row.emplace_back(computation.of_document(which, rank, label[rank]), 6);
    }
    for (const auto& [name, column] : trace.columns) row.emplace_back(column[rank], 6);
  }
  explanation.totals = trace.totals;
}

}  // namespace

Formula::Formula(std::string_view text) : text_(trimmed(text)) {
  if (text_.size() > longest_text) {
    throw UsageError(fmt::format("formula: found {} characters, expected at most {}", text_.size(),
                                 longest_text));
  }
  nodes_ = Parser(text_).whole();
  is_loss_ = operations[nodes_.back().operation].kind == Kind::loss;
  uses_gain_ = std::ranges::any_of(nodes_, [](const Node& node) {
    const Operation& operation = operations[node.operation];
    return operation.kind == Kind::variable && operation.variable == Variable::gain;
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
