// What every method promises. A new row of aggregators() is tested at once.
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/aggregate/aggregator.hpp"
#include "podium/core/aggregate/election_fixture.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/test_paths.hpp"

namespace podium {
namespace {

using namespace fixture;
using testing::HasSubstr;

/// The choices of an option that is one, else nothing.
std::vector<std::string> choices_of(const OptionInfo& option) {
  std::vector<std::string> choices;
  if (option.range.starts_with("[")) return choices;
  for (const std::string_view part : split_outside_brackets(option.range, ',')) {
    choices.emplace_back(trimmed(part));
  }
  return choices;
}

class AggregatorContract : public testing::TestWithParam<const AggregatorEntry*> {
 protected:
  const AggregatorEntry& entry() const { return *GetParam(); }

  /// check(aggregator) with default options and with each choice of each option.
  template <class Check>
  void for_all_variants(const Check& check) const {
    check(entry().make({}));
    for (const OptionInfo& option : entry().options()) {
      for (const std::string& choice : choices_of(option)) {
        SCOPED_TRACE(option.name + "=" + choice);
        check(entry().make({{option.name, choice}}));
      }
      if (option.name == "depth") check(entry().make({{"depth", "2"}}));
    }
  }

  /// check(aggregator, election, stream) for many random elections.
  template <class Check>
  void for_all(const RandomShape& shape, const Check& check) const {
    for_all_variants([&](const Aggregator& aggregator) {
      RandomStream stream(1, entry().name, "contract");
      for (std::size_t count = 0; count < 30; ++count) {
        check(aggregator, random_election(stream, count % 10, stream.below(6), shape), stream);
      }
    });
  }
};

INSTANTIATE_TEST_SUITE_P(Aggregators, AggregatorContract, testing::ValuesIn([] {
                           std::vector<const AggregatorEntry*> rows;
                           for (const AggregatorEntry& row : aggregators()) rows.push_back(&row);
                           return rows;
                         }()),
                         [](const auto& tested) { return std::string(tested.param->name); });

TEST_P(AggregatorContract, FindsTheOrderOfTheWorkedExample) {
  const Election election = worked_example();
  for_all_variants([&](const Aggregator& aggregator) {
    const std::vector<ItemIndex> order = aggregator(election).ranking.order;
    // To a depth of 2 nobody lists D and E, so these keep the initial order.
    EXPECT_EQ(text_of(order).substr(0, 3), "ABC");
  });
  const std::vector<ItemIndex> order = entry().make({})(election).ranking.order;
  EXPECT_EQ(text_of(order), "ABCDE");
  EXPECT_NEAR(kemeny_cost(order, MajorityTable(election)), 1.2, 1e-12);
}

TEST_P(AggregatorContract, RanksEveryItemOnceAndByItsScore) {
  for_all({}, [](const Aggregator& aggregator, const Election& election, RandomStream& /*stream*/) {
    const auto [ranking, score, bracket] = aggregator(election);
    ASSERT_TRUE(std::is_permutation(ranking.order.begin(), ranking.order.end(),
                                    election.initial().begin(), election.initial().end()));
    ASSERT_EQ(ranking.tie_end.size(), ranking.size());
    if (score.empty()) return;
    for (std::size_t rank = 1; rank < ranking.size(); ++rank) {
      const ItemIndex above = ranking.order[rank - 1];
      const ItemIndex below = ranking.order[rank];
      EXPECT_TRUE(score[above] > score[below] ||
                  (score[above] == score[below] && election.is_before(above, below)));
    }
  });
}

TEST_P(AggregatorContract, KeepsTheInitialOrderWhenNobodyVotes) {
  const Ballot weightless = with_scores(ballot("ABC", 0.0));
  for_all_variants([&](const Aggregator& aggregator) {
    EXPECT_EQ(text_of(aggregator(Election(3, {}, items("BCA"))).ranking.order), "BCA");
    EXPECT_EQ(text_of(aggregator(Election(3, {weightless}, items("BCA"))).ranking.order), "BCA");
    EXPECT_EQ(text_of(aggregator(Election(3, {Ballot{}}, items("BCA"))).ranking.order), "BCA");
    EXPECT_TRUE(aggregator(Election(0, {})).ranking.order.empty());
    EXPECT_EQ(text_of(aggregator(Election(1, {})).ranking.order), "A");
  });
}

TEST_P(AggregatorContract, GivesWeightlessBallotsNoInfluence) {
  for_all({}, [](const Aggregator& aggregator, const Election& election, RandomStream& stream) {
    std::vector<Ballot> more(election.ballots().begin(), election.ballots().end());
    more.push_back(random_ballot(stream, election.item_count(), {}));
    more.back().weight = 0.0;
    const std::vector<ItemIndex> initial(election.initial().begin(), election.initial().end());
    EXPECT_EQ(aggregator(Election(election.item_count(), more, initial)).ranking.order,
              aggregator(election).ranking.order);
  });
}

TEST_P(AggregatorContract, LooksAtTheRatiosOfWeightsOnly) {
  for_all({}, [](const Aggregator& aggregator, const Election& election, RandomStream& /*stream*/) {
    std::vector<Ballot> heavier(election.ballots().begin(), election.ballots().end());
    for (Ballot& voter : heavier) voter.weight *= 4.0;
    const std::vector<ItemIndex> initial(election.initial().begin(), election.initial().end());
    EXPECT_EQ(aggregator(Election(election.item_count(), heavier, initial)).ranking.order,
              aggregator(election).ranking.order);
  });
}

TEST_P(AggregatorContract, TreatsItemsAlikeWhateverTheirNumbers) {
  for_all({}, [](const Aggregator& aggregator, const Election& election, RandomStream& stream) {
    const std::vector<ItemIndex> renamed = random_order(stream, election.item_count());
    const auto rename = [&](std::span<const ItemIndex> order) {
      std::vector<ItemIndex> names;
      for (const ItemIndex item : order) names.push_back(renamed[item]);
      return names;
    };
    std::vector<Ballot> ballots(election.ballots().begin(), election.ballots().end());
    for (Ballot& voter : ballots) voter.order = rename(voter.order);
    const Election other(election.item_count(), ballots, rename(election.initial()));
    EXPECT_EQ(aggregator(other).ranking.order, rename(aggregator(election).ranking.order));
  });
}

TEST_P(AggregatorContract, DoesNotLookAtTheOrderOfTheBallots) {
  const RandomShape real_weights{.has_whole_weights = false};
  for_all(real_weights, [](const Aggregator& aggregator, const Election& election,
                           RandomStream& stream) {
    std::vector<Ballot> shuffled(election.ballots().begin(), election.ballots().end());
    stream.shuffle(std::span(shuffled));
    const std::vector<ItemIndex> initial(election.initial().begin(), election.initial().end());
    EXPECT_EQ(aggregator(Election(election.item_count(), shuffled, initial)).ranking.order,
              aggregator(election).ranking.order);
  });
}

TEST_P(AggregatorContract, RepeatsWhatAllBallotsSay) {
  const Ballot voice = with_scores(ballot("DBACE"));
  const Election election(5, {voice, voice, voice}, items("ECABD"));
  EXPECT_EQ(text_of(entry().make({})(election).ranking.order), "DBACE");
}

TEST_P(AggregatorContract, SaysWhetherItNeedsScores) {
  const Election election(3, {ballot("ABC")});
  if (entry().needs_scores) {
    EXPECT_THROW(entry().make({})(election), UsageError);
  } else {
    EXPECT_EQ(text_of(entry().make({})(election).ranking.order), "ABC");
  }
}

TEST_P(AggregatorContract, TakesItsOptionsAndRefusesOthers) {
  EXPECT_THROW(entry().make({{"no-such-option", "1"}}), UsageError);
  for (const OptionInfo& option : entry().options()) {
    EXPECT_NO_THROW(entry().make({{option.name, option.default_value}})) << option.name;
    EXPECT_THROW(entry().make({{option.name, "no such value"}}), UsageError) << option.name;
    EXPECT_FALSE(option.help.empty()) << option.name;
  }
}

TEST_P(AggregatorContract, CitesAKnownReference) {
  std::ifstream file(docs_path("references.bib"));
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_THAT(text.str(), HasSubstr("{" + std::string(entry().reference) + ","));
  EXPECT_FALSE(entry().summary.empty());
}

TEST(Aggregators, AreFoundByTheirNames) {
  for (const AggregatorEntry& row : aggregators()) EXPECT_EQ(&find_aggregator(row.name), &row);
  try {
    find_aggregator("kemeney");
    FAIL() << "found an aggregator that is not there";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(),
                testing::AllOf(
                    HasSubstr("unknown aggregator 'kemeney'; did you mean 'kemeny'? Known are: "),
                    HasSubstr("skr, kemeny")));
  }
}

}  // namespace
}  // namespace podium
