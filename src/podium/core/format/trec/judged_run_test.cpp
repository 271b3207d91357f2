#include "podium/core/format/trec/judged_run.hpp"

#include <map>
#include <tuple>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/format/file_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

class JudgedRunFile : public FileFixture {
 protected:
  JudgedRun joined(std::string_view qrels, std::string_view run, bool complete = true) const {
    return {read_qrels(folder_.file("q", qrels)),
            read_run(folder_.file("r", run)),
            {.complete = complete}};
  }
};

std::vector<std::string> documents_of(const JudgedQuery& query) {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < query.document_id.size(); ++i) ids.emplace_back(query.document_id[i]);
  return ids;
}

TEST_F(JudgedRunFile, PutsRetrievedDocumentsFirstAndMissedOnesBehind) {
  const JudgedRun run =
      joined("1 0 missed 2\n1 0 b 1\n1 0 none -2\n", "1 Q0 a 1 0.5 t\n1 Q0 b 2 0.25 t\n");
  ASSERT_EQ(run.query_count(), 1U);
  EXPECT_EQ(run[0].id, "1");
  EXPECT_THAT(documents_of(run[0]), ElementsAre("a", "b", "missed", "none"));
  EXPECT_THAT(run[0].truth.label, ElementsAre(-1, 1, 2, -2));
  EXPECT_THAT(run[0].truth.level, ElementsAre(1, 2, 3, 0));
  EXPECT_TRUE(run[0].truth.is_graded());
  EXPECT_THAT(run[0].scores, ElementsAre(0.5, 0.25));
  EXPECT_TRUE(run.remarks().empty());
}

TEST_F(JudgedRunFile, CountsJudgedQueriesThatTheRunLeavesOut) {
  const std::string qrels = "1 0 a 1\n2 0 a 1\n3 0 a 0\n";
  const std::string retrieved = "9 Q0 a 1 1 t\n2 Q0 a 1 1 t\n";
  const JudgedRun run = joined(qrels, retrieved);
  ASSERT_EQ(run.query_count(), 3U);
  EXPECT_EQ(run[0].scores.size(), 0U);
  EXPECT_THAT(run[0].truth.label, ElementsAre(1));
  EXPECT_EQ(run.queries_not_in_run(), 2U);
  EXPECT_EQ(run.queries_not_judged(), 1U);
  EXPECT_THAT(run.remarks(),
              ElementsAre("counted 2 judged queries missing from the run as empty rankings",
                          "ignored 1 query of the run without judgements"));
  const JudgedRun both = joined(qrels, retrieved, false);
  ASSERT_EQ(both.query_count(), 1U);
  EXPECT_EQ(both[0].id, "2");
  EXPECT_EQ(both.remarks()[0], "ignored 2 judged queries missing from the run");
}

TEST_F(JudgedRunFile, SaysThatNoDocumentIsJudged) {
  const JudgedRun run = joined("1 0 a 1\n1 0 b 0\n", "1 Q0 1 1 2 t\n1 Q0 2 2 1 t\n");
  EXPECT_THAT(run.remarks(),
              ElementsAre(testing::HasSubstr("no document of the run has a judgement")));
}

TEST_F(JudgedRunFile, SaysWhichQueriesHaveOnlyLabelsBelowZero) {
  const std::string said =
      "1 query is in the judgements without a label of 0 or more, which means not judged, and so "
      "not counted";
  for (const char* retrieved : {"1 Q0 a 1 1 t\n2 Q0 a 1 1 t\n", "1 Q0 a 1 1 t\n"}) {
    const JudgedRun run = joined("1 0 a 1\n2 0 a -1\n2 0 b -2\n", retrieved);
    EXPECT_EQ(run.queries_not_in_run(), 0U);
    EXPECT_EQ(run.queries_not_judged(), 0U);
    EXPECT_THAT(run.remarks(), ElementsAre(said)) << retrieved;
  }
}

/// The same join by std::map, written for reading.
struct SlowJoin {
  using Rows = std::vector<std::tuple<std::string, std::string, double>>;
  std::map<std::string, std::vector<std::pair<std::string, double>>> documents;  // with labels
  std::map<std::string, std::vector<double>> scores;

  SlowJoin(const Rows& qrels, const Rows& run) {
    std::map<std::pair<std::string, std::string>, double> label;
    for (const auto& [query, document, value] : qrels) label[{query, document}] = value;
    std::map<std::pair<std::string, std::string>, bool> is_retrieved;
    for (const auto& [query, document, value] : run) {
      const auto found = label.find({query, document});
      documents[query].emplace_back(document, found == label.end() ? -1.0 : found->second);
      scores[query].push_back(value);
      is_retrieved[{query, document}] = true;
    }
    for (const auto& [query, document, value] : qrels) {
      if (!is_retrieved[{query, document}]) documents[query].emplace_back(document, value);
    }
  }
};

TEST_F(JudgedRunFile, EqualsTheSlowJoin) {
  RandomStream stream(7, "", "join");
  const auto pick = [&](std::uint64_t n) { return std::to_string(stream.below(n)); };
  for (int round = 0; round < 30; ++round) {
    std::map<std::pair<std::string, std::string>, int> seen;
    const auto rows = [&](std::size_t count, const char* format) {
      SlowJoin::Rows made;
      std::string text;
      seen.clear();
      for (std::size_t i = 0; i < count; ++i) {
        const std::string query = pick(8);
        const std::string document = pick(30);
        if (seen[{query, document}]++ > 0) continue;
        const auto value = static_cast<double>(stream.below(4));
        made.emplace_back(query, document, value);
        text += fmt::format(fmt::runtime(format), query, document, value);
      }
      return std::pair(made, text);
    };
    const auto [qrels, qrels_text] = rows(1 + stream.below(120), "{} 0 {} {}\n");
    const auto [run, run_text] = rows(1 + stream.below(120), "{} Q0 {} 1 {} t\n");
    SlowJoin slow(qrels, run);
    const ThreadLimit limit(1 + stream.below(2));
    const JudgedRun fast = joined(qrels_text, run_text);
    for (std::size_t i = 0; i < fast.query_count(); ++i) {
      const std::string id(fast[i].id);
      std::vector<std::pair<std::string, double>> documents;
      for (std::size_t doc = 0; doc < fast[i].truth.size(); ++doc) {
        documents.emplace_back(fast[i].document_id[doc], fast[i].truth.label[doc]);
      }
      EXPECT_EQ(documents, slow.documents[id]);
      EXPECT_EQ(std::vector<double>(fast[i].scores.begin(), fast[i].scores.end()), slow.scores[id]);
    }
  }
}

}  // namespace
}  // namespace podium
