#include <iterator>

#include "podium/research/theory/check_groups.hpp"

namespace podium::research {

std::vector<TheoryCheck> theory_checks() {
  std::vector<TheoryCheck> all;
  for (std::vector<TheoryCheck> group :
       {ndcg_bound_checks(), loss_bound_checks(), bayes_checks(), preservation_checks(),
        sensitivity_checks(), subgroup_checks(), minimiser_checks(), condition_checks(),
        consistency_checks()}) {
    std::move(group.begin(), group.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace podium::research
