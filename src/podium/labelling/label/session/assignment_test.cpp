#include "podium/labelling/label/session/assignment.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "podium/core/base/error.hpp"

namespace podium::labelling {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

std::vector<std::int64_t> ids(std::size_t count, std::int64_t first = 0) {
  std::vector<std::int64_t> result(count);
  std::iota(result.begin(), result.end(), first);
  return result;
}

AssignmentRequest request_of(std::size_t assessors, std::size_t queries, std::size_t tools,
                             std::size_t overlap, std::size_t cap = 0) {
  return {.assessor = ids(assessors),
          .query = ids(queries, 100),
          .tool = ids(tools),
          .overlap = overlap,
          .cap = cap,
          .existing = {}};
}

/// `request` with everything assigned.
AssignmentRequest done(AssignmentRequest request) {
  const std::vector<Assignment> missing = missing_assignments(request);
  request.existing.insert(request.existing.end(), missing.begin(), missing.end());
  return request;
}

std::map<std::int64_t, std::size_t> loads(const AssignmentRequest& request) {
  std::map<std::int64_t, std::size_t> load;
  for (const std::int64_t assessor : request.assessor) load[assessor] = 0;
  for (const Assignment& given : request.existing) ++load[given.assessor];
  return load;
}

/// How many more the busiest assessor has than the idlest.
std::size_t spread(const AssignmentRequest& request) {
  const auto load = loads(request);
  if (load.empty()) return 0;
  const auto [least, most] = std::minmax_element(
      load.begin(), load.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return most->second - least->second;
}

/// Asserts what every plan must keep to.
void assert_is_complete(const AssignmentRequest& request) {
  std::set<std::pair<std::int64_t, std::int64_t>> met;
  std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> judges;
  for (const Assignment& given : request.existing) {
    RC_ASSERT(met.insert({given.assessor, given.query}).second);
    ++judges[{given.query, given.tool}];
  }
  for (const std::int64_t query : request.query) {
    for (const std::int64_t tool : request.tool) {
      RC_ASSERT((judges[{query, tool}] >= request.overlap));
    }
  }
  if (request.cap == 0) return;
  for (const auto& load : loads(request)) RC_ASSERT(load.second <= request.cap);
}

// Assessor U_i: the first tool on Q_i, the second on Q_(i+1), then Q_(i+2) and Q_(i+3).
TEST(Assignment, IsThePapersRotationForFiveAssessors) {
  const AssignmentRequest request = request_of(5, 50, 2, 2);
  const std::vector<Assignment> plan = missing_assignments(request);
  EXPECT_EQ(plan.size(), 200U);
  for (const Assignment& given : plan) {
    const std::int64_t shift = (given.query - 100 - given.assessor + 100) % 5;
    EXPECT_TRUE(given.tool == 0 ? shift == 0 || shift == 2 : shift == 1 || shift == 3);
  }
  for (const auto& load : loads(done(request))) EXPECT_EQ(load.second, 40U);
}

TEST(Assignment, ComesToolByToolAndRoundByRound) {
  const std::vector<Assignment> plan = missing_assignments(request_of(4, 2, 2, 1));
  const std::vector<Assignment> expected = {{0, 100, 0}, {1, 101, 0}, {3, 100, 1}, {0, 101, 1}};
  EXPECT_EQ(plan, expected);
}

TEST(Assignment, SaysWhatIsImpossible) {
  EXPECT_THAT(
      [] { missing_assignments(request_of(5, 50, 2, 3)); },
      ThrowsMessage<UsageError>(HasSubstr("2 tools x overlap 3 needs 6 assessors, found 5")));
  EXPECT_THAT([] { missing_assignments(request_of(0, 1, 1, 1)); },
              ThrowsMessage<UsageError>(HasSubstr("1 tool x overlap 1 needs 1 assessor, found 0")));
  EXPECT_THAT([] { missing_assignments(request_of(5, 50, 2, 1, 19)); },
              ThrowsMessage<UsageError>(HasSubstr(
                  "2 tools x overlap 1 requires 100 assignments, but the cap of 19 leaves room "
                  "for 95 with 5 assessors")));
  AssignmentRequest twice = request_of(2, 2, 1, 1);
  twice.assessor = {1, 1};
  EXPECT_THAT([&] { missing_assignments(twice); },
              ThrowsMessage<UsageError>(HasSubstr("found the same assessor twice")));
}

TEST(Assignment, SaysWhichQueryHasTooFewAssessorsLeft) {
  AssignmentRequest request = request_of(3, 2, 1, 2);
  request.existing = {{0, 101, 7}, {1, 101, 7}};  // met with a tool that is not asked for
  EXPECT_THAT(
      [&] { missing_assignments(request); },
      ThrowsMessage<UsageError>(HasSubstr(
          "query 101 needs 2 more assessors, but only 1 of those given did not judge it yet")));
}

TEST(Assignment, SaysWhichQueryTheCapLeavesWithoutAssessor) {
  // There is room for two, but only assessor 1 may take either, and he has room for one.
  AssignmentRequest request = request_of(2, 2, 1, 1, 3);
  request.existing = {{0, 100, 7}, {0, 101, 7}, {1, 999, 0}, {1, 998, 7}};
  EXPECT_THAT([&] { missing_assignments(request); },
              ThrowsMessage<UsageError>(HasSubstr("under the cap of 3")));
}

TEST(Assignment, MakesRoomUnderTheCapByHandingOn) {
  // Query 100 goes to assessor 1, who has used the tool less; but only he may take query 101.
  AssignmentRequest request = request_of(2, 2, 1, 1, 3);
  request.existing = {{0, 101, 7}, {0, 999, 0}, {1, 998, 7}, {1, 997, 7}};
  const AssignmentRequest plan = done(request);
  EXPECT_EQ(plan.existing[4], (Assignment{0, 100, 0}));
  EXPECT_EQ(plan.existing[5], (Assignment{1, 101, 0}));
}

TEST(Assignment, AssignsNothingTwice) {
  EXPECT_THAT(missing_assignments(done(request_of(5, 50, 2, 2))), IsEmpty());
}

TEST(Assignment, GivesNewQueriesToNewAssessorsFirst) {
  AssignmentRequest request = done(request_of(2, 20, 1, 1));
  request.assessor.push_back(2);
  for (std::int64_t query = 120; query < 130; ++query) request.query.push_back(query);
  for (const auto& load : loads(done(request))) EXPECT_EQ(load.second, 10U);
}

RC_GTEST_PROP(Assignment, MeetsEveryDemandWithALoadThatTheRotationImplies, ()) {
  const auto tools = *rc::gen::inRange<std::size_t>(1, 4);
  const auto overlap = *rc::gen::inRange<std::size_t>(1, 4);
  const auto assessors = tools * overlap + *rc::gen::inRange<std::size_t>(0, 6);
  const auto queries = *rc::gen::inRange<std::size_t>(0, 40);
  const AssignmentRequest plan = done(request_of(assessors, queries, tools, overlap));
  assert_is_complete(plan);
  RC_ASSERT(plan.existing.size() == queries * tools * overlap);
  RC_ASSERT(spread(plan) <= (queries % assessors == 0 ? 0 : tools * overlap));
}

RC_GTEST_PROP(Assignment, FindsAPlanWheneverTheCapsAddUp, ()) {
  const auto tools = *rc::gen::inRange<std::size_t>(1, 3);
  const auto overlap = *rc::gen::inRange<std::size_t>(1, 3);
  const auto assessors = tools * overlap + *rc::gen::inRange<std::size_t>(0, 6);
  const auto queries = *rc::gen::inRange<std::size_t>(1, 30);
  const std::size_t total = queries * tools * overlap;
  // The tightest cap at all: every query has enough assessors, so there is always a plan.
  const std::size_t cap = (total + assessors - 1) / assessors;
  assert_is_complete(done(request_of(assessors, queries, tools, overlap, cap)));
}

/// The slow twin: whether all but the first `given` judgements can be placed, by trying everybody.
/// One tool.
bool has_plan(const AssignmentRequest& request, std::size_t given = 0) {
  if (given == request.query.size() * request.overlap) return true;
  const std::int64_t query = request.query[given / request.overlap];
  const auto load = loads(request);
  return std::any_of(request.assessor.begin(), request.assessor.end(), [&](std::int64_t assessor) {
    const auto meets = [&](const Assignment& other) {
      return other.assessor == assessor && other.query == query;
    };
    if (load.at(assessor) >= request.cap || std::ranges::any_of(request.existing, meets)) {
      return false;
    }
    AssignmentRequest more = request;
    more.existing.push_back({assessor, query, 0});
    return has_plan(more, given + 1);
  });
}

RC_GTEST_PROP(Assignment, FindsAPlanExactlyWhenThereIsOne, ()) {
  const auto assessors = *rc::gen::inRange<std::size_t>(2, 5);
  const auto queries = *rc::gen::inRange<std::size_t>(1, 5);
  const auto overlap = *rc::gen::inRange<std::size_t>(1, 3);
  AssignmentRequest request = request_of(assessors, queries, 1, overlap);
  request.cap = *rc::gen::inRange<std::size_t>(queries, queries + 3);
  for (const std::int64_t assessor : request.assessor) {
    for (const std::int64_t query : request.query) {
      // A third of all pairs have met with another tool, others add a query from elsewhere.
      const bool has_met = *rc::gen::inRange(0, 3) == 0;
      if (has_met) request.existing.push_back({assessor, query, 7});
      if (!has_met && *rc::gen::arbitrary<bool>()) {
        request.existing.push_back({assessor, query + 100, *rc::gen::element<std::int64_t>(0, 7)});
      }
    }
  }
  if (has_plan(request)) {
    assert_is_complete(done(request));
  } else {
    RC_ASSERT_THROWS_AS(missing_assignments(request), UsageError);
  }
}

RC_GTEST_PROP(Assignment, GoesOnFromWhatExists, ()) {
  const auto tools = *rc::gen::inRange<std::size_t>(1, 3);
  const auto overlap = *rc::gen::inRange<std::size_t>(1, 3);
  const auto assessors = tools * (overlap + 1) + *rc::gen::inRange<std::size_t>(0, 4);
  AssignmentRequest request =
      done(request_of(assessors, *rc::gen::inRange<std::size_t>(0, 20), tools, overlap));
  const std::vector<Assignment> before = request.existing;
  request.assessor.erase(request.assessor.begin());  // one leaves, two come
  request.assessor.push_back(50);
  request.assessor.push_back(51);
  for (std::int64_t query = 200; query < 210; ++query) request.query.push_back(query);
  request.overlap += *rc::gen::inRange<std::size_t>(0, 2);
  const AssignmentRequest plan = done(request);
  assert_is_complete(plan);
  RC_ASSERT(std::equal(before.begin(), before.end(), plan.existing.begin()));
  for (std::size_t i = before.size(); i < plan.existing.size(); ++i) {
    RC_ASSERT(plan.existing[i].assessor != 0);
  }
}

}  // namespace
}  // namespace podium::labelling
