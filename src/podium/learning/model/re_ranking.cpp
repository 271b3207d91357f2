#include "podium/learning/model/re_ranking.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <variant>

#include "podium/core/aggregate/aggregator.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/ranking.hpp"
#include "podium/learning/model/model.hpp"

namespace podium {

namespace {

bool is_sound_part(const ModelKind& kind, std::size_t features) {
  return !std::holds_alternative<ReRanking>(kind) &&
         std::visit(
             [&](const auto& one) { return one.is_whole() && one.feature_count() == features; },
             kind);
}

/// Whether all are finite.
bool score_by(const ModelKind& kind, const FeatureRows& rows, std::span<double> scores,
              Workspace& workspace) {
  std::visit([&](const auto& one) { one.score(rows, scores, workspace); }, kind);
  return std::ranges::all_of(scores, [](double score) { return std::isfinite(score); });
}

void cut_below(Ballot& ballot, std::size_t depth) {
  if (depth >= ballot.size()) return;
  const std::size_t end = ballot.end_of_tie(depth - 1);
  ballot.order.resize(end);
  ballot.tie_end.resize(end);
  ballot.score.resize(end);
}

}  // namespace

AggregationChoice parse_aggregation(std::string_view text) {
  const auto refuse = [&](std::string_view expected) {
    throw UsageError("aggregation: found " + in_quotes(text) + ", expected " +
                     std::string(expected));
  };
  AggregationChoice choice{.method = std::string(trimmed(text)), .options = {}};
  if (const auto bracket = choice.method.find('('); bracket != std::string::npos) {
    if (choice.method.back() != ')') refuse("a closing bracket at its end");
    const std::string options =
        choice.method.substr(bracket + 1, choice.method.size() - bracket - 2);
    choice.method.resize(bracket);
    for (const std::string_view part : split_outside_brackets(options, ',')) {
      const auto equals = part.find('=');
      if (equals == std::string_view::npos) refuse("method(option=value,...)");
      const auto name = trimmed(part.substr(0, equals));
      if (!choice.options.emplace(name, trimmed(part.substr(equals + 1))).second) {
        refuse("every option once");
      }
    }
  }
  (void)find_aggregator(choice.method).make(choice.options);
  return choice;
}

std::string to_text(const AggregationChoice& choice) {
  std::string options;
  for (const auto& [name, value] : choice.options) {
    options += (options.empty() ? "" : ",") + name + "=" + value;
  }
  return options.empty() ? choice.method : choice.method + "(" + options + ")";
}

std::size_t ReRanking::feature_count() const noexcept {
  return std::visit([](const auto& one) { return one.feature_count(); }, first->kind);
}

bool ReRanking::is_whole() const {
  const std::size_t features = feature_count();
  const bool has_sound_parts =
      is_sound_part(first->kind, features) && std::ranges::all_of(voters, [&](const Voter& voter) {
        return voter.weight >= 0.0 && is_sound_part(voter.ranker.kind, features);
      });
  if (!has_sound_parts || top == 0) return false;
  if (pairwise && (!pairwise->is_whole() || pairwise->weights.size() != features)) return false;
  try {
    const AggregatorEntry& method = find_aggregator(aggregation.method);
    if (pairwise && method.needs_scores) return false;
    (void)method.make(aggregation.options);
  } catch (const UsageError&) {
    return false;
  }
  return true;
}

bool ReRanking::accepts_missing() const noexcept {
  const auto takes = [](const ModelKind& kind) {
    return std::visit([](const auto& one) { return one.accepts_missing(); }, kind);
  };
  return !pairwise && takes(first->kind) &&
         std::ranges::all_of(voters, [&](const Voter& v) { return takes(v.ranker.kind); });
}

void ReRanking::score(const FeatureRows& rows, std::span<double> scores,
                      Workspace& workspace) const {
  if (!score_by(first->kind, rows, scores, workspace)) return;
  const std::vector<DocIndex> order = rank_by_score(scores).order;
  const std::size_t count = std::min(top, order.size());
  const std::size_t places = depth > 0 ? depth : std::max<std::size_t>(1, count / 2);

  // The items of the election are positions in the first order, which is therefore 0, 1, ...
  std::vector<ItemIndex> items(count);
  std::iota(items.begin(), items.end(), ItemIndex{0});
  std::vector<double> of_items(count);
  std::vector<Ballot> ballots;
  for (const Voter& voter : voters) {
    if (!score_by(voter.ranker.kind, rows, scores, workspace)) return;
    for (const ItemIndex item : items) of_items[item] = scores[order[item]];
    ballots.push_back(ballot_by_score(items, of_items, voter.weight));
    cut_below(ballots.back(), places);
  }
  if (pairwise) {
    const std::span<const DocIndex> best = std::span(order).first(count);
    for (Ballot& ballot : pairwise_ballots(pairwise->values(rows, best), count, pairwise->vote)) {
      if (!std::isfinite(ballot.weight)) {
        scores[best.front()] = ballot.weight;  // of no use, but the caller names the query
        return;
      }
      ballots.push_back(std::move(ballot));
    }
  }
  const Consensus consensus = find_aggregator(aggregation.method)
                                  .make(aggregation.options)(Election(count, std::move(ballots)));

  for (std::size_t place = 0; place < order.size(); ++place) {
    const DocIndex doc = order[place < count ? consensus.ranking.order[place] : place];
    scores[doc] = static_cast<double>(order.size() - 1 - place);
  }
}

bool ReRanking::operator==(const ReRanking& other) const {
  return first == other.first && voters == other.voters && top == other.top &&
         depth == other.depth && aggregation == other.aggregation && pairwise == other.pairwise;
}

}  // namespace podium
