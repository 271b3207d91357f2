#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "podium/core/base/mutation_fixture.hpp"
#include "podium/core/format/document_scores.hpp"
#include "podium/core/format/feature_log.hpp"
#include "podium/core/format/file_fixture.hpp"
#include "podium/core/format/groups.hpp"
#include "podium/core/format/orders/preferences.hpp"
#include "podium/core/format/orders/preflib_fixture.hpp"
#include "podium/core/format/orders/top_k_file.hpp"
#include "podium/core/format/scores.hpp"
#include "podium/core/format/trec/qrels.hpp"
#include "podium/core/format/trec/run.hpp"
#include "podium/core/format/weights.hpp"

namespace podium {
namespace {

/// The same cases in every run, unless the environment asks for others. RapidCheck reads it when
/// the first property is checked.
[[maybe_unused]] const int seeded = ::setenv("RC_PARAMS", "seed=20121", 0);

class FormatsFuzz : public testing::Test {
 protected:
  /// A file of this text; unlike TemporaryFolder::file it does not wait for the disk.
  std::filesystem::path file(const std::string& text) const {
    const auto path = folder_ / "f";
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  TemporaryFolder folder_;
};

// --- any mutation of a valid file parses or is refused with a place ---

struct Format {
  std::string name;
  std::string text;
  std::function<void(const std::filesystem::path&)> read;
};

const std::vector<Format>& formats() {
  static const std::vector<Format> all = {
      {"scores", "1\n-2.5\n3e-4\n0\n", read_scores},
      {"groups", "12\n1\n300\n", read_groups},
      {"row weights", "1\n0.5\n0\n", read_row_weights},
      {"query weights", "q1 1\nq2 0.25\n", read_query_weights},
      {"qrels", "1 0 a 1\n1 0 b 0\n2 0 a 0.5\n2 0 b -1\n",
       [](const auto& path) { read_qrels(path); }},
      {"run", "1 Q0 a 1 0.5 t\n1 Q0 b 2 0.25 t\n2 Q0 a 1 -3 t\n",
       [](const auto& path) { read_run(path); }},
      {"document scores", "1 a 0.5\n1 b 0.25\n2 a -3\n",
       [](const auto& path) { read_document_scores(path); }},
      {"preferences", "# c\n1 a b a\n1 a c tie\n2 a b b 0.5\n",
       [](const auto& path) { read_preferences(path); }},
      {"top-k",
       "{\"qid\":\"1\",\"k\":2,\"top\":[\"a\"],\"rest\":[\"b\"]}\n"
       "{\"qid\":2,\"k\":1,\"top\":[],\"rest\":[\"b\"]}\n",
       read_top_k},
      {"es-ltr-log",
       R"({"qid":"1","hits":{"hits":[{"_id":"a","fields":{"_ltrlog":[{"l":[{"name":"x","value":1.5},)"
       R"({"name":"y"}]}]}}]}})",
       [](const auto& path) { read_feature_log(path, FeatureLogKind::es_ltr); }},
      {"solr-log", R"({"qid":"1","response":{"docs":[{"id":"a","[features]":"x=1.5,y=NaN"}]}})",
       [](const auto& path) { read_feature_log(path, FeatureLogKind::solr); }},
      {"preflib",
       "# TITLE: t\n# DATA TYPE: toi\n# NUMBER ALTERNATIVES: 4\n# NUMBER VOTERS: 5\n"
       "# ALTERNATIVE NAME 1: a\n# ALTERNATIVE NAME 2: b b\n3: 1,{2,3},4\n2: 4,1\n",
       read_preflib},
      {"old preflib", "3\n1,a\n2,b, c\n3,d\n5,5,2\n3,1,{2,3}\n2,3,1,2\n", read_preflib}};
  return all;
}

RC_GTEST_FIXTURE_PROP(FormatsFuzz, AnyMutationParsesOrIsRefusedWithItsLine, ()) {
  for (const Format& format : formats()) {
    const std::string text = mutated(format.text);
    RC_LOG() << format.name << ": " << text << "\n";
    try {
      format.read(file(text));
    } catch (const DataError& error) {
      const bool has_no_line = std::string(error.what()).find("found no ") != std::string::npos ||
                               std::string(error.what()).find("damaged") != std::string::npos;
      RC_ASSERT(has_no_line || error.where().line > 0);
    }
  }
}

RC_GTEST_FIXTURE_PROP(FormatsFuzz, AnyBytesParseOrAreRefused, (const std::string& bytes)) {
  const auto path = file(bytes);
  for (const Format& format : formats()) {
    try {
      format.read(path);
    } catch (const DataError& error) {
      RC_ASSERT(error.where().path == path.string());
    }
  }
}

// --- what is written is read back ---

std::string drawn_word() {
  const auto byte =
      rc::gen::suchThat(rc::gen::inRange(0x21, 0x100), [](int b) { return b != 0x7f; });
  const auto bytes = *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(byte));
  std::string word;
  for (const int b : bytes) word += static_cast<char>(b);
  return word;
}

std::vector<std::string> drawn_distinct_words() {
  std::set<std::string> words;
  for (std::size_t i = 0; i <= drawn_below(6); ++i) words.insert(drawn_word());
  return {words.begin(), words.end()};
}

double drawn_number() {
  return *rc::gen::suchThat(rc::gen::arbitrary<double>(),
                            [](double x) { return std::isfinite(x); });
}

/// Queries with documents and numbers; the text they borrow is kept beside them.
DocumentTable drawn_table() {
  struct Text {
    std::vector<std::string> queries;
    std::vector<std::vector<std::string>> documents;
  };
  const auto text = std::make_shared<Text>();
  text->queries = drawn_distinct_words();
  for (std::size_t i = 0; i < text->queries.size(); ++i) {
    text->documents.push_back(drawn_distinct_words());
  }
  DocumentColumns columns;
  for (std::size_t i = 0; i < text->queries.size(); ++i) {
    columns.query_id.push_back(text->queries[i]);
    for (const std::string& document : text->documents[i]) {
      columns.document.push_back(document);
      columns.value.push_back(drawn_number());
    }
    columns.query_end.push_back(columns.value.size());
  }
  columns.text = text;
  return DocumentTable(std::move(columns));
}

using NamedRows = std::vector<std::pair<std::string, std::vector<std::pair<std::string, double>>>>;

NamedRows rows_of(const DocumentTable& table, bool sorted) {
  NamedRows rows;
  for (std::size_t i = 0; i < table.query_count(); ++i) {
    rows.emplace_back(table[i].id, std::vector<std::pair<std::string, double>>());
    for (std::size_t doc = 0; doc < table[i].size(); ++doc) {
      rows.back().second.emplace_back(table[i].document[doc], table[i].value[doc]);
    }
    if (sorted) std::ranges::sort(rows.back().second);
  }
  return rows;
}

RC_GTEST_FIXTURE_PROP(FormatsFuzz, ScoresAndWeightsComeBack, ()) {
  std::vector<double> numbers;
  std::vector<double> weights;
  for (std::size_t i = 0; i <= drawn_below(20); ++i) {
    numbers.push_back(drawn_number());
    weights.push_back(std::abs(numbers.back()));
  }
  write_scores(numbers, folder_ / "s");
  RC_ASSERT(read_scores(folder_ / "s") == numbers);
  write_row_weights(weights, folder_ / "s");
  RC_ASSERT(read_row_weights(folder_ / "s") == weights);
  std::vector<QueryWeight> by_query;
  for (const std::string& query : drawn_distinct_words()) {
    by_query.push_back({query, std::abs(drawn_number())});
  }
  write_query_weights(by_query, folder_ / "s");
  RC_ASSERT(read_query_weights(folder_ / "s") == by_query);
}

RC_GTEST_FIXTURE_PROP(FormatsFuzz, QrelsAndRunsComeBack, ()) {
  const DocumentTable table = drawn_table();
  write_qrels({table}, folder_ / "q");
  RC_ASSERT(rows_of(read_qrels(folder_ / "q").judged, false) == rows_of(table, false));
  const std::string tag = drawn_word();
  write_run({table, tag}, folder_ / "r");
  const auto run = read_run(folder_ / "r");
  RC_ASSERT(rows_of(run.retrieved, true) == rows_of(table, true));
  RC_ASSERT(run.tag == tag);
  write_run(run, folder_ / "r2");  // now in rank order, which must not change
  RC_ASSERT(rows_of(read_run(folder_ / "r2").retrieved, false) == rows_of(run.retrieved, false));
}

RC_GTEST_FIXTURE_PROP(FormatsFuzz, PreferencesComeBack, ()) {
  std::vector<Preference> preferences;
  for (std::size_t i = 0; i <= drawn_below(6); ++i) {
    Preference p{drawn_word(), drawn_word(), drawn_word(),
                 static_cast<Preference::Winner>(drawn_below(3)), std::abs(drawn_number())};
    RC_PRE(!p.query_id.starts_with('#') && p.document_a != p.document_b && p.weight > 0.0 &&
           p.document_a != "tie" && p.document_b != "tie");
    preferences.push_back(std::move(p));
  }
  write_preferences(preferences, folder_ / "p");
  RC_ASSERT(read_preferences(folder_ / "p") == preferences);
}

PrefLibOrder drawn_order(std::size_t alternatives) {
  std::vector<DocIndex> all;
  for (DocIndex i = 0; i < alternatives; ++i) all.push_back(i);
  PrefLibOrder order{.voters = 1 + drawn_below(1000)};
  for (std::size_t left = 1 + drawn_below(alternatives); left > 0; --left) {
    const auto chosen = all.begin() + static_cast<std::ptrdiff_t>(drawn_below(all.size()));
    order.order.push_back(*chosen);
    all.erase(chosen);
  }
  while (order.tie_end.size() < order.order.size()) {
    const std::size_t begin = order.tie_end.size();
    const std::size_t end = begin + 1 + drawn_below(order.order.size() - begin);
    order.tie_end.resize(end, static_cast<std::uint32_t>(end));
  }
  return order;
}

RC_GTEST_FIXTURE_PROP(FormatsFuzz, PrefLibVotesComeBack, ()) {
  PrefLibVotes votes{.title = drawn_word(), .alternative = drawn_distinct_words()};
  for (std::size_t i = 0; i <= drawn_below(5); ++i) {
    votes.orders.push_back(drawn_order(votes.alternative.size()));
  }
  RC_ASSERT(read_preflib(file(preflib_text(votes))) == votes);
}

RC_GTEST_FIXTURE_PROP(FormatsFuzz, TopKTruthsComeBack, ()) {
  const auto drawn_id = [] {
    return *rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::inRange<char>(' ', '~')));
  };
  std::vector<TopKRecord> records;
  std::set<std::string> queries;
  for (std::size_t i = 0; i <= drawn_below(4); ++i) {
    TopKRecord record{.query_id = drawn_id(), .k = 1 + drawn_below(20)};
    if (!queries.insert(record.query_id).second) continue;
    std::set<std::string> documents;
    for (std::size_t j = drawn_below(9); j > 0; --j) documents.insert(drawn_id());
    for (const std::string& document : documents) {
      const bool is_top = record.top.size() < record.k && drawn_below(2) == 0;
      (is_top ? record.top : record.rest).push_back(document);
    }
    records.push_back(std::move(record));
  }
  write_top_k(records, folder_ / "t");
  RC_ASSERT(read_top_k(folder_ / "t") == records);
}

}  // namespace
}  // namespace podium
