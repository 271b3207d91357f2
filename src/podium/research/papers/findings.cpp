#include "podium/research/papers/findings.hpp"

#include <algorithm>

namespace podium::research {

StudyFinding finding_of(const StudySpec& spec, StudyResults results,
                        std::vector<StudyData> missing) {
  std::vector<StudySystem> systems = systems_of(results.cells);
  return {spec, std::move(results), std::move(systems), std::move(missing)};
}

const StudyFinding* Findings::study(std::string_view name) const {
  const auto found =
      std::ranges::find(studies_, name, [](const StudyFinding& one) { return one.spec.name; });
  return found == studies_.end() ? nullptr : &*found;
}

const MeasuredNumber* Findings::measured(std::string_view paper, std::string_view method,
                                         std::string_view measure) const {
  const auto found = std::ranges::find_if(measured_, [&](const MeasuredNumber& one) {
    return one.paper == paper && one.method == method && one.measure == measure;
  });
  return found == measured_.end() ? nullptr : &*found;
}

std::vector<std::string> Findings::data_of(std::string_view study_name) const {
  std::vector<std::string> names;
  const StudyFinding* finding = study(study_name);
  if (finding == nullptr) return names;
  for (const StudyData& data : finding->spec.data) {
    if (std::ranges::count(finding->systems, data.name, &StudySystem::data) > 0) {
      names.push_back(data.name);
    }
  }
  return names;
}

const StudySystem* Findings::system(std::string_view study_name, std::string_view data,
                                    std::string_view row, std::string_view sweep) const {
  const StudyFinding* finding = study(study_name);
  if (finding == nullptr) return nullptr;
  const auto found = std::ranges::find_if(finding->systems, [&](const StudySystem& one) {
    return one.data == data && one.row == row && one.sweep == sweep;
  });
  return found == finding->systems.end() ? nullptr : &*found;
}

}  // namespace podium::research
