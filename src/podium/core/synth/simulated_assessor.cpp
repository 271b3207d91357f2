#include "podium/core/synth/simulated_assessor.hpp"

#include <cmath>

namespace podium {

namespace {

using Choice = SimulatedAssessor::Choice;

Choice by_difference(double difference, double theta) {
  if (std::abs(difference) < theta) return Choice::tie;
  return difference > 0.0 ? Choice::a : Choice::b;
}

}  // namespace

SimulatedAssessor::SimulatedAssessor(const AssessorBehaviour& behaviour,
                                     std::span<const double> utility, RandomStream random)
    : behaviour_(behaviour), random_(random), opinion_(utility.begin(), utility.end()) {
  for (double& opinion : opinion_) opinion += behaviour_.tau * random_.normal();
}

SimulatedAssessor::Choice SimulatedAssessor::answer(std::size_t a, std::size_t b) {
  const double difference = opinion_[a] - opinion_[b];
  switch (behaviour_.model) {
    case AssessorModel::bradley_terry_davidson: {
      // Odds relative to exp((v_a + v_b) / 2), so that large values do not overflow.
      const double odds_a = std::exp(0.5 * difference);
      const double odds_b = std::exp(-0.5 * difference);
      const double at = random_.uniform() * (odds_a + odds_b + behaviour_.nu);
      return at < odds_a ? Choice::a : at < odds_a + odds_b ? Choice::b : Choice::tie;
    }
    case AssessorModel::random_error:
      if (random_.uniform() < behaviour_.epsilon) {
        return random_.below(2) == 0 ? Choice::a : Choice::b;
      }
      return by_difference(difference, behaviour_.theta);
    case AssessorModel::gaussian:
      break;
  }
  const double look_a = random_.normal();
  const double look_b = random_.normal();
  return by_difference(difference + behaviour_.sigma * (look_a - look_b), behaviour_.theta);
}

}  // namespace podium
