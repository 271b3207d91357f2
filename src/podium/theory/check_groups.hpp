#pragma once

#include <vector>

#include "podium/theory/check.hpp"

namespace podium {

// The parts that theory_checks() puts together, each in a file of its name.

std::vector<TheoryCheck> ndcg_bound_checks();    ///< what bounds 1 - NDCG@k [Lan13]
std::vector<TheoryCheck> loss_bound_checks();    ///< what bounds weighted Kendall's tau [Lan13]
std::vector<TheoryCheck> preservation_checks();  ///< of probabilities of orders [Xia09]
std::vector<TheoryCheck> sensitivity_checks();   ///< which losses see the top k alone [Xia09]
std::vector<TheoryCheck> consistency_checks();   ///< where the least expected loss is [Xia09]

}  // namespace podium
