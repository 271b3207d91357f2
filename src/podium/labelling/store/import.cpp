#include "podium/labelling/store/import.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/orders/preferences.hpp"
#include "podium/labelling/label/session/closure.hpp"
#include "podium/labelling/store/collection.hpp"
#include "podium/labelling/store/first_stage.hpp"
#include "podium/text/collect/built_collection.hpp"

namespace podium::labelling {

namespace {

/// Throws the first problem of a file unless it was read completely.
void expect_complete(const text::CorpusReport& report) {
  if (report.is_complete()) return;
  const text::CorpusProblem& first = report.first_problems.front();
  throw DataError(first.where, first.what);
}

/// Combines the contents of the files.
class Import {
 public:
  Import(const ImportFiles& files, const ImportOptions& options, ImportReport& report)
      : files_(files), options_(options), report_(report) {
    if (options.depth > max_documents) {
      throw UsageError(fmt::format("depth: found {}, expected at most {} documents per query",
                                   options.depth, max_documents));
    }
    const BadLines bad = options.lenient ? BadLines::skip : BadLines::refuse;
    first_stage_ = read_first_stage(files, bad, report.lines);
    if (files.collection.empty()) {
      read_files();
    } else {
      read_collection();
    }
    for (std::size_t i = 0; i < queries_.size(); ++i) query_place_.emplace(queries_[i].id, i);
    for (std::size_t i = 0; i < documents_.size(); ++i) {
      document_place_.emplace(documents_[i].id, i);
    }
  }

  std::vector<LabelQuery> queries() && {
    if (first_stage_) {
      for (std::size_t i = 0; i < first_stage_->scored.query_count(); ++i) {
        give(first_stage_->scored[i]);
      }
    } else {
      give_all_documents();
    }
    drop_short_queries();
    if (!files_.gold.empty()) add_gold();
    return std::move(queries_);
  }

 private:
  void read_files() {
    // Pages of a folder have no address on the web.
    const text::CorpusOptions options{.format = options_.kind, .url_prefix = ""};
    queries_ = collection_queries(files_.queries, topic_format_of(options_.kind), report_.queries);
    if (!options_.lenient) expect_complete(report_.queries);
    documents_ = collection_documents(files_.documents, options, report_.documents);
    if (!options_.lenient) expect_complete(report_.documents);
  }

  /// Reads only the needed documents: the build has read the whole corpus before.
  void read_collection() {
    if (!files_.queries.empty() || options_.kind != text::CorpusFormat::unknown) {
      throw UsageError(
          "queries and a format cannot be given together with a collection, which has its own");
    }
    text::BuiltCollection built = text::read_built_collection(files_.collection, files_.documents);
    if (!first_stage_) {
      first_stage_ = FirstStage{std::move(built.first_stage), files_.collection, std::nullopt};
    }
    queries_ = collection_queries(built.queries.string(), text::TopicFormat::tsv, report_.queries);
    if (!options_.lenient) expect_complete(report_.queries);
    WantedDocuments wanted;
    for (std::size_t i = 0; i < first_stage_->scored.query_count(); ++i) {
      const DocumentTable::Query query = first_stage_->scored[i];
      for (const std::size_t row : chosen_of(query)) wanted.emplace(query.document[row]);
    }
    text::CorpusOptions& options = built.corpus.options;
    if (options.url_prefix == text::CorpusOptions().url_prefix) options.url_prefix.clear();
    documents_ =
        collection_documents(built.corpus.path.string(), options, report_.documents, &wanted);
  }

  void give_all_documents() {
    for (LabelQuery& query : queries_) {
      for (const std::size_t place : chosen_places(documents_.size(), query.id)) {
        query.document.push_back(documents_[place]);
      }
    }
    if (options_.sample == DocumentSample::random) return;
    report_.documents_left_out = documents_.size() - std::min(options_.depth, documents_.size());
  }

