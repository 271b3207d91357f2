#include "podium/learning/model/fingerprint.hpp"

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

}  // namespace

std::string data_fingerprint(const Dataset& data) {
  const DatasetColumns& columns = data.columns();
  // Query by query, because the padding between the blocks of queries is not data.
  std::vector<std::uint64_t> features(data.query_count());
  QueryBlocks(data).for_each([&](std::size_t query, Workspace& /*workspace*/) {
    features[query] = checksum_of(data[query].features);
  });
  std::vector<std::uint64_t> parts = {
      columns.feature_count,
      checksum64(bytes_of(columns.query_end)),
      checksum64(bytes_of(columns.query_id.end)),
      checksum64(bytes_of(columns.query_id.text)),
      checksum64(bytes_of(columns.label)),
      checksum64(bytes_of(columns.level)),
      checksum64(bytes_of(columns.strict)),
      checksum64(bytes_of(columns.row_weight)),
      checksum64(bytes_of(columns.query_weight)),
      checksum64(bytes_of(features)),
  };
  if (!columns.second_label.empty()) parts.push_back(checksum64(bytes_of(columns.second_label)));
  for (const auto& [feature, words] : columns.words) {
    parts.push_back(feature);
    for (const std::string& word : *words) parts.push_back(checksum64(word));
  }
  return fmt::format("{:016x}", fnv1a64(bytes_of(parts)));
}

std::string query_fingerprint(const Dataset& data) {
  const DatasetColumns& columns = data.columns();
  std::vector<double> label(columns.label.begin(), columns.label.end());
  for (double& one : label) one = is_judged(one) ? one + 0.0 : 0.0;
  const std::vector<std::uint64_t> parts = {
      checksum64(bytes_of(columns.query_end)), checksum64(bytes_of(columns.query_id.end)),
      checksum64(bytes_of(columns.query_id.text)), checksum64(bytes_of(label))};
  return fmt::format("{:016x}", fnv1a64(bytes_of(parts)));
}

}  // namespace podium
