#pragma once

#include <vector>

#include "podium/research/theory/check.hpp"

namespace podium::research {

// The parts of theory_checks(), each in a file of the same name.

std::vector<TheoryCheck> ndcg_bound_checks();    ///< upper bounds of 1 - NDCG@k [Lan13]
std::vector<TheoryCheck> loss_bound_checks();    ///< upper bounds of weighted Kendall's tau [Lan13]
std::vector<TheoryCheck> bayes_checks();         ///< the top-k Bayes ranker [Xia09]
std::vector<TheoryCheck> preservation_checks();  ///< order preservation of probabilities [Xia09]
std::vector<TheoryCheck> sensitivity_checks();   ///< order sensitivity of losses [Xia09]
std::vector<TheoryCheck> subgroup_checks();      ///< propositions 4 and 5 [Xia09]
std::vector<TheoryCheck> minimiser_checks();     ///< theorems 6 and 7 [Xia09]
std::vector<TheoryCheck> condition_checks();     ///< theorem 7 without a condition [Xia09]
std::vector<TheoryCheck> consistency_checks();   ///< proposition 10 [Xia09]

}  // namespace podium::research
