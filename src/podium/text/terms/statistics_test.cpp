#include "podium/text/terms/statistics.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/text/terms/toy_corpus_fixture.hpp"

namespace podium::text {
namespace {

using testing::ElementsAre;

const AnalyserOptions plain{.stemmer = "none", .stop_words = "none"};

/// Three fields; the last stream is all of them.
const StreamLayout layout{3, {{"title", {0}}, {"body", {1}}, {"whole", {0, 1, 2}}}};

struct Corpus {
  std::vector<std::array<std::string, 3>> text;
  std::vector<std::string> id;

  explicit Corpus(std::vector<std::array<std::string, 3>> texts) : text(std::move(texts)) {
    for (std::size_t d = 0; d < text.size(); ++d) id.push_back("d" + std::to_string(d));
  }

  std::vector<DocumentText> documents() const {
    std::vector<DocumentText> all;
    for (std::size_t d = 0; d < text.size(); ++d) {
      all.push_back({id[d], {text[d].begin(), text[d].end()}});
    }
    return all;
  }
};

/// Words by a small zipfian draw, so that they repeat.
Corpus random_corpus(std::size_t documents, std::uint64_t seed) {
  RandomStream random(seed, "", "documents");
  std::vector<std::array<std::string, 3>> texts(documents);
  for (auto& fields : texts) {
    for (std::string& field : fields) {
      const auto words = random.below(30);
      for (std::uint64_t w = 0; w < words; ++w) {
        field += "w" + std::to_string(random.below(1 + random.below(200))) + " ";
      }
    }
  }
  return Corpus(std::move(texts));
}

TextStatistics counted(const Corpus& corpus, const QueryTerms& terms, std::size_t batch,
                       CollectionCounter::Ids wanted = {}) {
  CollectionCounter counter(Analyser(plain), terms, layout, std::move(wanted));
  const auto documents = corpus.documents();
  for (std::size_t at = 0; at < documents.size(); at += batch) {
    counter.add(std::span(documents).subspan(at, std::min(batch, documents.size() - at)));
  }
  return std::move(counter).finish();
}

std::vector<std::string> stream_words(const std::array<std::string, 3>& fields, std::size_t s) {
  std::string text;
  for (const std::size_t f : layout.stream[s].field) text += fields[f] + " ";
  return words_of(text);
}

/// Every number by its definition.
void expect_naive(const Corpus& corpus, const QueryTerms& terms, const TextStatistics& statistics) {
  ASSERT_EQ(statistics.collection.documents, corpus.text.size());
  for (std::size_t s = 0; s < 3; ++s) {
    std::set<std::string> unique;
    std::size_t total = 0;
    std::map<std::string, std::uint64_t> df;
    std::map<std::string, std::uint64_t> cf;
    for (const auto& fields : corpus.text) {
      const auto words = stream_words(fields, s);
      const std::set<std::string> distinct(words.begin(), words.end());
      unique.insert(words.begin(), words.end());
      total += words.size();
      for (const std::string& word : words) ++cf[word];
      for (const std::string& word : distinct) ++df[word];
    }
    EXPECT_EQ(statistics.collection.stream[s].unique_terms, unique.size());
    EXPECT_EQ(statistics.collection.stream[s].total_terms, total);
    for (TermIndex t = 0; t < terms.size(); ++t) {
      EXPECT_EQ(statistics.term[t].document_frequency[s], df[terms.word(t)]);
      EXPECT_EQ(statistics.term[t].collection_frequency[s], cf[terms.word(t)]);
    }
  }
  std::size_t kept = 0;
  for (std::size_t d = 0; d < corpus.text.size(); ++d) {
    const auto whole = stream_words(corpus.text[d], 2);
    std::set<TermIndex> matches;
    for (TermIndex t = 0; t < terms.size(); ++t) {
      if (std::count(whole.begin(), whole.end(), terms.word(t)) > 0) matches.insert(t);
    }
    if (matches.empty()) continue;
    ASSERT_LT(kept, statistics.document.size());
    const CountedDocument document = statistics.document[kept++];
    EXPECT_EQ(document.id, corpus.id[d]);
    EXPECT_EQ(document.place, d);
    EXPECT_THAT(document.term, testing::ElementsAreArray(matches));
    for (std::size_t s = 0; s < 3; ++s) {
      const auto words = stream_words(corpus.text[d], s);
      EXPECT_EQ(document.length[s], words.size());
      EXPECT_EQ(document.unique_length[s], std::set(words.begin(), words.end()).size());
      for (const TermIndex t : matches) {
        EXPECT_EQ(document.count(t, s), std::count(words.begin(), words.end(), terms.word(t)));
      }
    }
  }
  EXPECT_EQ(statistics.document.size(), kept);
}

QueryTerms terms_of(const std::vector<QueryText>& queries) {
  Analyser analyser(plain);
  return {queries, analyser};
}

TEST(CollectionCounter, AgreesWithDefinitions) {
  const QueryTerms terms = terms_of({{"1", "w3 w17 w3"}, {"2", "w150 w180 nowhere"}});
  const Corpus corpus = random_corpus(300, 1);
  expect_naive(corpus, terms, counted(corpus, terms, 1000));
}

TEST(CollectionCounter, GivesTheSameForAnyThreadsAndBatches) {
  const QueryTerms terms = terms_of({{"1", "w3 w17"}, {"2", "w99"}});
  const Corpus corpus = random_corpus(200, 2);
  for (const std::size_t threads : {1U, 2U, 5U}) {
    const ThreadLimit limit(threads);
    for (const std::size_t batch : {1U, 65U, 200U}) {
      expect_naive(corpus, terms, counted(corpus, terms, batch));
    }
  }
}

TEST(CollectionCounter, KeepsDocumentsThatAreWanted) {
  const QueryTerms terms = terms_of({{"1", "x"}});
  const Corpus corpus({{"x", "", ""}, {"y", "", ""}, {"", "", ""}, {"y", "z", "\xFF"}});
  const TextStatistics statistics = counted(corpus, terms, 4, {"d1", "elsewhere"});
  ASSERT_EQ(statistics.document.size(), 2U);
  EXPECT_EQ(statistics.document[1].id, "d1");
  EXPECT_TRUE(statistics.document[1].term.empty());
  EXPECT_EQ(statistics.empty, 1U);
  EXPECT_EQ(statistics.bad_text, 1U);
}

TEST(CollectionCounter, RefusesABadLayout) {
  const QueryTerms terms = terms_of({{"1", "x"}});
  EXPECT_THROW(CollectionCounter(Analyser(plain), terms, {1, {}}), UsageError);
  EXPECT_THROW(CollectionCounter(Analyser(plain), terms, {1, {{"a", {1}}}}), UsageError);
  EXPECT_THROW(CollectionCounter(Analyser(plain), terms, {1, {{"a", {0, 0}}}}), UsageError);
  CollectionCounter counter(Analyser(plain), terms, {1, {{"a", {0}}}});
  EXPECT_THROW(counter.add(std::vector<DocumentText>{{"d", {}}}), ContractError);
}

TEST(QueryTerms, NumberDistinctTermsInOrder) {
  const QueryTerms terms = terms_of({{"7", "b a b"}, {"9", "c a"}});
  EXPECT_EQ(terms.size(), 3U);
  EXPECT_THAT(terms.queries()[0].term, ElementsAre(0, 1, 0));
  EXPECT_THAT(terms.queries()[1].term, ElementsAre(2, 1));
  EXPECT_EQ(terms.word(2), "c");
}

TEST(QueryTerms, FindEachOfMany) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "t" + std::to_string(i) + " ";
  const QueryTerms terms = terms_of({{"1", text}});
  Analyser analyser(plain);
  TermIndex expected = 0;
  analyser.for_each_term(text, [&](const Term& term) { EXPECT_EQ(terms.find(term), expected++); });
  analyser.for_each_term("t1000 u",
                         [&](const Term& term) { EXPECT_EQ(terms.find(term), std::nullopt); });
}

TEST(FingerprintSet, AgreesWithAMap) {
  rc::check([](const std::vector<std::pair<std::uint8_t, std::uint8_t>>& additions) {
    FingerprintSet set;
    for (int round = 0; round < 3; ++round) {
      std::map<std::uint64_t, std::uint32_t> map;
      for (const auto& [key, bits] : additions) {
        const std::uint64_t fingerprint = std::uint64_t{key} << 18U;  // many on one slot
        RC_ASSERT(set.add(fingerprint, bits) == (bits & ~map[fingerprint]));
        map[fingerprint] |= bits;
      }
      RC_ASSERT(set.size() == map.size());
      set.clear();
    }
  });
}

}  // namespace
}  // namespace podium::text
