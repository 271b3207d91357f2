#include "podium/core/aggregate/majority_components.hpp"

#include <algorithm>
#include <cstddef>

namespace podium {

namespace {

/// Two walks through the majority graph (Kosaraju's algorithm), over places in the start order.
class Walks {
 public:
  Walks(std::span<const ItemIndex> start, const MajorityTable& table)
      : start_(start), table_(&table), component_(start.size()) {
    std::vector<std::size_t> finished;
    walk_all(
        all_places(), [](std::size_t /*root*/) {},
        [&](std::size_t place) { finished.push_back(place); },
        [&](std::size_t from, std::size_t to) { return beats(from, to); });
    std::reverse(finished.begin(), finished.end());
    walk_all(
        finished, [&](std::size_t /*root*/) { ++count_; },
        [&](std::size_t place) { component_[place] = count_ - 1; },
        [&](std::size_t from, std::size_t to) { return beats(to, from); });
  }

  std::size_t count() const noexcept { return count_; }
  std::size_t component(std::size_t place) const noexcept { return component_[place]; }
  bool beats(std::size_t a, std::size_t b) const noexcept {
    return table_->prefers(start_[a], start_[b]);
  }

 private:
  struct Visit {
    std::size_t place;
    std::size_t next;  ///< the first place that was not tried as a neighbour
  };

  std::vector<std::size_t> all_places() const {
    std::vector<std::size_t> places(start_.size());
    for (std::size_t place = 0; place < places.size(); ++place) places[place] = place;
    return places;
  }

  /// Depth first, with a stack of its own: lists are long enough to overflow that of the program.
  template <class Begin, class Finish, class Leads>
  void walk_all(const std::vector<std::size_t>& roots, const Begin& begin, const Finish& finish,
                const Leads& leads) const {
    std::vector<bool> is_seen(start_.size(), false);
    std::vector<Visit> stack;
    for (const std::size_t root : roots) {
      if (is_seen[root]) continue;
      begin(root);
      is_seen[root] = true;
      stack.push_back({root, 0});
      while (!stack.empty()) {
        Visit& visit = stack.back();
        while (visit.next < start_.size() &&
               (is_seen[visit.next] || !leads(visit.place, visit.next))) {
          ++visit.next;
        }
        if (visit.next == start_.size()) {
          finish(visit.place);
          stack.pop_back();
        } else {
          const std::size_t found = visit.next++;
          is_seen[found] = true;
          stack.push_back({found, 0});
        }
      }
    }
  }

  std::span<const ItemIndex> start_;
  const MajorityTable* table_;
  std::vector<std::size_t> component_;
  std::size_t count_ = 0;
};

/// How many components beat each component, counted by pairs of places.
std::vector<std::size_t> defeats_of(const Walks& walks, std::size_t places) {
  std::vector<std::size_t> defeats(walks.count(), 0);
  for (std::size_t a = 0; a < places; ++a) {
    for (std::size_t b = 0; b < places; ++b) {
      if (walks.component(a) != walks.component(b) && walks.beats(a, b)) {
        ++defeats[walks.component(b)];
      }
    }
  }
  return defeats;
}

}  // namespace

std::vector<std::vector<ItemIndex>> majority_components(std::span<const ItemIndex> start,
                                                        const MajorityTable& table) {
  const Walks walks(start, table);
  std::vector<std::vector<std::size_t>> places(walks.count());
  for (std::size_t place = 0; place < start.size(); ++place) {
    places[walks.component(place)].push_back(place);
  }
  std::vector<std::size_t> defeats = defeats_of(walks, start.size());
  std::vector<bool> is_placed(walks.count(), false);
  std::vector<std::vector<ItemIndex>> components;
  while (components.size() < walks.count()) {
    std::size_t place = 0;
    while (is_placed[walks.component(place)] || defeats[walks.component(place)] > 0) ++place;
    const std::size_t next = walks.component(place);
    is_placed[next] = true;
    components.emplace_back();
    for (const std::size_t a : places[next]) {
      components.back().push_back(start[a]);
      for (std::size_t b = 0; b < start.size(); ++b) {
        if (walks.component(b) != next && walks.beats(a, b)) --defeats[walks.component(b)];
      }
    }
  }
  return components;
}

}  // namespace podium
