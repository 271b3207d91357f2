#include "podium/research/papers/published.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "podium/core/base/counted.hpp"
#include "podium/learning/experiment/csv_table.hpp"
#include "podium/learning/study/group.hpp"
#include "podium/research/papers/claim.hpp"
#include "podium/research/papers/paper_texts.hpp"
#include "podium/research/papers/value_verdict.hpp"

namespace podium::research {

namespace {

void add_new(const std::string& name, std::vector<std::string>& names) {
  if (std::ranges::count(names, name) == 0) names.push_back(name);
}

/// The published values of one data set, and the names in them.
struct PublishedTable {
  std::vector<const PublishedValue*> values;
  std::vector<std::string> tables;
  std::vector<std::string> rows;
  std::vector<std::string> measures;

  /// Null when it is not published.
  const PublishedValue* at(const std::string& row, const std::string& measure) const {
    for (const PublishedValue* value : values) {
      if (value->row == row && value->measure == measure) return value;
    }
    return nullptr;
  }
};

PublishedTable table_of(std::span<const PublishedValue> published, const StudySpec& spec,
                        const std::string& data) {
  PublishedTable table;
  for (const PublishedValue& value : published) {
    if (value.study != spec.name || value.data != data) continue;
    table.values.push_back(&value);
    add_new(value.table, table.tables);
    add_new(value.row, table.rows);
  }
  for (const std::string& measure : measure_names(spec)) {
    if (std::ranges::count(table.values, measure, &PublishedValue::measure) > 0) {
      table.measures.push_back(measure);
    }
  }
  return table;
}

/// The rows of a data set in the study's own table; empty when the data set is missing.
Table our_table(const StudyFinding& finding, const std::string& data) {
  for (const StudyGroup& group : groups_of(finding.spec, finding.systems)) {
    if (group.data == data) return means_table(finding.spec, group).table;
  }
  return {};
}

/// How many verdicts of each kind there are among the values.
std::string verdict_counts(const PublishedTable& published, const Findings& findings) {
  std::size_t agree = 0;
  std::size_t differ = 0;
  std::size_t open = 0;
  for (const PublishedValue* value : published.values) {
    const std::optional<ClaimVerdict> verdict = verdict_on(*value, findings);
    if (!verdict) continue;
    ++(verdict == ClaimVerdict::holds ? agree : verdict == ClaimVerdict::refuted ? differ : open);
  }
  return fmt::format("Of {}, {} with ours within the margin, {}, and for {} neither is shown.",
                     counted(agree + differ + open, "published value"),
                     agree == 1 ? "1 agrees" : fmt::format("{} agree", agree),
                     differ == 1 ? "1 differs" : fmt::format("{} differ", differ), open);
}

/// The cell of a method and a measure; null when there is none.
const Cell* cell_of(const Table& table, const std::string& row, const std::string& measure) {
  const auto column = std::ranges::find(table.columns, measure);
  for (const std::vector<Cell>& cells : table.rows) {
    if (column != table.columns.end() && shown(cells.front()) == row) {
      return &cells[static_cast<std::size_t>(column - table.columns.begin())];
    }
  }
  return nullptr;
}

void add_method(const PublishedTable& published, const Table& ours, const std::string& row,
                const Findings& findings, Table& table) {
  std::vector<Cell> first = {row, "published"};
  std::vector<Cell> second = {"", "ours"};
  std::vector<Cell> third = {"", "difference"};
  std::vector<Cell> fourth = {"", "verdict"};
  bool has_ours = false;
  for (const std::string& measure : published.measures) {
    const PublishedValue* known = published.at(row, measure);
    const double value = known == nullptr ? std::nan("") : known->value;
    first.emplace_back(value);
    fourth.emplace_back(word_of(known == nullptr ? std::nullopt : verdict_on(*known, findings)));
    const Cell* cell = cell_of(ours, row, measure);
    has_ours = has_ours || cell != nullptr;
    second.push_back(cell == nullptr ? Cell(std::nan("")) : *cell);
    second.back().strong = false;
    const double own = cell == nullptr ? std::nan("") : std::get<double>(cell->value);
    third.emplace_back(std::isnan(own - value) ? "-" : fmt::format("{:+.4f}", own - value));
  }
  table.rows.push_back(std::move(first));
  if (!has_ours) return;
  table.rows.push_back(std::move(second));
  table.rows.push_back(std::move(third));
  table.rows.push_back(std::move(fourth));
}

std::string note_of(const StudyFinding& finding, const std::string& data, bool has_results) {
  if (has_results) return "Marks as in the table of all learners below.";
  const auto missing = std::ranges::find(finding.missing, data, &StudyData::name);
  if (missing == finding.missing.end()) return "Published values only.";
  return fmt::format("Published values only: the data set is missing; it is expected in {}.",
                     missing->folds);
}

/// Tables drop zeros at the end, so a value with less than three digits has more.
double half_unit_of(std::string_view text) {
  const std::size_t point = text.find('.');
  const std::size_t digits = point == std::string_view::npos ? 0 : text.size() - point - 1;
  return 0.5 * std::pow(10.0, -static_cast<double>(std::max<std::size_t>(digits, 3)));
}

}  // namespace

bool is_of_paper(const PublishedValue& value) {
  return value.table != "rerun" && value.table != "other tools";
}

std::vector<PublishedValue> read_published(std::string_view text, const std::string& source) {
  const CsvTable table = CsvTable::parse(text, source);
  const auto place = [&](std::string_view name) { return table.column(name); };
  const std::size_t ours = place("ours");
  std::vector<PublishedValue> values;
  for (const std::vector<CsvField>& row : table.rows()) {
    if (row[ours].text != "yes" && row[ours].text != "no") {
      throw table.error(row[ours], "expected yes or no");
    }
    values.push_back({.paper = row[place("paper")].text,
                      .table = row[place("table")].text,
                      .study = row[place("study")].text,
                      .data = row[place("data")].text,
                      .row = row[place("row")].text,
                      .measure = row[place("measure")].text,
                      .value = table.number(row[place("value")]),
                      .is_ours = row[ours].text == "yes",
                      .half_unit = half_unit_of(row[place("value")].text)});
  }
  return values;
}

const std::vector<PublishedValue>& published_values() {
  static const std::vector<PublishedValue> values = [] {
    const auto files = paper_texts();
    const auto file = std::ranges::find(files, "published.csv", &EmbeddedText::name);
    return read_published(file->text(), "published.csv");
  }();
  return values;
}

std::vector<ComparedValue> beside_ours(std::span<const PublishedValue> published,
                                       const Findings& findings) {
  std::vector<ComparedValue> values;
  for (const PublishedValue& value : published) {
    const StudySystem* system = findings.system(value.study, value.data, value.row);
    values.push_back({value, system == nullptr ? std::nan("") : system->mean_of(value.measure)});
  }
  return values;
}

std::vector<TableBlock> published_blocks(std::span<const PublishedValue> published,
                                         const StudyFinding& finding, const Findings& findings) {
  std::vector<TableBlock> blocks;
  for (const StudyData& data : finding.spec.data) {
    const PublishedTable table = table_of(published, finding.spec, data.name);
    if (table.values.empty()) continue;
    const Table ours = our_table(finding, data.name);
    TableBlock block{.title = fmt::format("{}: published values and ours (tables: {})", data.name,
                                          listed(table.tables)),
                     .note = note_of(finding, data.name, !ours.rows.empty())};
    if (!ours.rows.empty()) block.note += " " + verdict_counts(table, findings);
    block.table.columns = {"method", ""};
    for (const std::string& measure : table.measures) block.table.columns.push_back(measure);
    for (const std::string& row : table.rows) add_method(table, ours, row, findings, block.table);
    blocks.push_back(std::move(block));
  }
  return blocks;
}

}  // namespace podium::research
