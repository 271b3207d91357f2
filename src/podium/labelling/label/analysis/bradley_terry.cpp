#include "podium/labelling/label/analysis/bradley_terry.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <Eigen/Cholesky>

#include "podium/core/base/error.hpp"
#include "podium/core/base/special_functions.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/ranking.hpp"
#include "podium/labelling/label/analysis/left_win.hpp"

namespace podium::labelling {

namespace {

double logistic(double x) {
  return 1.0 / (1.0 + std::exp(-x));
}

double log_logistic(double x) {
  return std::min(0.0, x) - std::log1p(std::exp(-std::abs(x)));
}

/// The penalised likelihood as a function of the scores.
class Likelihood {
 public:
  Likelihood(std::size_t documents, std::span<const PairWins> wins, double prior)
      : documents_(documents), wins_(wins), prior_(prior) {}

  double value(std::span<const double> s) const {
    double sum = 0.0;
    for (const PairWins& pair : wins_) {
      const double margin = s[pair.a] - s[pair.b];
      sum += pair.a_wins * log_logistic(margin) + pair.b_wins * log_logistic(-margin);
    }
    for (const double score : s) sum += prior_ * (log_logistic(score) + log_logistic(-score));
    return sum;
  }

  Eigen::VectorXd gradient(std::span<const double> s) const {
    Eigen::VectorXd g = Eigen::VectorXd::Zero(size());
    for (const PairWins& pair : wins_) {
      const double margin = s[pair.a] - s[pair.b];
      const double derivative = pair.a_wins * logistic(-margin) - pair.b_wins * logistic(margin);
      g[pair.a] += derivative;
      g[pair.b] -= derivative;
    }
    for (std::size_t d = 0; d < documents_; ++d) {
      g[static_cast<Eigen::Index>(d)] += prior_ * (logistic(-s[d]) - logistic(s[d]));
    }
    return g;
  }

  /// Minus the second derivatives: the Fisher information, as A = L L'.
  Eigen::LLT<Eigen::MatrixXd> information(std::span<const double> s) const {
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(size(), size());
    for (const PairWins& pair : wins_) {
      const double margin = s[pair.a] - s[pair.b];
      const double weight = (pair.a_wins + pair.b_wins) * logistic(margin) * logistic(-margin);
      matrix(pair.a, pair.a) += weight;
      matrix(pair.b, pair.b) += weight;
      matrix(pair.a, pair.b) -= weight;
      matrix(pair.b, pair.a) -= weight;
    }
    for (std::size_t d = 0; d < documents_; ++d) {
      const auto at = static_cast<Eigen::Index>(d);
      matrix(at, at) += 2.0 * prior_ * logistic(s[d]) * logistic(-s[d]);
    }
    Eigen::LLT<Eigen::MatrixXd> factor(matrix);
    if (factor.info() != Eigen::Success) {
      throw NumericError("the information of the Bradley-Terry scores is not positive definite");
    }
    return factor;
  }

 private:
  Eigen::Index size() const { return static_cast<Eigen::Index>(documents_); }

