#include "podium/labelling/label/session/assignment.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"

namespace podium::labelling {
namespace {

/// A missing judgement, by indices of the request.
struct Slot {
  std::size_t turn = 0;  ///< of the rotation: round times tools plus tool
  std::size_t query = 0;
  std::size_t tool = 0;
  std::size_t assessor = 0;  ///< who gets it
};

void check_distinct(const std::vector<std::int64_t>& ids, const char* what) {
  if (std::set<std::int64_t>(ids.begin(), ids.end()).size() != ids.size()) {
    throw UsageError(std::string("found the same ") + what + " twice");
  }
}

std::map<std::int64_t, std::size_t> places_of(const std::vector<std::int64_t>& ids) {
  std::map<std::int64_t, std::size_t> place;
  for (const std::int64_t id : ids) place.emplace(id, place.size());
  return place;
}

/// The assessor of a query at a turn of the rotation.
std::size_t by_rotation(const Slot& slot, std::size_t assessors) {
  return (slot.query % assessors + assessors - slot.turn % assessors) % assessors;
}

class Planner {
 public:
  explicit Planner(const AssignmentRequest& request);

  const std::vector<Slot>& missing() const { return missing_; }

  /// Throws UsageError when a query has too few assessors left, or the cap leaves too little room.
  void check() const;

  /// Assigns by rotation; false, without a change, when that exceeds the cap.
  bool rotate();

  /// Assigns one by one; throws UsageError for the first that is impossible.
  void fill();

 private:
  bool has_room(std::size_t assessor) const { return load_[assessor] < cap_; }
  std::vector<std::size_t> by_preference(const Slot& slot) const;
  bool place(Slot& slot, std::size_t placed, std::vector<bool>& visited);
  void give(Slot& slot, std::size_t assessor);
  void take_back(const Slot& slot);

