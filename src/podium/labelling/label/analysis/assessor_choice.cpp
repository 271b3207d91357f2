#include "podium/labelling/label/analysis/assessor_choice.hpp"

#include <algorithm>

#include "podium/core/base/named.hpp"

namespace podium::labelling {

Judgements chosen_judgements(Judgements judgements, const AssessorChoice& choice) {
  const auto mark = [&](const std::vector<std::string>& names, std::vector<bool>& marked, bool as) {
    for (const std::string& name : names) {
      const Assessor& found = find_named(judgements.assessor, name, "assessor");
      marked[static_cast<std::size_t>(&found - judgements.assessor.data())] = as;
    }
  };
  std::vector<bool> is_chosen(judgements.assessor.size(), choice.only.empty());
  mark(choice.only, is_chosen, true);
  mark(choice.without, is_chosen, false);
  const auto is_left_out = [&](const auto& said) { return !is_chosen[said.assessor]; };
  std::erase_if(judgements.preference, is_left_out);
  std::erase_if(judgements.grade, is_left_out);
  std::erase_if(judgements.top_k, is_left_out);
  std::erase_if(judgements.grades, is_left_out);
  if (!choice.only.empty()) judgements.adjudication.clear();
  return judgements;
}

}  // namespace podium::labelling
