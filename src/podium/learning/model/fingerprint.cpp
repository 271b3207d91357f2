#include "podium/learning/model/fingerprint.hpp"

#include <array>
#include <bit>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "podium/core/base/checksum.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/query_blocks.hpp"
#include "podium/core/data/unjudged.hpp"

namespace podium {

namespace {

template <class Value>
std::string_view bytes_of(std::span<const Value> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

template <class Value>
std::string_view bytes_of(const std::vector<Value>& values) {
  return bytes_of(std::span<const Value>(values));
}

/// Of the features as dense rows, however they are stored.
std::uint64_t checksum_of(const FeatureRows& rows) {
  if (!rows.is_sparse()) return checksum64(bytes_of(rows.stored()));
  Checksum64 sum;
  DenseRow<float> dense;
  for (DocIndex doc = 0; doc < rows.size(); ++doc) sum.add(bytes_of(dense(rows[doc])));
  return sum.value();
}

/// A hash of numbers for all of the data and of the hashes of its blocks, which are hashes of those
/// of their queries.
template <class HashOfQuery>
std::string hash_over_blocks(const Dataset& data, std::vector<std::uint64_t> parts,
                             const HashOfQuery& hash_of) {
  const QueryBlocks blocks(data);
  std::vector<std::uint64_t> hashes(data.query_count());
  blocks.for_each([&](std::size_t query, Workspace& /*workspace*/) {
    hashes[query] = checksum64(bytes_of(hash_of(data[query])));
  });
  std::size_t begin = 0;
  for (const std::size_t end : blocks.ends()) {
    parts.push_back(
        checksum64(bytes_of(std::span<const std::uint64_t>(hashes).subspan(begin, end - begin))));
    begin = end;
  }
  return fmt::format("q{:016x}", fnv1a64(bytes_of(parts)));
}

}  // namespace

std::string data_fingerprint(const Dataset& data) {
  const DatasetColumns& columns = data.columns();
  std::vector<std::uint64_t> parts = {columns.feature_count};
  for (const auto& [feature, words] : columns.words) {
    parts.push_back(feature);
    for (const std::string& word : *words) parts.push_back(checksum64(word));
  }
  return hash_over_blocks(data, std::move(parts), [&](const QueryView& view) {
    const auto second = columns.second_label.empty()
                            ? columns.second_label
                            : columns.second_label.subspan(view.first_row, view.size());
    const std::array texts = {view.id, bytes_of(view.truth.label), bytes_of(view.truth.level),
                              bytes_of(view.row_weight), bytes_of(second)};
    std::vector<std::uint64_t> own = checksums64(texts);
    own.insert(own.end(), {view.truth.strict, std::bit_cast<std::uint64_t>(view.weight),
                           checksum_of(view.features)});
    return own;
  });
}

std::string query_fingerprint(const Dataset& data) {
  return hash_over_blocks(data, {}, [](const QueryView& view) {
    std::vector<double> label(view.truth.label.begin(), view.truth.label.end());
    for (double& one : label) one = is_judged(one) ? one + 0.0 : 0.0;
    return std::vector{checksum64(view.id), checksum64(bytes_of(label))};
  });
}

}  // namespace podium
