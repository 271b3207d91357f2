#include "podium/store/import.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "podium/base/file.hpp"
#include "podium/base/text.hpp"
#include "podium/format/preferences.hpp"
#include "podium/format/run.hpp"
#include "podium/store/collection.hpp"

namespace podium {

namespace {

/// Throws the first problem of a file unless it was read whole.
void expect_whole(const CorpusReport& report) {
  if (report.is_whole()) return;
  const CorpusProblem& first = report.first_problems.front();
  throw DataError(first.where, first.what);
}

/// The first line of a file that has these words in these places. Files are read again for the sake
/// of a message only.
Location line_with(const std::string& path,
                   const std::vector<std::pair<std::size_t, std::string_view>>& wanted) {
  const InputText text(path);
  LineReader lines(text.view(), text.path());
  while (lines.next()) {
    std::vector<std::string> words;
    std::string_view rest = lines.line();
    while (!(rest = trimmed(rest)).empty()) {
      words.emplace_back(rest.substr(0, rest.find_first_of(" \t")));
      rest.remove_prefix(words.back().size());
    }
    if (std::ranges::all_of(wanted, [&](const auto& word) {
          return word.first < words.size() && words[word.first] == word.second;
        })) {
      return {path, lines.number()};
    }
  }
  return {path};
}

/// Puts together what the files hold.
class Import {
 public:
  Import(const ImportFiles& files, const ImportOptions& options, ImportReport& report)
      : files_(files), options_(options), report_(report) {
    if (options.depth > most_documents) {
      throw UsageError(fmt::format("depth: found {}, expected at most {} documents for a query",
                                   options.depth, most_documents));
    }
    queries_ = collection_queries(files.queries, options.kind, report.queries);
    if (!options.lenient) expect_whole(report.queries);
    documents_ = collection_documents(files.documents, options.kind, report.documents);
    if (!options.lenient) expect_whole(report.documents);
    for (std::size_t i = 0; i < queries_.size(); ++i) query_place_.emplace(queries_[i].id, i);
    for (std::size_t i = 0; i < documents_.size(); ++i) {
      document_place_.emplace(documents_[i].id, i);
    }
  }

  std::vector<LabelQuery> queries() && {
    if (files_.run.empty()) {
      give_all_documents();
    } else {
      give_documents_of_run();
    }
    drop_short_queries();
    if (!files_.gold.empty()) add_gold();
    return std::move(queries_);
  }

 private:
  void give_all_documents() {
    const std::size_t taken = std::min(options_.depth, documents_.size());
    report_.documents_left_out = documents_.size() - taken;
    for (LabelQuery& query : queries_) {
      query.document.assign(documents_.begin(),
                            documents_.begin() + static_cast<std::ptrdiff_t>(taken));
    }
  }

  void give_documents_of_run() {
    const BadLines bad = options_.lenient ? BadLines::skip : BadLines::refuse;
    LineReport noticed;
    const Run run = read_run(files_.run, bad, &noticed);
    report_.lines.add(noticed);
    for (std::size_t i = 0; i < run.retrieved.query_count(); ++i) give(run.retrieved[i]);
  }

  void give(const DocumentTable::Query& retrieved) {
    std::vector<std::size_t> order(retrieved.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
      return retrieved.value[a] > retrieved.value[b];
    });
    order.resize(std::min(order.size(), options_.depth));
    const auto query = query_place_.find(std::string(retrieved.id));
    for (const std::size_t row : order) {
      const std::string_view id = retrieved.document[row];
      const auto document = document_place_.find(std::string(id));
      if (query != query_place_.end() && document != document_place_.end()) {
        queries_[query->second].document.push_back(documents_[document->second]);
        continue;
      }
      ++report_.documents_missing;
      if (options_.lenient) continue;
      const bool has_no_query = query == query_place_.end();
      throw DataError(line_with(files_.run, {{0, retrieved.id}, {2, id}}),
                      has_no_query ? fmt::format("found query {}, expected one of {}",
                                                 in_quotes(retrieved.id), files_.queries)
                                   : fmt::format("found document {}, expected one of {}",
                                                 in_quotes(id), files_.documents));
    }
  }

