#pragma once

#include "podium/label/session/session_fold.hpp"

namespace podium {

/// How many questions a session probably has left: the mean of a few runs to the end in which
/// guesses answer what is not known. 0 exactly when no question is left.
///
/// A guess takes a document that is known to be worse than a others and better than b for the
/// (a+1)-th smallest of a+b+1 random numbers in [0, 1], which has the distribution Beta(a+1, b+1).
double expected_remaining(const SessionFold& fold);

}  // namespace podium
