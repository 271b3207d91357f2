#include "podium/research/papers/tree_tables.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "podium/learning/study/group.hpp"
#include "podium/research/papers/published.hpp"

namespace podium::research {

namespace {

/// What a column shows of a study.
struct TreeColumn {
  std::string_view study;
  std::string_view data;
  std::string_view measure;
};

constexpr std::array<TreeColumn, 4> tree_columns = {{{"letor3-letor4", "MQ2008", "map"},
                                                     {"letor3-letor4", "MQ2008", "meanndcg"},
                                                     {"letor3-letor3", "OHSUMED", "map"},
                                                     {"letor3-letor3", "OHSUMED", "ndcg@10"}}};
constexpr std::array<std::string_view, 3> our_trees = {"lambdamart", "mart", "trees, list-mle"};

/// The name of the other tools' values in published.csv.
constexpr std::string_view tool_table = "other tools";

constexpr std::string_view top_k_study = "niu2012-top10";
constexpr std::string_view top_k_baseline = "LambdaMART";
constexpr std::array<std::string_view, 3> top_k_trees = {top_k_baseline, "trees, ListMLE",
                                                         "trees, FocusedNet"};

double our_value(const Findings& findings, const TreeColumn& column, std::string_view row) {
  const StudySystem* system = findings.system(column.study, column.data, row);
  return system == nullptr ? std::nan("") : system->mean_of(column.measure);
}

double tool_value(const TreeColumn& column, std::string_view row) {
  for (const PublishedValue& value : published_values()) {
    if (value.study == column.study && value.data == column.data && value.row == row &&
        value.measure == column.measure && value.table == tool_table) {
      return value.value;
    }
  }
  return std::nan("");
}

std::vector<std::string> tools() {
  std::vector<std::string> names;
  for (const PublishedValue& value : published_values()) {
    if (value.table == tool_table && std::ranges::count(names, value.row) == 0) {
      names.push_back(value.row);
    }
  }
  return names;
}

void add_row(std::string_view name, auto&& value_of, Table& table) {
  std::vector<Cell> row = {name};
  for (const TreeColumn& column : tree_columns) row.emplace_back(value_of(column, name));
  const auto is_there = [](const Cell& cell) { return shown(cell) != "-"; };
  if (std::any_of(row.begin() + 1, row.end(), is_there)) table.rows.push_back(std::move(row));
}

}  // namespace

std::vector<ReportBlock> tree_tool_blocks(const Findings& findings) {
  TableBlock block{
      .title = "Boosted trees beside those of other tools",
      .note =
          "All are tuned on the validation folds by MAP. The values of other tools were "
          "measured with Podium's evaluation, on grids of their own: LightGBM 24 settings "
          "(OHSUMED: 9), XGBoost 4, CatBoost 2; those of RankLib are a rerun by others.",
      .table = {.columns = {"learner"}}};
  for (const TreeColumn& column : tree_columns) {
    block.table.columns.push_back(fmt::format("{} {}", column.data, column.measure));
  }
  for (const std::string_view row : our_trees) {
    add_row(
        row,
        [&](const TreeColumn& column, std::string_view name) {
          return our_value(findings, column, name);
        },
        block.table);
  }
  if (block.table.rows.empty()) return {};
  for (const std::string& tool : tools()) add_row(tool, tool_value, block.table);
  return {std::move(block)};
}

std::vector<ReportBlock> top_k_tree_blocks(const Findings& findings) {
  const StudyFinding* finding = findings.study(top_k_study);
  if (finding == nullptr) return {};
  StudySpec spec = finding->spec;
  spec.baseline = top_k_baseline;
  std::vector<ReportBlock> blocks;
  for (StudyGroup& group : groups_of(spec, finding->systems)) {
    std::erase_if(group.systems, [](const StudySystem& system) {
      return std::ranges::count(top_k_trees, system.row) == 0;
    });
    if (group.systems.empty()) continue;
    std::optional<TableBlock> block = differences_table(spec, group);
    if (!block) continue;
    block->title = "Boosted trees on top-10 truths, " + block->title;
    blocks.emplace_back(std::move(*block));
  }
  return blocks;
}

}  // namespace podium::research