  /// The places, ascending, of the documents that a query gets out of `count`.
  std::vector<std::size_t> chosen_places(std::size_t count, std::string_view query) const {
    std::vector<std::size_t> places(count);
    std::iota(places.begin(), places.end(), std::size_t{0});
    if (count <= options_.depth) return places;
    if (options_.sample == DocumentSample::random) {
      RandomStream(options_.seed, query, "label sample").shuffle(std::span(places));
    }
    places.resize(options_.depth);
    std::ranges::sort(places);
    return places;
  }

  /// The rows of the documents that a query gets, best first.
  std::vector<std::size_t> chosen_of(const DocumentTable::Query& retrieved) const {
    std::vector<std::size_t> order(retrieved.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
      return retrieved.value[a] > retrieved.value[b];
    });
    std::vector<std::size_t> chosen;
    for (const std::size_t place : chosen_places(order.size(), retrieved.id)) {
      chosen.push_back(order[place]);
    }
    return chosen;
  }

  void give(const DocumentTable::Query& retrieved) {
    const auto query = query_place_.find(std::string(retrieved.id));
    for (const std::size_t row : chosen_of(retrieved)) {
      const std::string_view id = retrieved.document[row];
      const auto document = document_place_.find(std::string(id));
      if (query != query_place_.end() && document != document_place_.end()) {
        queries_[query->second].document.push_back(documents_[document->second]);
        continue;
      }
      ++report_.documents_missing;
      if (options_.lenient) continue;
      const bool has_no_query = query == query_place_.end();
      throw DataError(first_stage_->location_of(retrieved.id, id),
                      has_no_query ? fmt::format("found query {}, which is not in {}",
                                                 in_quotes(retrieved.id), queries_path())
                                   : fmt::format("found document {}, which is not in {}",
                                                 in_quotes(id), documents_path()));
    }
  }

  const std::string& queries_path() const {
    return files_.collection.empty() ? files_.queries : files_.collection;
  }
  const std::string& documents_path() const {
    return files_.documents.empty() ? files_.collection : files_.documents;
  }

  void drop_short_queries() {
    const auto is_short = [](const LabelQuery& query) { return query.document.size() < 2; };
    const auto found = std::ranges::find_if(queries_, is_short);
    if (found == queries_.end()) return;
    if (!options_.lenient) {
      throw DataError(
          {first_stage_ ? first_stage_->path : files_.documents},
          fmt::format("found {} for query {}, expected at least two",
                      counted(found->document.size(), "document"), in_quotes(found->id)));
    }
    report_.queries_dropped = std::erase_if(queries_, is_short);
    query_place_.clear();
    for (std::size_t i = 0; i < queries_.size(); ++i) query_place_.emplace(queries_[i].id, i);
    expect_some(queries_.size(), queries_path(), "query with at least two documents");
  }

  void add_gold() {
    const BadLines bad = options_.lenient ? BadLines::skip : BadLines::refuse;
    LineReport noticed;
    const auto take = [&](const Preference& known, const Location& where) {
      const std::string problem = add(known, where.line);
      if (problem.empty()) return;
      ++report_.gold_dropped;
      if (!options_.lenient) throw DataError(where, problem);
    };
    for_each_preference(files_.gold, take, bad, &noticed);
    report_.lines.add(noticed);
  }

