#include "podium/learning/model/re_ranking_json.hpp"

#include <utility>

#include <fmt/format.h>

#include "podium/core/aggregate/aggregator.hpp"
#include "podium/learning/model/kinds.hpp"

namespace podium {

namespace {

NamedRanker read_part(const JsonReader& json, std::size_t features) {
  const JsonReader kind = json.at("kind");
  if (kind.text() == re_ranking_name) {
    throw kind.error("found a re-ranking inside another, expected a ranker of one stage");
  }
  return read_ranker(json, features);
}

Voter read_voter(const JsonReader& json, std::size_t features) {
  json.expect_keys({"name", "kind", "parameters", "weight"});
  Voter voter{read_part(json, features), json.at("weight").number()};
  if (voter.weight < 0.0) {
    throw json.at("weight").error(
        fmt::format("found {}, expected a weight of 0 or more", voter.weight));
  }
  return voter;
}

AggregationChoice read_aggregation(const JsonReader& json) {
  json.expect_keys({"method", "options"});
  AggregationChoice choice{.method = json.at("method").text(),
                           .options = json.at("options").text_members()};
  try {
    (void)find_aggregator(choice.method).make(choice.options);
  } catch (const UsageError& error) {
    throw json.error(error.what());
  }
  return choice;
}

Json json_of(const PairwiseFunction& function) {
  Json json;
  json["weights"] = function.weights;
  json["crossed"] = function.crossed;
  json["products"] = function.products;
  json["vote"] = function.vote;
  return json;
}

PairwiseFunction read_pairwise(const JsonReader& json, std::size_t features) {
  json.expect_keys({"weights", "crossed", "products", "vote"});
  PairwiseFunction function{.weights = json.at("weights").numbers(features),
                            .crossed = {},
                            .products = {},
                            .vote = json.at("vote").number()};
  for (const JsonReader& feature : json.at("crossed").items()) {
    const std::size_t least = function.crossed.empty() ? 0 : function.crossed.back() + 1;
    if (features == 0 || least >= features) {
      throw feature.error("found a crossed feature too many");
    }
    function.crossed.push_back(static_cast<std::uint32_t>(feature.whole(least, features - 1)));
  }
  const std::size_t m = function.crossed.size();
  function.products = json.at("products").numbers(m == 0 ? 0 : m * (m - 1) / 2);
  if (function.vote < 0.0) {
    throw json.at("vote").error(
        fmt::format("found {}, expected a weight of 0 or more", function.vote));
  }
  return function;
}

}  // namespace

Json json_of(const ReRanking& model) {
  Json voters = Json::array();
  for (const Voter& voter : model.voters) {
    Json one = ranker_json(voter.ranker);
    one["weight"] = voter.weight;
    voters.push_back(std::move(one));
  }
  Json json;
  json["top"] = model.top;
  json["depth"] = model.depth;
  json["aggregation"]["method"] = model.aggregation.method;
  json["aggregation"]["options"] = model.aggregation.options;
  json["first"] = ranker_json(*model.first);
  json["voters"] = std::move(voters);
  if (model.pairwise) json["pairwise"] = json_of(*model.pairwise);
  return json;
}

ModelKind read_re_ranking(const JsonReader& parameters, std::size_t features) {
  parameters.expect_keys({"top", "depth", "aggregation", "first", "voters", "pairwise"});
  const JsonReader first = parameters.at("first");
  first.expect_keys({"name", "kind", "parameters"});
  ReRanking model{.first = read_part(first, features),
                  .voters = {},
                  .top = parameters.at("top").whole(1),
                  .depth = parameters.at("depth").whole(),
                  .aggregation = read_aggregation(parameters.at("aggregation"))};
  for (const JsonReader& voter : parameters.at("voters").items()) {
    model.voters.push_back(read_voter(voter, features));
  }
  if (const auto pairwise = parameters.find("pairwise")) {
    model.pairwise = read_pairwise(*pairwise, features);
    if (find_aggregator(model.aggregation.method).needs_scores) {
      throw parameters.at("aggregation")
          .error("found a method that needs scores, which a pairwise function does not have");
    }
  }
  return model;
}

}  // namespace podium
