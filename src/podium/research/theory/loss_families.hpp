#pragma once

#include <span>
#include <utility>
#include <vector>

#include "podium/core/base/random.hpp"
#include "podium/research/theory/order_sensitivity.hpp"

namespace podium::research {

/// The loss of a family for n documents and the top k.
using MakeLoss = OrderLoss (*)(std::size_t n, std::size_t k);

template <class L>
OrderLoss top_k_of(std::size_t /*n*/, std::size_t k) {
  return with_top_k_truth<L>(k);
}

template <class L>
OrderLoss full_of(std::size_t /*n*/, std::size_t /*k*/) {
  return with_full_truth<L>();
}

/// Visits every n = 3, 4 and k = 1 .. n-1.
template <class Visit>
void for_each_size(const Visit& visit) {
  for (const std::size_t n : {3U, 4U}) {
    for (std::size_t k = 1; k < n; ++k) visit(n, k);
  }
}

/// Random scores, and two of the documents.
struct Draw {
  std::vector<double> g;
  DocIndex i = 0;  ///< scored below j
  DocIndex j = 0;
};

inline Draw random_draw(RandomStream& stream, std::size_t n) {
  Draw draw{.g = std::vector<double>(n)};
  for (double& score : draw.g) score = stream.normal();
  Order order = input_order(n);
  stream.shuffle(std::span(order));
  draw.i = order[0];
  draw.j = order[1];
  if (draw.g[draw.i] > draw.g[draw.j]) std::swap(draw.i, draw.j);
  return draw;
}

}  // namespace podium::research
