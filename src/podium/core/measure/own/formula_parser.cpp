#include "podium/core/measure/own/formula_parser.hpp"

#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/measure/own/formula_operations.hpp"

namespace podium {

namespace {

constexpr std::size_t longest_text = 1000;
constexpr std::size_t deepest = 50;

constexpr std::array<std::string_view, 6> comparisons = {"<=", ">=", "==", "!=", "<", ">"};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || c == '_';
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_named(const FormulaOperation& operation) {
  return !operation.name.empty() && is_letter(operation.name.front()) && operation.name != "negate";
}

/// Reads by recursive descent, from what binds least to what binds most.
class FormulaParser {
 public:
  explicit FormulaParser(std::string_view text) : text_(text) {}

  std::vector<Formula::Node> whole() {
    compared(FormulaScope::list);
    skip_blanks();
    if (at_ < text_.size()) refuse("an operator or the end");
    for (const Formula::Node& node : nodes_) {
      if (formula_operations()[node.operation].kind == FormulaKind::loss &&
          &node != &nodes_.back()) {
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
    nodes_.push_back({.operation = static_cast<std::uint8_t>(formula_operation(name)),
                      .part = part,
                      .begin = begin,
                      .end = at_});
    return nodes_.size() - 1;
  }

  std::size_t compared(FormulaScope scope) {
    const Depth depth(*this);
    const std::size_t begin = at_;
    const std::size_t left = added(scope);
    for (const std::string_view symbol : comparisons) {
      if (take(symbol)) return add(symbol, begin, {left, added(scope)});
    }
    return left;
  }

  std::size_t added(FormulaScope scope) {
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

  std::size_t multiplied(FormulaScope scope) {
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

  std::size_t negated(FormulaScope scope) {
    const Depth depth(*this);
    const std::size_t begin = at_;
    if (take("-")) return add("negate", begin, {negated(scope)});
    const std::size_t base = primary(scope);
    if (take("^")) return add("^", begin, {base, negated(scope)});
    return base;
  }

  std::size_t primary(FormulaScope scope) {
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

  std::size_t named(FormulaScope scope) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    const std::size_t place = formula_operation(name);
    if (place == formula_operations().size() || !is_named(formula_operations()[place])) {
      std::vector<std::string_view> known;
      for (const FormulaOperation& operation : formula_operations()) {
        if (is_named(operation)) known.push_back(operation.name);
      }
      refuse_at(begin, "found " + in_quotes(name) + ", expected one of: " + joined(known));
    }
    const FormulaOperation& operation = formula_operations()[place];
    check_scope(operation, scope, begin);
    if (operation.arguments == 0) return add(name, begin);
    if (!take("(")) refuse("'(' after " + in_quotes(name));
    const FormulaScope inside =
        operation.inside == FormulaScope::list && operation.kind == FormulaKind::scalar
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

  void check_scope(const FormulaOperation& operation, FormulaScope scope, std::size_t begin) const {
    if (operation.needs <= scope) return;
    refuse_at(begin, operation.needs == FormulaScope::rank && scope == FormulaScope::document
                         ? in_quotes(operation.name) +
                               " has no meaning inside total(...), whose documents have no rank"
                         : in_quotes(operation.name) +
                               " belongs to a document; put it inside sum, count, first or total");
  }

  /// Counts brackets and signs inside each other.
  class Depth {
   public:
    explicit Depth(FormulaParser& parser) : parser_(parser) {
      if (++parser_.depth_ > 2 * deepest) {
        parser_.refuse_at(parser_.at_, fmt::format("nested more than {} levels deep", deepest));
      }
    }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    Depth(Depth&&) = delete;
    Depth& operator=(Depth&&) = delete;
    ~Depth() { --parser_.depth_; }

   private:
    FormulaParser& parser_;
  };

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  std::vector<Formula::Node> nodes_;
};

}  // namespace

std::vector<Formula::Node> parse_formula(std::string_view text) {
  if (text.size() > longest_text) {
    throw UsageError(fmt::format("formula: found {} characters, expected at most {}", text.size(),
                                 longest_text));
  }
  return FormulaParser(text).whole();
}

}  // namespace podium
