#include "podium/core/format/orders/preference_pairs.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/line_reader.hpp"
#include "podium/core/format/orders/preferences.hpp"

namespace podium {

namespace {

/// The documents of a data set by query and id. The ids of a query are looked at when one of them
/// is first asked for.
class DocumentFinder {
 public:
  DocumentFinder(const Dataset& data, std::span<const Dataset> others)
      : data_(&data), documents_(data.query_count()) {
    for (std::size_t q = 0; q < data.query_count(); ++q) query_.emplace(data[q].id, q);
    for (const Dataset& other : others) {
      for (std::size_t q = 0; q < other.query_count(); ++q) elsewhere_.insert(other[q].id);
    }
  }

  /// Nothing for a query that only another data set has.
  std::optional<std::size_t> query(const std::string& id, const Location& where) const {
    const auto found = query_.find(id);
    if (found != query_.end()) return found->second;
    if (elsewhere_.contains(id)) return std::nullopt;
    throw DataError(where,
                    fmt::format("found query {}, expected a query of the data", in_quotes(id)));
  }

  DocIndex document(std::size_t query, const std::string& id, const Location& where) {
    const std::unordered_map<std::string, DocIndex>& known = documents_of(query);
    const auto found = known.find(id);
    if (found == known.end()) {
      throw DataError(where, fmt::format("found document {}, expected one that query {} has in "
                                         "the data",
                                         in_quotes(id), in_quotes((*data_)[query].id)));
    }
    if (found->second != several) return found->second;
    throw DataError(where, fmt::format("query {} has several documents {} in the data",
                                       in_quotes((*data_)[query].id), in_quotes(id)));
  }

 private:
  static constexpr DocIndex several = static_cast<DocIndex>(-1);

  const std::unordered_map<std::string, DocIndex>& documents_of(std::size_t query) {
    std::unordered_map<std::string, DocIndex>& known = documents_[query];
    if (!known.empty()) return known;
    const QueryView view = (*data_)[query];
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      const auto [place, is_new] = known.emplace(data_->document_id(view.first_row + doc), doc);
      if (!is_new) place->second = several;
    }
    return known;
  }

  const Dataset* data_;
  std::unordered_map<std::string_view, std::size_t> query_;
  std::unordered_set<std::string_view> elsewhere_;
  std::vector<std::unordered_map<std::string, DocIndex>> documents_;
};

/// Pairs of documents that are there in both directions, each counted once. The pairs of a query
/// are sorted.
std::size_t count_both_ways(const QueryPairs& pairs) {
  const auto documents_of = [](const WeightedPair& pair) {
    return std::pair(pair.better, pair.worse);
  };
  std::size_t count = 0;
  for (const std::vector<WeightedPair>& own : pairs) {
    for (const WeightedPair& pair : own) {
      const std::pair opposite(pair.worse, pair.better);
      if (pair.better < pair.worse && std::ranges::binary_search(own, opposite, {}, documents_of)) {
        ++count;
      }
    }
  }
  return count;
}

}  // namespace

std::string PreferencePairs::remark() const {
  std::string text =
      fmt::format("{}, {}", counted(answers, "answer"), counted(pair_count(pairs), "pair"));
  if (ties > 0) text += fmt::format("; {} left out", counted(ties, "tie"));
  if (both_ways > 0) {
    text += fmt::format("; {} answered in both directions, each with its weight",
                        counted(both_ways, "pair"));
  }
  if (elsewhere > 0) {
    text += fmt::format("; {} about queries that are not in the training data",
                        counted(elsewhere, "answer"));
  }
  return text;
}

PreferencePairs read_preference_pairs(const std::filesystem::path& path, const Dataset& data,
                                      std::span<const Dataset> others) {
  if (!others.empty() && data.columns().document_id.empty()) {
    throw UsageError(path.string() +
                     ": found data without document ids, expected ids: the rows of a fold have "
                     "other numbers than those of the whole data");
  }
  PreferencePairs result{.pairs = QueryPairs(data.query_count())};
  DocumentFinder finder(data, others);
  for_each_preference(path, [&](const Preference& preference, const Location& where) {
    const std::optional<std::size_t> query = finder.query(preference.query_id, where);
    if (!query) {
      ++result.elsewhere;
      return;
    }
    ++result.answers;
    const DocIndex a = finder.document(*query, preference.document_a, where);
    const DocIndex b = finder.document(*query, preference.document_b, where);
    if (preference.winner == Preference::Winner::tie) {
      ++result.ties;
      return;
    }
    const bool is_a = preference.winner == Preference::Winner::a;
    result.pairs[*query].push_back({is_a ? a : b, is_a ? b : a, preference.weight});
  });
  merge_equal_pairs(result.pairs);
  expect_some(result.answers - result.ties, path.string(), "preference other than a tie");
  result.both_ways = count_both_ways(result.pairs);
  return result;
}

}  // namespace podium