  std::size_t documents_;
  std::span<const PairWins> wins_;
  double prior_;
};

/// The square roots of the diagonal of A^-1 = L'^-1 L^-1: the lengths of the columns of L^-1.
std::vector<double> roots_of_inverse_diagonal(const Eigen::LLT<Eigen::MatrixXd>& factor) {
  const Eigen::Index n = factor.rows();
  const Eigen::VectorXd roots =
      factor.matrixL().solve(Eigen::MatrixXd::Identity(n, n)).colwise().norm();
  return {roots.begin(), roots.end()};
}

/// The scores after a step that is shortened until it does not lose likelihood.
std::vector<double> stepped(const Likelihood& likelihood, std::span<const double> score,
                            std::span<const double> step) {
  const double before = likelihood.value(score);
  std::vector<double> next(score.begin(), score.end());
  for (double length = 1.0; length > 1e-9; length *= 0.5) {
    for (std::size_t d = 0; d < next.size(); ++d) next[d] = score[d] + length * step[d];
    const double slack = 1e-12 * std::abs(before);  // rounding, once there is nothing left to win
    if (likelihood.value(next) >= before - slack) break;
  }
  return next;
}

/// Whether a vote on the query counts.
bool is_of(const PreferenceVote& vote, const Judgements& judgements, std::uint32_t query,
           Whom whom) {
  return vote.query == query && vote.stands && counts(judgements.assessor[vote.assessor], whom);
}

}  // namespace

BradleyTerryFit fit_bradley_terry(std::size_t document_count, std::span<const PairWins> wins,
                                  const BradleyTerryOptions& options) {
  constexpr double tolerance = 1e-10;
  constexpr std::size_t max_iterations = 200;
  for (const PairWins& pair : wins) {
    if (std::max(pair.a, pair.b) >= document_count || pair.a == pair.b) {
      throw UsageError("found a comparison of documents " + to_text(pair.a) + " and " +
                       to_text(pair.b) + ", expected two different ones of " +
                       to_text(document_count));
    }
  }
  const Likelihood likelihood(document_count, wins, options.prior);
  BradleyTerryFit fit{.score = std::vector<double>(document_count, 0.0)};
  double moved = 1.0;
  while (moved > tolerance) {
    if (fit.iterations++ == max_iterations) {
      throw NumericError("Bradley-Terry scores have not converged: they still change by " +
                         to_text(moved) + " after " + to_text(max_iterations) + " iterations");
    }
    const Eigen::VectorXd step =
        likelihood.information(fit.score).solve(likelihood.gradient(fit.score));
    std::vector<double> next =
        stepped(likelihood, fit.score, {step.data(), static_cast<std::size_t>(step.size())});
    moved = 0.0;
    for (std::size_t d = 0; d < document_count; ++d) {
      moved = std::max(moved, std::abs(next[d] - fit.score[d]));
    }
    fit.score = std::move(next);
  }
  fit.error = roots_of_inverse_diagonal(likelihood.information(fit.score));
  return fit;
}

std::vector<bool> called_bad(const Judgements& judgements, std::uint32_t query, Whom whom) {
  const std::size_t documents = judgements.query[query].document.size();
  std::vector<std::set<std::uint32_t>> spoke(documents);
  std::vector<std::set<std::uint32_t>> said_bad(documents);
  for (const PreferenceVote& vote : judgements.preference) {
    if (!is_of(vote, judgements, query, whom) || !left_win(vote.answer.verdict)) continue;
    const auto& [question, verdict] = vote.answer;
    const bool are_both = verdict == Verdict::both_bad;
    spoke[question.left].insert(vote.assessor);
    spoke[question.right].insert(vote.assessor);
    if (are_both || verdict == Verdict::left_bad) said_bad[question.left].insert(vote.assessor);
    if (are_both || verdict == Verdict::right_bad) said_bad[question.right].insert(vote.assessor);
  }
  std::vector<bool> is_bad(documents);
  for (std::size_t d = 0; d < documents; ++d) is_bad[d] = 2 * said_bad[d].size() > spoke[d].size();
  return is_bad;
}

std::vector<PairWins> wins_of(const Judgements& judgements, std::uint32_t query, Whom whom) {
  const std::vector<bool> is_bad = called_bad(judgements, query, whom);
  std::map<std::pair<DocIndex, DocIndex>, PairWins> pairs;
  for (const PreferenceVote& vote : judgements.preference) {
    if (!is_of(vote, judgements, query, whom)) continue;
    if (vote.answer.question.purpose != Purpose::needed) continue;
    const std::optional<double> win = first_win(vote.answer);
    if (!win || vote.answer.verdict == Verdict::both_bad) continue;
    if (is_bad[vote.answer.question.left] || is_bad[vote.answer.question.right]) continue;
    const auto [a, b] = std::minmax(vote.answer.question.left, vote.answer.question.right);
    PairWins& pair = pairs.try_emplace({a, b}, PairWins{a, b}).first->second;
    pair.a_wins += *win;
    pair.b_wins += 1.0 - *win;
  }
  std::vector<PairWins> wins;
  for (const auto& [key, pair] : pairs) wins.push_back(pair);
  return wins;
}

CleanedTopK cleaned_top_k(const BradleyTerryFit& fit, std::size_t k,
                          const std::vector<bool>& is_bad, const BradleyTerryOptions& options) {
  std::vector<DocIndex> order = rank_by_score(fit.score).order;
  std::erase_if(order, [&](DocIndex doc) { return doc < is_bad.size() && is_bad[doc]; });
  CleanedTopK cleaned;
  cleaned.top.assign(order.begin(),
                     order.begin() + static_cast<std::ptrdiff_t>(std::min(k, order.size())));
  if (k == 0 || k >= order.size()) return cleaned;
  cleaned.cut = 0.5 * (fit.score[order[k - 1]] + fit.score[order[k]]);
  const double z = normal_upper_quantile(0.5 * (1.0 - options.confidence));
  for (const DocIndex doc : order) {
    if (std::abs(fit.score[doc] - cleaned.cut) <= z * fit.error[doc]) {
      cleaned.uncertain.push_back(doc);
    }
  }
  return cleaned;
}

CleanedTopK voted_top_k(const Judgements& judgements, std::uint32_t query, Whom whom) {
  const std::size_t documents = judgements.query[query].document.size();
  return cleaned_top_k(fit_bradley_terry(documents, wins_of(judgements, query, whom)), judgements.k,
                       called_bad(judgements, query, whom));
}

}  // namespace podium::labelling
