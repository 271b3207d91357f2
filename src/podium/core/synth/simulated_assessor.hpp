#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/core/base/random.hpp"

namespace podium {

/// The model by which a simulated assessor answers.
enum class AssessorModel : std::uint8_t {
  gaussian,                ///< compares opinions with a fresh error each time
  bradley_terry_davidson,  ///< draws the answer with odds given by the opinions [Davidson70]
  random_error,            ///< compares opinions, but sometimes answers at random
};

inline constexpr std::array<std::string_view, 3> assessor_model_names = {
    "gaussian", "bradley-terry-davidson", "random-error"};

/// The parameters of the models. The defaults of tau and sigma reproduce the published agreement
/// for top-k labelling [Niu12].
struct AssessorBehaviour {
  AssessorModel model = AssessorModel::gaussian;
  double tau = 0.40;      ///< standard deviation of an opinion minus the true utility
  double sigma = 0.30;    ///< gaussian: standard deviation of the error in each comparison
  double theta = 0.0;     ///< gaussian, random-error: a smaller difference is a tie
  double nu = 0.0;        ///< bradley-terry-davidson: weight of a tie
  double epsilon = 0.10;  ///< random-error: share of random answers
};

/// The fields of a behaviour, for option structs with members of the same names.
template <class Struct>
auto behaviour_fields() {
  return std::array{
      field("model", &Struct::model, assessor_model_names, "model of the answers"),
      field("tau", &Struct::tau, 0.0, 1e3,
            "standard deviation of the difference between an assessor's opinion of a document and "
            "its true utility"),
      field("sigma", &Struct::sigma, 0.0, 1e3,
            "gaussian: standard deviation of the error that is added to an opinion in each "
            "comparison"),
      field("theta", &Struct::theta, 0.0, 1e3,
            "gaussian, random-error: differences below this value are ties"),
      field("nu", &Struct::nu, 0.0, 1e3, "bradley-terry-davidson: tie parameter"),
      field("epsilon", &Struct::epsilon, 0.0, 1.0, "random-error: share of random answers"),
  };
}

/// The behaviour given by such options.
template <class Struct>
AssessorBehaviour behaviour_of(const Struct& options) {
  return {options.model, options.tau, options.sigma, options.theta, options.nu, options.epsilon};
}

/// One assessor with an opinion of the documents of one query.
///
///   opinion of d:   v_d = u_d + tau e_d, drawn once
///   gaussian:       D = v_a + sigma e - v_b - sigma e'; tie when |D| < theta, else a when D > 0
///   bradley-terry-davidson: P(a) : P(b) : P(tie) = exp(v_a) : exp(v_b) : nu exp((v_a + v_b) / 2)
///   random-error:   as gaussian with sigma = 0, but a fair coin with probability epsilon
///
/// with fresh standard normal e, e'. Two gaussian assessors without ties who look at documents of
/// standard normal utility agree on a pair with probability
///   1 - arccos(1 / (1 + tau^2 + sigma^2)) / pi.
class SimulatedAssessor {
 public:
  enum class Choice : std::uint8_t { a, b, tie };

  SimulatedAssessor(const AssessorBehaviour& behaviour, std::span<const double> utility,
                    RandomStream random);

  /// Which of two documents is better.
  Choice answer(std::size_t a, std::size_t b);

  std::span<const double> opinion() const noexcept { return opinion_; }

 private:
  AssessorBehaviour behaviour_;
  RandomStream random_;
  std::vector<double> opinion_;
};

}  // namespace podium