  void drop_short_queries() {
    const auto is_short = [](const LabelQuery& query) { return query.document.size() < 2; };
    const auto found = std::ranges::find_if(queries_, is_short);
    if (found == queries_.end()) return;
    if (!options_.lenient) {
      throw DataError({files_.run.empty() ? files_.documents : files_.run},
                      fmt::format("found {} documents for query {}, expected two or more",
                                  found->document.size(), in_quotes(found->id)));
    }
    report_.queries_dropped = std::erase_if(queries_, is_short);
    query_place_.clear();
    for (std::size_t i = 0; i < queries_.size(); ++i) query_place_.emplace(queries_[i].id, i);
    expect_some(queries_.size(), files_.queries, "query with two documents");
  }

  void add_gold() {
    const BadLines bad = options_.lenient ? BadLines::skip : BadLines::refuse;
    LineReport noticed;
    for (const Preference& known : read_preferences(files_.gold, bad, &noticed)) {
      const std::string problem = add(known);
      if (problem.empty()) continue;
      ++report_.gold_dropped;
      if (options_.lenient) continue;
      throw DataError(
          line_with(files_.gold,
                    {{0, known.query_id}, {1, known.document_a}, {2, known.document_b}}),
          problem);
    }
    report_.lines.add(noticed);
  }

  /// What is wrong with a gold pair, or nothing when it was added.
  std::string add(const Preference& known) {
    const auto query = query_place_.find(known.query_id);
    if (query == query_place_.end()) {
      return fmt::format("found query {}, expected one with documents", in_quotes(known.query_id));
    }
    if (known.winner == Preference::Winner::tie) return "found a tie, expected a winner";
    const std::vector<LabelDocument>& documents = queries_[query->second].document;
    std::array<DocIndex, 2> place{};
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      const std::string& id = side == 0 ? known.document_a : known.document_b;
      const auto found = std::ranges::find(documents, id, &LabelDocument::id);
      if (found == documents.end()) {
        return fmt::format("found document {}, expected one of the first {} of query {}",
                           in_quotes(id), documents.size(), in_quotes(known.query_id));
      }
      place[side] = static_cast<DocIndex>(found - documents.begin());
    }
    const std::size_t winner = known.winner == Preference::Winner::a ? 0 : 1;
    queries_[query->second].gold.push_back({place[winner], place[1 - winner]});
    return {};
  }

  const ImportFiles& files_;
  const ImportOptions& options_;
  ImportReport& report_;
  std::vector<LabelQuery> queries_;
  std::vector<LabelDocument> documents_;
  std::unordered_map<std::string, std::size_t> query_place_;
  std::unordered_map<std::string, std::size_t> document_place_;
};

}  // namespace

std::vector<std::string> ImportReport::remarks() const {
  std::vector<std::string> all;
  const auto add = [&](const CorpusReport& report, std::string_view what) {
    const std::vector<std::string> remarks = report.remarks(what);
    all.insert(all.end(), remarks.begin() + 1, remarks.end());  // how many there are is no news
  };
  add(queries, "queries");
  add(documents, "documents");
  for (const std::string& remark : lines.remarks()) all.push_back(remark);
  const auto say = [&](std::size_t count, std::string_view what) {
    if (count > 0) all.push_back(fmt::format("{} {}", count, what));
  };
  say(documents_missing, "rows of the run were left out: their query or document is not there");
  say(queries_dropped, "queries with fewer than two documents were left out");
  say(gold_dropped, "gold pairs were left out: without a winner, or of no candidates");
  say(documents_left_out, "documents were left out for every query: no run says which to take");
  return all;
}

std::vector<LabelQuery> import_queries(const ImportFiles& files, const ImportOptions& options,
                                       ImportReport* report) {
  ImportReport noticed;
  std::vector<LabelQuery> queries = Import(files, options, noticed).queries();
  if (report != nullptr) *report = std::move(noticed);
  return queries;
}

}  // namespace podium
