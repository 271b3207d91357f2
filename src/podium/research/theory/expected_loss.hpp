#pragma once

#include <functional>
#include <span>
#include <vector>

#include "podium/learning/loss/lists/list_mle.hpp"
#include "podium/research/theory/top_k_space.hpp"

namespace podium::research {

/// Adds the gradient of a function of the scores.
using AddGradient = std::function<void(std::span<const double> g, std::span<double> gradient)>;

/// The scores of n documents at which the gradient is 0, by gradient descent with steps of the last
/// curvature, from distinct scores of mean 0. Throws NumericError when it finds none, for example
/// where no minimum exists.
std::vector<double> stationary_scores(std::size_t n, const AddGradient& add_gradient);

/// The scores of n documents that minimise Q(p, g) [Xia09, eq. 8], the expected loss, where the
/// loss sees the first k places that p is about.
std::vector<double> least_expected_loss(const Loss& loss, std::size_t n, const TopKSpace& p);

/// The same where the loss sees the whole order: p is about all n places.
std::vector<double> least_expected_full_loss(const Loss& loss, const TopKSpace& p);

/// The probabilities of [Xia09, proposition 10]: the true order of three objects is 123 with
/// probability p1, and 213 or 321 with p2 = (1 - p1) / 2 each. For p1 > 1/3 object 1 is most likely
/// the best.
TopKSpace proposition_10(double p1);

/// The smallest p1 for which the minimiser of full-order ListMLE ranks object 1 first, by
/// bisection.
double flip_point();

}  // namespace podium::research
