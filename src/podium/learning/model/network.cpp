#include "podium/learning/model/network.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "podium/core/kernels/exponential.hpp"
#include "podium/core/kernels/vectors.hpp"

namespace podium {

namespace {

/// Calls visit(begin, count, rows) for blocks of documents whose features stay in the first-level
/// cache while all hidden units use them.
template <class Visit>
void for_each_piece(const FeatureRows& rows, std::size_t documents, Visit&& visit) {
  constexpr std::size_t cached_values = 4096;  // 16 KiB of floats
  const std::size_t most =
      std::max<std::size_t>(1, cached_values / std::max<std::size_t>(1, rows.columns()));
  for (std::size_t begin = 0; begin < documents; begin += most) {
    const std::size_t count = std::min(most, documents - begin);
    visit(begin, count, rows.part(begin, count));
  }
}

void draw_uniform(std::span<double> values, std::size_t inputs, RandomStream& random) {
  const double most = inputs == 0 ? 0.0 : 1.0 / std::sqrt(static_cast<double>(inputs));
  for (double& value : values) value = most * (2.0 * random.uniform() - 1.0);
}

}  // namespace

void NetworkScorer::initialise(std::span<double> w, RandomStream& random) const {
  assert(w.size() == dimension());
  const auto [u, b, v] = layers(w);
  draw_uniform(u, features, random);
  draw_uniform(b, features, random);
  draw_uniform(v, hidden, random);
}

std::span<const double> NetworkScorer::forward(std::span<const double> w, const FeatureRows& rows,
                                               std::span<double> scores,
                                               Workspace& workspace) const {
  assert(w.size() == dimension() && rows.columns() == features);
  const Layers<const double> p = layers(w);
  const std::size_t documents = scores.size();
  const std::span<double> tape = workspace.take<double>(hidden * documents);
  for_each_piece(rows, documents,
                 [&](std::size_t begin, std::size_t count, const FeatureRows& piece) {
                   for (std::size_t unit = 0; unit < hidden; ++unit) {
                     multiply_rows(piece, p.u.subspan(unit * features, features),
                                   tape.subspan(unit * documents + begin, count));
                   }
                 });
  std::ranges::fill(scores, 0.0);
  for (std::size_t unit = 0; unit < hidden; ++unit) {
    const std::span<double> activation = tape.subspan(unit * documents, documents);
    for (double& value : activation) value += p.b[unit];
    tanh_of(activation, activation);
    add_scaled(p.v[unit], activation, scores);
  }
  return tape;
}

//   df/dv_h = a_h,   df/db_h = v_h (1 - a_h^2),   df/dU_h = v_h (1 - a_h^2) x,
//   with a_h = tanh(U_h . x + b_h)
void NetworkScorer::backward(
    std::span<const double> w, const FeatureRows& rows, std::span<const double> tape,
    std::span<const double> score_gradient, std::span<double> gradient, Workspace& workspace,
    std::span<const float> /*next: the units take longer than memory*/) const {
  assert(w.size() == dimension() && gradient.size() == dimension() && rows.columns() == features);
  const auto v = layers(w).v;
  const Layers<double> g = layers(gradient);
  const std::size_t documents = score_gradient.size();
  const std::span<double> unit_gradient = workspace.take<double>(hidden * documents);
  for (std::size_t unit = 0; unit < hidden; ++unit) {
    const std::span<const double> activation = tape.subspan(unit * documents, documents);
    g.v[unit] += dot(score_gradient, activation);
    for (std::size_t doc = 0; doc < documents; ++doc) {
      const double a = activation[doc];
      const double delta = score_gradient[doc] * v[unit] * (1.0 - a * a);
      unit_gradient[unit * documents + doc] = delta;
      g.b[unit] += delta;
    }
  }
  for_each_piece(
      rows, documents, [&](std::size_t begin, std::size_t count, const FeatureRows& piece) {
        for (std::size_t unit = 0; unit < hidden; ++unit) {
          add_weighted_rows(piece, unit_gradient.subspan(unit * documents + begin, count),
                            g.u.subspan(unit * features, features));
        }
      });
}

}  // namespace podium
