#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "podium/core/format/file_fixture.hpp"
#include "podium/core/format/read.hpp"

namespace podium {

/// For tests of the readers of data sets.
class ReadFixture : public FileFixture {
 protected:
  Dataset read(const std::string& text, const ReadOptions& options = {},
               ReadReport* report = nullptr, const std::string& name = "data.txt") {
    return read_dataset(folder_.file(name, text), options, report);
  }

  /// The message without the folder's name, or "accepted".
  std::string problem(const std::string& text, const ReadOptions& options = {},
                      const std::string& name = "data.txt") {
    return message([&](const auto& path) { read_dataset(path, options); },
                   folder_.file(name, text));
  }
};

/// Expects the same queries, documents and values.
inline void expect_same(const Dataset& a, const Dataset& b) {
  ASSERT_EQ(a.query_count(), b.query_count());
  ASSERT_EQ(a.feature_count(), b.feature_count());
  for (std::size_t q = 0; q < a.query_count(); ++q) {
    EXPECT_EQ(a[q].id, b[q].id);
    EXPECT_TRUE(std::ranges::equal(a[q].truth.label, b[q].truth.label));
    EXPECT_EQ(a[q].truth.strict, b[q].truth.strict);
    const std::vector<float> x = a[q].features.dense();
    const std::vector<float> y = b[q].features.dense();
    EXPECT_TRUE(std::equal(x.begin(), x.end(), y.begin(), y.end(), [](float l, float r) {
      return l == r || (std::isnan(l) && std::isnan(r));
    }));
  }
  for (std::size_t row = 0; row < a.row_count(); ++row) {
    EXPECT_EQ(a.document_id(row), b.document_id(row));
    EXPECT_EQ(a.input_row(row), b.input_row(row));
  }
}

}  // namespace podium
