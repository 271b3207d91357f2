#include "podium/learning/study/pooled_group.hpp"

#include <algorithm>
#include <utility>

namespace podium {

namespace {

/// Adds the queries of another data set to those of a row. Ids may repeat between data sets.
void append(const StudySystem& own, StudySystem& all) {
  for (const std::string& id : own.query) all.query.push_back(own.data + " " + id);
  all.value.resize(own.value.size());
  for (std::size_t m = 0; m < own.value.size(); ++m) {
    all.value[m].insert(all.value[m].end(), own.value[m].begin(), own.value[m].end());
  }
}

/// The groups of one truth as one.
StudyGroup joined_groups(const StudySpec& spec, const std::string& truth,
                         std::span<const StudyGroup* const> parts) {
  StudyGroup all{"all data sets", truth, {}};
  for (const StudyRow& row : spec.rows) {
    StudySystem system{.data = all.data, .row = row.name, .truth = truth};
    std::size_t found = 0;
    for (const StudyGroup* part : parts) {
      const auto own = std::ranges::find(part->systems, row.name, &StudySystem::row);
      if (own == part->systems.end()) continue;
      system.measure = own->measure;
      append(*own, system);
      ++found;
    }
    if (found == parts.size()) all.systems.push_back(std::move(system));
  }
  return all;
}

}  // namespace

std::vector<StudyGroup> pooled_groups(const StudySpec& spec, std::span<const StudyGroup> groups) {
  std::vector<StudyGroup> pooled;
  if (!spec.pools_data) return pooled;
  for (const std::string& truth : spec.truths) {
    std::vector<const StudyGroup*> parts;
    for (const StudyGroup& group : groups) {
      if (group.truth == truth) parts.push_back(&group);
    }
    if (parts.size() < 2) continue;
    StudyGroup all = joined_groups(spec, truth, parts);
    if (!all.systems.empty()) pooled.push_back(std::move(all));
  }
  return pooled;
}

}  // namespace podium
