#include "podium/labelling/label/simulation/labelling_study.hpp"

#include <cmath>
#include <iterator>
#include <numeric>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/labelling/label/analysis/left_win.hpp"
#include "podium/labelling/label/session/assignment.hpp"
#include "podium/labelling/label/session/knowledge.hpp"
#include "podium/labelling/label/simulation/simulated_grader.hpp"

namespace podium::labelling {

namespace {

/// Lognormal with the given mean: exp(log mean - s^2 / 2 + s e).
double drawn_seconds(double mean, double spread, RandomStream& random) {
  return mean * std::exp(spread * (random.normal() - 0.5 * spread));
}

Verdict verdict_of(SimulatedAssessor::Choice choice, bool is_swapped) {
  if (choice == SimulatedAssessor::Choice::tie) return Verdict::tie;
  return (choice == SimulatedAssessor::Choice::a) != is_swapped ? Verdict::left : Verdict::right;
}

/// One query: its questions and answers depend only on the options and the seed.
class StudyQuery {
 public:
  StudyQuery(const LabellingStudyOptions& options, std::uint64_t seed, std::uint32_t query)
      : options_(options), seed_(seed), query_(query), id_(to_text(query + 1)) {
    RandomStream random(seed, id_, "utility");
    utility_.resize(options.documents);
    for (double& u : utility_) u = random.normal();
  }

  void prefer(std::uint32_t assessor, Judgements& said) const {
    SimulatedAssessor mind(behaviour_of(options_), utility_, stream("preferences", assessor));
    RandomStream chance = stream("questions", assessor);
    RandomStream clock = stream("seconds", assessor);
    std::vector<DocIndex> order(options_.documents);
    std::iota(order.begin(), order.end(), 0U);
    chance.shuffle(std::span(order));
    Knowledge known(options_.documents, {.infer = false});
    const auto prefers = [&](DocIndex a, DocIndex b) {
      if (options_.remember && known.relation(a, b) != Relation::unknown) {
        return known.relation(a, b) == Relation::better;
      }
      const bool is_swapped = chance.below(2) == 1;
      const Question question{is_swapped ? b : a, is_swapped ? a : b};
      const Answer answer{question, verdict_of(mind.answer(a, b), is_swapped)};
      if (options_.remember) known.learn(answer);
      said.preference.push_back(
          {assessor, query_, answer, drawn_seconds(options_.seconds, options_.time_spread, clock)});
      return *left_win(answer.verdict) == (is_swapped ? 0.0 : 1.0);
    };
    said.top_k.push_back({assessor, query_, list_of(order, prefers)});
  }

  void grade(std::uint32_t assessor, Judgements& said) const {
    const SimulatedGrader mind({.tau = options_.grade_tau, .jitter = options_.jitter}, utility_,
                               stream("grades", assessor));
    RandomStream clock = stream("grading seconds", assessor);
    FinishedGrades finished{assessor, query_};
    for (DocIndex doc = 0; doc < options_.documents; ++doc) {
      const std::uint32_t grade = mind.grade(doc);
      finished.grade.emplace_back(grade);
      said.grade.push_back({assessor,
                            query_,
                            {.document = doc, .grade = grade},
                            drawn_seconds(options_.grade_seconds, options_.time_spread, clock)});
    }
    said.grades.push_back(std::move(finished));
  }

 private:
  RandomStream stream(std::string_view purpose, std::uint32_t assessor) const {
    return {seed_, id_, std::string(purpose) + " of assessor " + to_text(assessor + 1)};
  }

  TopKResult list_of(std::span<const DocIndex> order, const Prefers& prefers) const {
    TopKResult result;
    std::vector<bool> is_in(options_.documents, false);
    for (const DocIndex doc : info(options_.strategy).select(order, options_.k, prefers)) {
      result.top.push_back({doc});
      is_in[doc] = true;
    }
    for (DocIndex doc = 0; doc < options_.documents; ++doc) {
      if (!is_in[doc]) result.rest.push_back(doc);
    }
    return result;
  }

  const LabellingStudyOptions& options_;
  std::uint64_t seed_;
  std::uint32_t query_;
  std::string id_;
  std::vector<double> utility_;
};

constexpr std::int64_t lists = 0;
constexpr std::int64_t grades = 1;

/// The assignments of each query.
std::vector<std::vector<Assignment>> work_by_query(const LabellingStudyOptions& options) {
  AssignmentRequest request{.tool = {lists, grades}, .overlap = 2};
  for (std::size_t i = 0; i < options.assessors; ++i) {
    request.assessor.push_back(static_cast<std::int64_t>(i));
  }
  for (std::size_t q = 0; q < options.queries; ++q) {
    request.query.push_back(static_cast<std::int64_t>(q));
  }
  std::vector<std::vector<Assignment>> work(options.queries);
  for (const Assignment& task : missing_assignments(request)) {
    work[static_cast<std::size_t>(task.query)].push_back(task);
  }
  return work;
}

template <class Vote>
void append(std::vector<Vote>& all, std::vector<Vote>& part) {
  all.insert(all.end(), std::make_move_iterator(part.begin()), std::make_move_iterator(part.end()));
}

void check(const LabellingStudyOptions& options) {
  if (options.k > options.documents) {
    throw UsageError("option 'k': found " + to_text(options.k) + ", expected at most the " +
                     to_text(options.documents) + " documents of a query");
  }
}

}  // namespace

Judgements simulate_study(const LabellingStudyOptions& options, std::uint64_t seed) {
  check(options);
  const std::vector<std::vector<Assignment>> work = work_by_query(options);
  std::vector<Judgements> parts(options.queries);
  parallel_for(options.queries, [&](std::size_t q) {
    const StudyQuery query(options, seed, static_cast<std::uint32_t>(q));
    for (const Assignment& task : work[q]) {
      const auto assessor = static_cast<std::uint32_t>(task.assessor);
      task.tool == lists ? query.prefer(assessor, parts[q]) : query.grade(assessor, parts[q]);
    }
  });
  Judgements all{.k = options.k, .scale = {"bad", "fair", "good", "excellent", "perfect"}};
  for (std::size_t i = 0; i < options.assessors; ++i) {
    all.assessor.push_back({"simulated " + to_text(i + 1), true});
  }
  for (std::size_t q = 0; q < options.queries; ++q) {
    LabelledQuery query{.id = to_text(q + 1)};
    for (std::size_t d = 0; d < options.documents; ++d) query.document.push_back(to_text(d + 1));
    all.query.push_back(std::move(query));
    append(all.preference, parts[q].preference);
    append(all.grade, parts[q].grade);
    append(all.top_k, parts[q].top_k);
    append(all.grades, parts[q].grades);
  }
  return all;
}

}  // namespace podium::labelling
