#pragma once

#include "podium/labelling/label/session/session_fold.hpp"

namespace podium::labelling {

/// The expected number of remaining questions of a session: the mean of a few runs to the end with
/// guesses for unknown pairs. 0 exactly when no question is left.
///
/// A guess treats a document that is known to be worse than a others and better than b as the
/// (a+1)-th smallest of a+b+1 random numbers in [0, 1], which has the distribution Beta(a+1, b+1).
double expected_remaining(const SessionFold& fold);

}  // namespace podium::labelling