  /// The problem with a gold pair; empty when it was added.
  std::string add(const Preference& known, std::size_t line) {
    const auto query = query_place_.find(known.query_id);
    if (query == query_place_.end()) {
      return fmt::format("found query {}, which has no documents", in_quotes(known.query_id));
    }
    if (known.winner == Preference::Winner::tie) return "found a tie, expected a winner";
    const std::vector<LabelDocument>& documents = queries_[query->second].document;
    std::array<DocIndex, 2> place{};
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      const std::string& id = side == 0 ? known.document_a : known.document_b;
      const auto found = std::ranges::find(documents, id, &LabelDocument::id);
      if (found == documents.end()) {
        return fmt::format("found document {}, which is not among the {} documents of query {}",
                           in_quotes(id), documents.size(), in_quotes(known.query_id));
      }
      place[side] = static_cast<DocIndex>(found - documents.begin());
    }
    const std::size_t winner = known.winner == Preference::Winner::a ? 0 : 1;
    const GoldPair pair{place[winner], place[1 - winner]};
    std::vector<GoldPair>& gold = queries_[query->second].gold;
    GoldOrder& order = gold_.try_emplace(query->second, documents.size()).first->second;
    if (!order.closure.add_over(pair.better, pair.worse)) {
      const std::vector<std::size_t> lines = order.lines_between(gold, pair.worse, pair.better);
      return fmt::format(
          "found {} better than {}, but {} {} {} the opposite; expected gold pairs "
          "that agree",
          in_quotes(documents[pair.better].id), in_quotes(documents[pair.worse].id),
          lines.size() == 1 ? "line" : "lines", fmt::join(lines, ", "),
          lines.size() == 1 ? "says" : "together say");
    }
    gold.push_back(pair);
    order.line.push_back(line);
    return {};
  }

  /// What follows from the gold pairs of a query.
  struct GoldOrder {
    explicit GoldOrder(std::size_t documents) : closure(documents), document_count(documents) {}

    /// The lines of the fewest pairs by which `better`, which is over `worse`, is so.
    std::vector<std::size_t> lines_between(std::span<const GoldPair> gold, DocIndex better,
                                           DocIndex worse) const {
      std::vector<std::size_t> by(document_count, gold.size());  // the pair that leads there
      std::vector<DocIndex> reached = {better};
      for (std::size_t i = 0; i < reached.size(); ++i) {
        for (std::size_t at = 0; at < gold.size(); ++at) {
          const DocIndex next = gold[at].worse;
          if (gold[at].better != reached[i] || next == better || by[next] != gold.size()) continue;
          by[next] = at;
          reached.push_back(next);
        }
      }
      std::vector<std::size_t> lines;
      for (DocIndex doc = worse; doc != better; doc = gold[by[doc]].better) {
        lines.push_back(line[by[doc]]);
      }
      std::ranges::sort(lines);
      return lines;
    }

    Closure closure;
    std::size_t document_count;
    std::vector<std::size_t> line{};  ///< of each pair
  };

  const ImportFiles& files_;
  const ImportOptions& options_;
  ImportReport& report_;
  std::optional<FirstStage> first_stage_;
  std::vector<LabelQuery> queries_;
  std::vector<LabelDocument> documents_;
  std::unordered_map<std::string, std::size_t> query_place_;
  std::unordered_map<std::string, std::size_t> document_place_;
  std::unordered_map<std::size_t, GoldOrder> gold_;  ///< by the place of the query
};

}  // namespace

std::vector<std::string> ImportReport::remarks() const {
  std::vector<std::string> all;
  const auto add = [&](const text::CorpusReport& report, const text::RecordNoun& records) {
    const std::vector<std::string> remarks = report.remarks(records);
    all.insert(all.end(), remarks.begin() + 1, remarks.end());  // without the number of all records
  };
  add(queries, {"query", "queries"});
  add(documents, {"document", "documents"});
  for (const std::string& remark : lines.remarks()) all.push_back(remark);
  const auto left_out = [&](std::size_t count, std::string_view noun, std::string_view plural,
                            std::string_view why) {
    if (count > 0) all.push_back(fmt::format("left out {} {}", counted(count, noun, plural), why));
  };
  left_out(documents_missing, "row", "rows", "of the first stage: unknown query or document");
  left_out(queries_dropped, "query", "queries", "with fewer than two documents");
  left_out(gold_dropped, "gold pair", "gold pairs",
           "without a winner, with unknown documents or against others");
  left_out(documents_left_out, "document", "documents",
           "for every query: there is no first stage to choose by");
  return all;
}

std::vector<LabelQuery> import_queries(const ImportFiles& files, const ImportOptions& options,
                                       ImportReport* report) {
  ImportReport noticed;
  std::vector<LabelQuery> queries = Import(files, options, noticed).queries();
  if (report != nullptr) *report = std::move(noticed);
  return queries;
}

}  // namespace podium::labelling
