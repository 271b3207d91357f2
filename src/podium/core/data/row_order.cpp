#include "podium/core/data/row_order.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/gathered_rows.hpp"

namespace podium {

namespace {

constexpr std::uint64_t odd_factor = 0x9e3779b97f4a7c15ULL;  // 2^64 / golden ratio

/// Of an id. FNV alone leaves the high bits of short texts alike.
std::uint64_t hash_of(std::string_view id, std::uint64_t key) {
  return mixed64(fnv1a64(id, 0xcbf29ce484222325ULL + (key - 1) * odd_factor));
}

std::uint64_t hash_of(std::span<const std::uint64_t> words, std::uint64_t key) {
  std::uint64_t hash = key;
  for (const std::uint64_t word : words) {
    hash = (hash ^ word) * odd_factor;
    hash ^= hash >> 32;
  }
  return mixed64(hash);
}

/// What decides the places of rows, first to last; each of the middle ones has what is before it,
/// too. The last decides between unequal rows with equal hashes.
enum class By { id, features, judgement, all, bytes };

/// Equal for rows that are equal in this, however features are stored: 0 is left out, and all
/// missing values are one.
std::vector<std::uint64_t> words_of(const DatasetColumns& columns, const QueryView& query,
                                    std::size_t doc, By by) {
  std::vector<std::uint64_t> words;
  query.features[static_cast<DocIndex>(doc)].for_each_stored([&](std::size_t column, float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (bits != 0) words.push_back(column << 32U | (value == value ? bits : 0x7fc00000U));
  });
  const auto add = [&](const auto& column) {
    if (column.empty()) return;
    words.push_back(
        std::bit_cast<std::uint64_t>(static_cast<double>(column[query.first_row + doc])));
  };
  if (by >= By::judgement) {
    add(columns.label);
    add(columns.row_weight);
    add(columns.inc);
    add(columns.prob);
  }
  if (by < By::all) return words;
  add(columns.level);
  add(columns.second_label);
  if (query.exact.empty()) return words;
  query.exact[static_cast<DocIndex>(doc)].for_each_stored([&](std::size_t column, double value) {
    if (value == value && value != 0.0) {  // the floats tell the others
      words.insert(words.end(), {column, std::bit_cast<std::uint64_t>(value)});
    }
  });
  return words;
}

/// Sorts by a key, then each part that has one key by `tied`.
template <class KeyOf, class Tied>
void sort_documents(std::span<std::size_t> docs, const KeyOf& key_of, const Tied& tied) {
  std::vector<std::pair<std::invoke_result_t<KeyOf, std::size_t>, std::size_t>> keyed;
  keyed.reserve(docs.size());
  for (const std::size_t doc : docs) keyed.emplace_back(key_of(doc), doc);
  std::ranges::stable_sort(keyed, [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t i = 0; i < docs.size(); ++i) docs[i] = keyed[i].second;
  for (std::size_t begin = 0, end = 0; begin < docs.size(); begin = end) {
    for (end = begin + 1; end < docs.size() && keyed[end].first == keyed[begin].first;) ++end;
    if (end - begin > 1) tied(docs.subspan(begin, end - begin));
  }
}

/// The rows of a query, in order.
std::vector<std::size_t> sorted_rows(const Dataset& data, const QueryView& query,
                                     std::uint64_t key) {
  const DatasetColumns& columns = data.columns();
  const std::uint64_t seed = hash_of(query.id, key);
  const auto id_of = [&](std::size_t doc) {
    return columns.document_id.empty() ? "" : columns.document_id[query.first_row + doc];
  };
  const auto sort = [&](const auto& self, std::span<std::size_t> docs, By by) -> void {
    const auto hash = [&](std::size_t doc) {
      return by == By::id ? hash_of(id_of(doc), key)
                          : hash_of(words_of(columns, query, doc, by), seed);
    };
    const auto itself = [&](std::size_t doc) {
      return std::pair(id_of(doc), words_of(columns, query, doc, by));
    };
    if (by == By::bytes)
      return sort_documents(docs, itself, [](std::span<std::size_t> /*equal*/) {});
    sort_documents(docs, hash, [&](std::span<std::size_t> tied) {
      self(self, tied, static_cast<By>(static_cast<int>(by) + 1));
    });
  };
  std::vector<std::size_t> docs(query.size());
  std::iota(docs.begin(), docs.end(), std::size_t{0});
  sort(sort, docs, By::id);
  for (std::size_t& doc : docs) doc += query.first_row;
  return docs;
}

/// The queries in order.
std::vector<std::size_t> sorted_queries(const Dataset& data, std::uint64_t key) {
  const StringColumn& ids = data.columns().query_id;
  std::vector<std::pair<std::uint64_t, std::size_t>> keyed;
  for (std::size_t query = 0; query < ids.size(); ++query) {
    keyed.emplace_back(hash_of(ids[query], key), query);
  }
  std::ranges::sort(keyed);
  std::vector<std::size_t> queries;
  for (std::size_t i = 0; i < keyed.size(); ++i) {
    queries.push_back(keyed[i].second);
    if (i == 0 || keyed[i].first != keyed[i - 1].first) continue;
    throw UsageError(
        fmt::format("the queries {} and {} have the same hash, which decides their order; expected "
                    "different ones: --order hash:{} has others",
                    in_quotes(ids[keyed[i - 1].second]), in_quotes(ids[queries[i]]), key + 1));
  }
  return queries;
}

/// Whether features are stored sparse, judging by the first rows of the order. The sample of a
/// reader depends on the order of the input.
bool stores_sparse(const Dataset& data, std::span<const std::size_t> queries) {
  constexpr std::size_t enough = std::size_t{1} << 14;
  std::size_t rows = 0;
  std::ptrdiff_t stored = 0;
  for (std::size_t i = 0; i < queries.size() && rows < enough; ++i) {
    const FeatureRows features = data[queries[i]].features;
    rows += features.size();
    stored += std::ranges::count_if(
        features.stored(), [](float value) { return std::bit_cast<std::uint32_t>(value) != 0; });
  }
  const double share = static_cast<double>(data.row_count()) / static_cast<double>(rows);
  return data.columns().words.empty() && prefers_sparse(share * static_cast<double>(stored),
                                                        data.row_count(), data.feature_count());
}

}  // namespace

RowOrder parse_row_order(std::string_view text) {
  constexpr std::string_view with_key = "hash:";
  if (text == "input") return {};
  if (text == "hash") return {.key = 1};
  if (text.starts_with(with_key)) {
    const auto key = parse_number<std::uint64_t>(text.substr(with_key.size()));
    if (key && *key > 0) return {.key = *key};
  }
  throw UsageError("order of rows: found " + in_quotes(text) +
                   ", expected input, hash or hash:K with a whole number K above 0");
}

Dataset in_order(const Dataset& data, const RowOrder& order) {
  if (!order.is_hash()) return data;
  const std::vector<std::size_t> queries = sorted_queries(data, order.key);
  std::vector<QueryRows> parts(queries.size());
  parallel_for(parts.size(), [&](std::size_t i) {
    parts[i] = {queries[i], sorted_rows(data, data[queries[i]], order.key)};
  });
  std::size_t place = 0;
  const bool is_sorted = std::ranges::all_of(parts, [&](const QueryRows& part) {
    return std::ranges::all_of(part.row, [&](std::size_t row) { return row == place++; });
  });
  const bool is_sparse = stores_sparse(data, queries);
  if (is_sorted && is_sparse == data.is_sparse()) return data;
  return gathered_rows(data, parts, is_sparse);
}

}  // namespace podium
