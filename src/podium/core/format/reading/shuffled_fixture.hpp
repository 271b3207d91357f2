#pragma once

#include <filesystem>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/parquet/parquet_fixture.hpp"

namespace podium {

/// For tests: a table of which many rows are alike, to be written in any order and format.
class ShuffledTable {
 public:
  static constexpr std::size_t features = 5;

  ShuffledTable(std::size_t queries, bool has_ids) : has_ids_(has_ids) {
    RandomStream random(7, "", "shuffled table");
    for (std::size_t q = 0; q < queries; ++q) {
      const std::size_t documents = 1 + random.below(14);
      for (std::size_t doc = 0; doc < documents; ++doc) {
        Row row{
            static_cast<std::int32_t>(100 + q), static_cast<std::int32_t>(random.below(40)), 0, {}};
        float sum = 0.0F;
        for (std::size_t f = 0; f < features; ++f) {
          row.value.push_back(static_cast<float>(random.below(5)) / 4.0F);
          sum += row.value.back();
        }
        row.label = sum > 3.0F ? 2.0F : static_cast<float>(random.below(2));
        rows_.push_back(row);
      }
    }
    order_.resize(rows_.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
  }

  /// The same rows in another order.
  ShuffledTable shuffled(std::uint64_t seed) const {
    ShuffledTable other = *this;
    RandomStream(seed, "", "order").shuffle(std::span(other.order_));
    return other;
  }

  /// The place in the table of each row of the files.
  const std::vector<std::size_t>& order() const { return order_; }

  std::string letor() const {
    std::string text = R"(# podium features: ["a","b","c","d","e"])"
                       "\n";
    for (const std::size_t i : order_) {
      const Row& row = rows_[i];
      text += to_text(row.label) + " qid:" + to_text(row.query);
      for (std::size_t f = 0; f < features; ++f) {
        text += " " + to_text(f + 1) + ":" + to_text(row.value[f]);
      }
      text += has_ids_ ? " #docid = " + to_text(row.document) + "\n" : "\n";
    }
    return text;
  }

  std::string csv(char separator = ',') const {
    std::string text = has_ids_ ? "label,docid,a,b,c,qid,d,e\n" : "label,a,b,c,qid,d,e\n";
    for (const std::size_t i : order_) {
      const Row& row = rows_[i];
      text += to_text(row.label);
      if (has_ids_) text += "," + to_text(row.document);
      for (std::size_t f = 0; f < features; ++f) {
        if (f == 3) text += "," + to_text(row.query);
        text += "," + to_text(row.value[f]);
      }
      text += "\n";
    }
    std::ranges::replace(text, ',', separator);
    return text;
  }

  /// A folder of so many parts.
  void write_parquet(const std::filesystem::path& folder, std::size_t parts) const {
    std::filesystem::create_directories(folder);
    for (std::size_t part = 0; part < parts; ++part) {
      const std::size_t begin = rows_.size() * part / parts;
      const std::size_t end = rows_.size() * (part + 1) / parts;
      write_file(folder / ("part-" + to_text(part) + ".parquet"),
                 parquet_of(std::span(order_).subspan(begin, end - begin)));
    }
  }

 private:
  struct Row {
    std::int32_t query;
    std::int32_t document;
    float label;
    std::vector<float> value;
  };

  std::string parquet_of(std::span<const std::size_t> rows) const {
    const auto count = static_cast<std::int64_t>(rows.size());
    const auto column = [&](const std::string& name, int type, const auto& value_of) {
      std::string bytes;
      for (const std::size_t i : rows) bytes += bytes_of({value_of(rows_[i])});
      return MadeColumn{name, type, MadePage{bytes, count}.bytes()};
    };
    std::vector<MadeColumn> columns = {
        column("qid", 1, [](const Row& row) { return row.query; }),
        column("label", 4, [](const Row& row) { return row.label; })};
    for (std::size_t f = 0; f < features; ++f) {
      columns.push_back(column(std::string(1, static_cast<char>('a' + f)), 4,
                               [f](const Row& row) { return row.value[f]; }));
    }
    if (has_ids_) {
      columns.push_back(column("docid", 1, [](const Row& row) { return row.document; }));
    }
    return made_parquet(columns, count);
  }

  bool has_ids_;
  std::vector<Row> rows_;
  std::vector<std::size_t> order_;
};

}  // namespace podium