  const AssignmentRequest& request_;
  std::size_t assessors_;
  std::size_t cap_;
  std::vector<std::vector<bool>> has_met_;           ///< by assessor and query
  std::vector<std::size_t> load_;                    ///< by assessor
  std::vector<std::vector<std::size_t>> tool_load_;  ///< by assessor and tool
  std::vector<Slot> missing_;
};

Planner::Planner(const AssignmentRequest& request)
    : request_(request),
      assessors_(request.assessor.size()),
      cap_(request.cap == 0 ? std::numeric_limits<std::size_t>::max() : request.cap),
      has_met_(assessors_, std::vector<bool>(request.query.size(), false)),
      load_(assessors_, 0),
      tool_load_(assessors_, std::vector<std::size_t>(request.tool.size(), 0)) {
  const auto assessor_place = places_of(request.assessor);
  const auto query_place = places_of(request.query);
  const auto tool_place = places_of(request.tool);
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> rounds;  // by query and tool
  for (const Assignment& given : request.existing) {
    const auto assessor = assessor_place.find(given.assessor);
    const auto query = query_place.find(given.query);
    const auto tool = tool_place.find(given.tool);
    const bool is_known = assessor != assessor_place.end();
    if (is_known) ++load_[assessor->second];
    if (is_known && tool != tool_place.end()) ++tool_load_[assessor->second][tool->second];
    if (query == query_place.end()) continue;
    if (is_known) has_met_[assessor->second][query->second] = true;
    if (tool != tool_place.end()) ++rounds[{query->second, tool->second}];
  }
  for (std::size_t round = 0; round < request.overlap; ++round) {
    for (std::size_t tool = 0; tool < request.tool.size(); ++tool) {
      for (std::size_t query = 0; query < request.query.size(); ++query) {
        if (rounds[{query, tool}] > round) continue;
        missing_.push_back({round * request.tool.size() + tool, query, tool, 0});
      }
    }
  }
}

void Planner::check() const {
  const std::size_t tools = request_.tool.size();
  const std::string product = counted(tools, "tool") + " x overlap " + to_text(request_.overlap);
  std::vector<std::size_t> wanted(request_.query.size(), 0);
  for (const Slot& slot : missing_) ++wanted[slot.query];
  for (std::size_t query = 0; query < wanted.size(); ++query) {
    std::size_t fresh = 0;
    for (const auto& has_met : has_met_) fresh += has_met[query] ? 0U : 1U;
    if (wanted[query] <= fresh) continue;
    if (wanted[query] == tools * request_.overlap && fresh == assessors_) {
      throw UsageError(product + " needs " + counted(wanted[query], "assessor") + ", found " +
                       to_text(fresh));
    }
    throw UsageError(product + ": query " + to_text(request_.query[query]) + " needs " +
                     counted(wanted[query], "more assessor") + ", but only " + to_text(fresh) +
                     " of those given did not judge it yet");
  }
  if (request_.cap == 0) return;
  std::size_t room = 0;
  for (const std::size_t load : load_) room += cap_ - std::min(load, cap_);
  if (missing_.size() > room) {
    throw UsageError(product + " requires " + counted(missing_.size(), "assignment") +
                     ", but the cap of " + to_text(request_.cap) + " leaves room for " +
                     to_text(room) + " with " + counted(assessors_, "assessor"));
  }
}

bool Planner::rotate() {
  std::vector<std::size_t> load(assessors_, 0);
  for (Slot& slot : missing_) {
    slot.assessor = by_rotation(slot, assessors_);
    if (++load[slot.assessor] > cap_) return false;
  }
  return true;
}

void Planner::fill() {
  for (std::size_t next = 0; next < missing_.size(); ++next) {
    std::vector<bool> visited(assessors_, false);
    if (place(missing_[next], next, visited)) continue;
    throw UsageError("query " + to_text(request_.query[missing_[next].query]) +
                     " needs one more assessor, but none who did not judge it yet is under the cap "
                     "of " +
                     to_text(request_.cap));
  }
}

std::vector<std::size_t> Planner::by_preference(const Slot& slot) const {
  std::vector<std::size_t> fresh;
  for (std::size_t assessor = 0; assessor < assessors_; ++assessor) {
    if (!has_met_[assessor][slot.query]) fresh.push_back(assessor);
  }
  const auto key = [&](std::size_t assessor) {
    return std::tuple(load_[assessor], tool_load_[assessor][slot.tool],
                      (by_rotation(slot, assessors_) + assessors_ - assessor) % assessors_);
  };
  std::ranges::sort(fresh, {}, key);
  return fresh;
}

/// Gives the slot to an assessor with room, or else to one of whose new assignments one can be
/// moved to another assessor (an augmenting path; `visited` are the assessors on it so far). So far
/// the first `placed` slots are assigned.
bool Planner::place(Slot& slot, std::size_t placed, std::vector<bool>& visited) {
  const std::vector<std::size_t> fresh = by_preference(slot);
  const auto free = std::ranges::find_if(
      fresh, [&](std::size_t assessor) { return !visited[assessor] && has_room(assessor); });
  if (free != fresh.end()) {
    give(slot, *free);
    return true;
  }
  for (const std::size_t assessor : fresh) {
    if (visited[assessor]) continue;
    visited[assessor] = true;
    for (std::size_t other = 0; other < placed; ++other) {
      if (missing_[other].assessor != assessor) continue;
      const Slot before = missing_[other];
      if (!place(missing_[other], placed, visited)) continue;
      take_back(before);
      give(slot, assessor);
      return true;
    }
  }
  return false;
}

void Planner::give(Slot& slot, std::size_t assessor) {
  slot.assessor = assessor;
  has_met_[assessor][slot.query] = true;
  ++load_[assessor];
  ++tool_load_[assessor][slot.tool];
}

void Planner::take_back(const Slot& slot) {
  has_met_[slot.assessor][slot.query] = false;
  --load_[slot.assessor];
  --tool_load_[slot.assessor][slot.tool];
}

}  // namespace

std::vector<Assignment> missing_assignments(const AssignmentRequest& request) {
  check_distinct(request.assessor, "assessor");
  check_distinct(request.query, "query");
  check_distinct(request.tool, "tool");
  Planner planner(request);
  planner.check();
  if (!request.existing.empty() || !planner.rotate()) planner.fill();
  std::vector<Assignment> missing;
  for (const Slot& slot : planner.missing()) {
    missing.push_back(
        {request.assessor[slot.assessor], request.query[slot.query], request.tool[slot.tool]});
  }
  return missing;
}

}  // namespace podium::labelling
