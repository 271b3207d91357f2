#pragma once

#include <string>
#include <utility>
#include <vector>

#include "podium/research/papers/findings.hpp"

namespace podium::research {

/// For tests: invented results. Every system has the same 20 queries; their values vary a little
/// around the given mean, differently for each system.
class MadeUpStudy {
 public:
  MadeUpStudy(std::string name, std::vector<std::string> measures) {
    finding_.spec.name = std::move(name);
    finding_.spec.title = finding_.spec.name;
    finding_.spec.measures.clear();
    for (const std::string& measure : measures) {
      finding_.spec.measures += (finding_.spec.measures.empty() ? "" : ",") + measure;
    }
    measures_ = std::move(measures);
  }

  MadeUpStudy& sweep(std::string over, std::vector<std::string> values) {
    finding_.spec.sweep = StudySweep{std::move(over), std::move(values)};
    return *this;
  }

  MadeUpStudy& missing(const std::string& data, const std::string& folds) {
    finding_.spec.data.push_back({.name = data, .folds = folds});
    finding_.missing.push_back(finding_.spec.data.back());
    return *this;
  }

  /// All measures of the row have this mean.
  MadeUpStudy& add(const std::string& data, const std::string& row, double mean,
                   const std::string& place = "") {
    add_name(data, finding_.spec.data);
    add_name(row, finding_.spec.rows);
    StudySystem system{.data = data, .row = row, .truth = "graded", .sweep = place};
    system.measure = measures_;
    system.mean.assign(measures_.size(), mean);
    for (std::size_t q = 0; q < 20; ++q) system.query.push_back("q" + std::to_string(q));
    ++count_;
    std::vector<double> values;
    for (std::size_t q = 0; q < 20; ++q) {
      values.push_back(mean + 1e-3 * (static_cast<double>((q * (2 * count_ + 1)) % 20) - 9.5));
    }
    system.value.assign(measures_.size(), values);
    finding_.systems.push_back(std::move(system));
    return *this;
  }

  operator StudyFinding() const { return finding_; }  // NOLINT(google-explicit-constructor)

 private:
  template <class Item>
  static void add_name(const std::string& name, std::vector<Item>& items) {
    for (const Item& item : items) {
      if (item.name == name) return;
    }
    Item item;
    item.name = name;
    items.push_back(std::move(item));
  }

  StudyFinding finding_;
  std::vector<std::string> measures_;
  std::size_t count_ = 0;
};

}  // namespace podium::research
