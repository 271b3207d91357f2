#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "podium/core/base/parallel.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/doctor/doctor.hpp"
#include "podium/core/doctor/doctor_checks.hpp"
#include "podium/core/prepare/feature_set.hpp"

namespace podium {

namespace {

using detail::Problem;

struct QueryPlace {
  std::size_t part = 0;
  std::size_t query = 0;
};

std::string in_parts(std::span<const NamedDataset> parts, QueryPlace a, QueryPlace b) {
  return fmt::format("{} and {}", parts[a.part].name, parts[b.part].name);
}

/// Calls found(first, later, is_new) for queries of different parts that have the same key, where
/// is_new says whether it is the first call for that key; a key that equals KeyType{} is skipped.
template <class Key, class Found>
void for_each_shared(std::span<const NamedDataset> parts, Key&& key, Found&& found) {
  using KeyType =
      decltype(key(std::declval<const NamedDataset&>(), std::declval<const QueryView&>()));
  struct Seen {
    QueryPlace place;
    bool is_shared = false;
  };
  std::unordered_map<KeyType, Seen> first;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    std::vector<KeyType> keys(parts[part].data.query_count());
    parallel_for(keys.size(), [&](std::size_t query) {
      keys[query] = key(parts[part], parts[part].data[query]);
    });
    for (std::size_t query = 0; query < keys.size(); ++query) {
      const KeyType own = keys[query];
      if (own == KeyType{}) continue;
      Seen& seen = first.try_emplace(own, Seen{{part, query}}).first->second;
      if (seen.place.part == part) continue;
      found(seen.place, QueryPlace{part, query}, !std::exchange(seen.is_shared, true));
    }
  }
}

/// The id that a query has in other files, too; none if the reader numbered the queries.
std::string_view shared_id(const NamedDataset& part, const QueryView& query) {
  return part.numbers_queries ? std::string_view() : query.id;
}

/// What a query in two parts makes of results.
std::string_view consequence(SplitRole a, SplitRole b) {
  const auto has = [&](SplitRole role) { return a == role || b == role; };
  if (has(SplitRole::unknown)) {
    return "results on one of them are not valid after training on the other";
  }
  if (!has(SplitRole::test)) return "the model is selected by queries that it was trained on";
  if (has(SplitRole::train)) return "test results are not valid";
  return "test results are not valid: the model is selected by queries of the test data";
}

Problem leaked_queries(std::span<const NamedDataset> parts) {
  Problem problem;
  std::vector<std::string_view> consequences;
  for_each_shared(parts, shared_id, [&](QueryPlace a, QueryPlace b, bool is_new) {
    if (is_new) {
      problem.add(
          fmt::format("query {} in {}", parts[b.part].data[b.query].id, in_parts(parts, a, b)));
    }
    const std::string_view text = consequence(parts[a.part].role, parts[b.part].role);
    if (std::ranges::count(consequences, text) == 0) consequences.push_back(text);
  });
  return detail::with_message(std::move(problem), {"query is", "queries are"},
                              fmt::format("in two parts: {}", fmt::join(consequences, "; ")));
}

/// What features of several parts are known by: their numbers, or else their names, wherever their
/// columns are.
std::vector<std::uint64_t> feature_keys(const Dataset& data) {
  const FeatureSet features = feature_set_of(data);
  std::vector<std::uint64_t> keys;
  for (std::size_t f = 0; f < features.count; ++f) {
    const std::string name = features.name(f);
    keys.push_back(feature_number(name).value_or(std::hash<std::string>{}(name)));
  }
  return keys;
}

Problem leaked_documents(std::span<const NamedDataset> parts) {
  Problem problem;
  std::unordered_map<const NamedDataset*, std::vector<std::uint64_t>> keys;
  for (const NamedDataset& part : parts) keys[&part] = feature_keys(part.data);
  for_each_shared(
      parts,
      [&](const NamedDataset& part, const QueryView& query) {
        return detail::query_checksum(query, keys.at(&part));
      },
      [&](QueryPlace a, QueryPlace b, bool is_new) {
        if (!is_new) return;
        const auto first = parts[a.part].data[a.query].id;
        const auto second = parts[b.part].data[b.query].id;
        const bool has_ids = !parts[a.part].numbers_queries && !parts[b.part].numbers_queries;
        if (has_ids && first == second) return;  // reported by leaked_queries
        problem.add(fmt::format("queries {} and {} in {}", first, second, in_parts(parts, a, b)));
      });
  return detail::with_message(std::move(problem), {"query is", "queries are"},
                              "in two parts under different ids, with the same features");
}

/// Document id -> label of its first row in the query.
std::map<std::string_view, double> labels_by_id(const Dataset& data, std::size_t query) {
  std::map<std::string_view, double> labels;
  const QueryView view = data[query];
  for (DocIndex doc = 0; doc < view.size(); ++doc) {
    labels.emplace(data.columns().document_id[view.first_row + doc], view.truth.label[doc]);
  }
  return labels;
}

Problem differing_labels(std::span<const NamedDataset> parts) {
  Problem problem;
  for_each_shared(parts, shared_id, [&](QueryPlace a, QueryPlace b, bool /*is_new*/) {
    const Dataset& first = parts[a.part].data;
    const Dataset& second = parts[b.part].data;
    if (first.columns().document_id.empty() || second.columns().document_id.empty()) return;
    const auto labels = labels_by_id(first, a.query);
    for (const auto& [document, label] : labels_by_id(second, b.query)) {
      const auto same = labels.find(document);
      if (same == labels.end() || same->second == label) continue;
      problem.add(fmt::format("query {}, document {}: {} and {} in {}", second[b.query].id,
                              document, same->second, label, in_parts(parts, a, b)));
    }
  });
  return detail::with_message(std::move(problem), {"document has", "documents have"},
                              "different labels in two parts");
}

/// The first feature of the larger set that the other one lacks.
std::string surplus(const FeatureSet& larger, const FeatureSet& other) {
  std::unordered_set<std::string> known;
  for (std::size_t f = 0; f < other.count; ++f) known.insert(other.name(f));
  std::size_t f = 0;
  while (known.contains(larger.name(f))) ++f;
  return larger.name(f);
}

Problem differing_features(std::span<const NamedDataset> parts) {
  Problem problem;
  for (std::size_t part = 1; part < parts.size(); ++part) {
    const FeatureSet first = feature_set_of(parts[0].data);
    const FeatureSet other = feature_set_of(parts[part].data);
    if (first.count != other.count) {
      const bool is_more = other.count > first.count;
      problem.add(fmt::format("{} has {}, {} has {}; {} is only in {}", parts[0].name, first.count,
                              parts[part].name, other.count,
                              in_quotes(is_more ? surplus(other, first) : surplus(first, other)),
                              parts[is_more ? part : 0].name));
      continue;
    }
    for (std::size_t f = 0; f < first.count; ++f) {
      if (first.name(f) == other.name(f)) continue;
      problem.add(fmt::format("feature {} of {} is {}, that of {} is {}", f + 1, parts[0].name,
                              in_quotes(first.name(f)), parts[part].name,
                              in_quotes(other.name(f))));
      break;
    }
  }
  return detail::with_message(
      std::move(problem), {"part has", "parts have"},
      "other features than the first, or in another order: training finds them "
      "by name; LETOR text that omits zeros needs the same --feature-count for "
      "all parts");
}

struct LeakCheck {
  CheckInfo info;
  Problem (*run)(std::span<const NamedDataset>);
};

constexpr std::array leak_table = {
    LeakCheck{{"leaked-queries", Severity::error, "a query is in two parts of a split"},
              leaked_queries},
    LeakCheck{{"leaked-documents", Severity::error,
               "a query is in two parts of a split under two ids, with the same features"},
              leaked_documents},
    LeakCheck{{"differing-labels", Severity::error,
               "a document of a query has different labels in two parts"},
              differing_labels},
    LeakCheck{{"differing-features", Severity::warning,
               "parts of a split have different features, or a different order of them"},
              differing_features},
};

}  // namespace

std::vector<CheckInfo> detail::leak_checks() {
  std::vector<CheckInfo> infos;
  for (const LeakCheck& check : leak_table) infos.push_back(check.info);
  return infos;
}

std::vector<Finding> check_leaks(std::span<const NamedDataset> parts) {
  std::vector<Finding> findings;
  if (parts.size() < 2) return findings;
  for (const auto& [info, run] : leak_table) {
    detail::report(info, run(parts), findings);
  }
  return findings;
}

}  // namespace podium
