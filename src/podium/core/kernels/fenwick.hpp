#pragma once

#include <cstddef>
#include <span>

namespace podium {

/// Prefix sums that can be changed: add and prefix are O(log n). Works on borrowed memory that
/// is zero at first, so that a loop can reuse it. Value needs += and a zero Value{}. [Fenwick94]
template <class Value>
class Fenwick {
 public:
  explicit Fenwick(std::span<Value> zeros) : nodes_(zeros) {}

  /// Adds `value` at `place`.
  void add(std::size_t place, const Value& value) {
    for (std::size_t node = place + 1; node <= nodes_.size(); node += node & (~node + 1)) {
      nodes_[node - 1] += value;
    }
  }

  /// Sum of the values at places 0 .. end-1.
  Value prefix(std::size_t end) const {
    Value sum{};
    for (std::size_t node = end; node > 0; node &= node - 1) sum += nodes_[node - 1];
    return sum;
  }

 private:
  std::span<Value> nodes_;
};

}  // namespace podium
