#include "podium/core/report/block_table.hpp"

#include <algorithm>
#include <map>
#include <string>

#include <fmt/format.h>

#include "podium/core/base/text.hpp"

namespace podium {

namespace {

std::string value_text(const CurvePoint& point) {
  std::string value = shown(Cell(point.y));
  if (!point.low || !point.high) return value;
  return fmt::format("{} ({:.4f}\u2013{:.4f})", value, *point.low, *point.high);
}

Table table_of(const CurvesBlock& block) {
  Table table{.columns = {block.x_label}};
  std::map<double, std::size_t> row_of;
  std::map<double, std::string> label_of;
  for (const Curve& curve : block.curves) {
    table.columns.push_back(curve.name);
    for (const CurvePoint& point : curve.points) {
      row_of[point.x] = 0;
      if (!point.label.empty()) label_of.emplace(point.x, point.label);
    }
  }
  for (auto& [x, row] : row_of) {
    row = table.rows.size();
    const auto label = label_of.find(x);
    const std::string place = label == label_of.end() ? to_text(x) : label->second;
    table.rows.emplace_back(table.columns.size(), Cell("")).front() = place;
  }
  for (std::size_t c = 0; c < block.curves.size(); ++c) {
    for (const CurvePoint& point : block.curves[c].points) {
      table.rows[row_of[point.x]][c + 1] = value_text(point);
    }
  }
  return table;
}

/// One column per card: a card has more facts than a page has cards.
Table table_of(const CardsBlock& block) {
  Table table{.columns = {""}};
  for (const auto& card : block.cards) table.columns.push_back(card.title);
  std::map<std::string, std::size_t> row_of;
  for (std::size_t c = 0; c < block.cards.size(); ++c) {
    for (const auto& [name, fact] : block.cards[c].facts) {
      const auto [found, is_new] = row_of.emplace(name, table.rows.size());
      if (is_new) table.rows.emplace_back(table.columns.size(), Cell("")).front() = name;
      table.rows[found->second][c + 1] = fact;
    }
  }
  return table;
}

Table table_of(const BarsBlock& block) {
  Table table{.columns = {"", block.x_label}};
  for (const auto& bar : block.bars) {
    table.rows.push_back({bar.name, fmt::format("{:.4g}", bar.value)});
  }
  return table;
}

Table table_of(const ClaimsBlock& block) {
  Table table{.columns = {"claim", "source", "verdict", "rule", "evidence", "power"}};
  for (const auto& claim : block.claims) {
    table.rows.push_back({claim.claim, claim.source, words_of(claim.verdict), claim.rule,
                          claim.evidence, claim.power});
    table.rows.back()[2].strong = true;
  }
  return table;
}

/// A row for each node, numbered from 1.
Table table_of(const TreeBlock& block) {
  Table table{.columns = {"node", "condition", "if it holds", "else", "missing values",
                          block.value_label, "rows", "cover", "gain"}};
  for (const TreeBlock::Node& node : block.nodes) {
    std::vector<Cell>& row = table.rows.emplace_back(table.columns.size(), Cell(""));
    row[0] = table.rows.size();
    if (node.split) {
      const TreeBlock::Split& split = *node.split;
      row[1] = split.feature + " " + split.condition;
      row[2] = split.yes + 1;
      row[3] = split.no + 1;
      row[4] = (split.missing_yes ? split.yes : split.no) + 1;
      row[8] = fmt::format("{:.4g}", split.gain);
    } else {
      row[5] = fmt::format("{:.4g}", node.value);
    }
    row[6] = node.rows;
    row[7] = fmt::format("{:.4g}", node.cover);
  }
  return table;
}

Table table_of(const TableBlock& block) {
  return block.table;
}

bool has_strong_cell(const Table& table) {
  return std::ranges::any_of(
      table.rows, [](const auto& row) { return std::ranges::any_of(row, &Cell::strong); });
}

}  // namespace

std::string note_with_bold(const TableBlock& block) {
  if (block.strong_meaning.empty() || !has_strong_cell(block.table)) return block.note;
  return fmt::format("{}{}Bold: {}.", block.note, block.note.empty() ? "" : " ",
                     block.strong_meaning);
}

std::optional<Table> block_table(const ReportBlock& block) {
  return std::visit(
      [](const auto& kind) -> std::optional<Table> {
        if constexpr (requires { table_of(kind); }) return table_of(kind);
        return std::nullopt;
      },
      block);
}

}  // namespace podium
