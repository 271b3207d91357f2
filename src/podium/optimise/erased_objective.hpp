#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <type_traits>

#include "podium/optimise/objective.hpp"

namespace podium::detail {

// Objectives behind functions, so that an optimiser is compiled once, in its .cpp. A call is a pass
// over a data set: what the indirection costs does not show.

/// An Objective.
struct ErasedObjective {
  std::size_t dimension = 0;
  std::function<double(std::span<const double> w, std::span<double> g)> value_and_gradient;
};

/// hv = H v, for the H of one point.
using HessianProduct = std::function<void(std::span<const double> v, std::span<double> hv)>;

/// What a CurvedObjective adds: the Hessian product of a point, which may refer to w.
using ErasedCurvature = std::function<HessianProduct(std::span<const double> w)>;

/// What a SeparableObjective adds.
struct ErasedTerms {
  std::size_t count = 0;
  std::function<double(std::span<const std::size_t> terms, std::span<const double> w,
                       std::span<double> g)>
      add_terms;
  std::function<double(std::span<const double> w, std::span<double> g)> add_penalty;
};

/// What a PenalisedObjective adds to its terms.
struct ErasedPenalised {
  std::size_t dimension = 0;
  double l2 = 0.0;
  ErasedTerms terms;
  std::function<double(std::span<const double> w, std::span<double> g)> sum_terms;
};

/// All of these refer to f, which must outlive them.
template <Objective F>
ErasedObjective erased_objective(const F& f) {
  return {f.dimension(), [&f](std::span<const double> w, std::span<double> g) {
            return f.value_and_gradient(w, g);
          }};
}

template <CurvedObjective F>
ErasedCurvature erased_curvature(const F& f) {
  return [&f](std::span<const double> w) -> HessianProduct {
    using Curvature = std::remove_cvref_t<decltype(f.curvature_at(w))>;
    // Not make_shared: the curvature may be of a type that cannot be moved.
    const std::shared_ptr<Curvature> curvature(new Curvature(f.curvature_at(w)));
    return
        [curvature](std::span<const double> v, std::span<double> hv) { curvature->product(v, hv); };
  };
}

template <SeparableObjective F>
ErasedTerms erased_terms(const F& f) {
  return {f.term_count(),
          [&f](std::span<const std::size_t> terms, std::span<const double> w, std::span<double> g) {
            return f.add_terms(terms, w, g);
          },
          [&f](std::span<const double> w, std::span<double> g) { return f.add_penalty(w, g); }};
}

template <PenalisedObjective F>
ErasedPenalised erased_penalised(const F& f) {
  return {f.dimension(), f.l2(), erased_terms(f),
          [&f](std::span<const double> w, std::span<double> g) { return f.sum_terms(w, g); }};
}

}  // namespace podium::detail
