#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "podium/base/text.hpp"
#include "podium/report/render.hpp"

namespace podium {

namespace {

/// Plain text as Markdown that reads the same, in one line.
std::string line_of(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n' || c == '\r') {
      out += ' ';
      continue;
    }
    if (c == '*' || c == '<' || c == '`' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string paragraph(std::string_view text) {
  return text.empty() ? "" : line_of(text) + "\n\n";
}

std::string heading(std::string_view level, std::string_view text) {
  return text.empty() ? "" : fmt::format("{} {}\n\n", level, line_of(text));
}

std::string markdown_table(const Table& table) {
  return table.columns.empty() ? "" : render(table, TableFormat::markdown) + "\n";
}

std::string value_text(const CurvePoint& point) {
  const std::string value = shown(Cell(point.y));
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

/// A column for each card, for cards have more facts than a page has cards.
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

const char* verdict_words(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds:
      return "holds";
    case Verdict::does_not_hold:
      return "does not hold";
    case Verdict::cannot_be_tested:
      break;
  }
  return "cannot be tested here";
}

Table table_of(const ClaimsBlock& block) {
  Table table{.columns = {"claim", "source", "verdict", "evidence"}};
  for (const auto& claim : block.claims) {
    table.rows.push_back({claim.claim, claim.source, verdict_words(claim.verdict), claim.evidence});
    table.rows.back()[2].strong = true;
  }
  return table;
}

std::string block_text(const TableBlock& block) {
  return heading("###", block.title) + markdown_table(block.table) + paragraph(block.note);
}

std::string block_text(const PerQueryBlock& block) {
  return paragraph(block.note);
}

/// A fence is longer than any run of backticks inside it.
std::string block_text(const CommandsBlock& block) {
  std::string fence = "```";
  for (const std::string& command : block.commands) {
    while (command.find(fence) != std::string::npos) fence += '`';
  }
  return heading("###", block.title) +
         fmt::format("{}\n{}\n{}\n\n", fence, fmt::join(block.commands, "\n"), fence);
}

template <class Block>
std::string block_text(const Block& block) {
  std::string text = heading("###", block.title) + markdown_table(table_of(block));
  if constexpr (requires { block.note; }) text += paragraph(block.note);
  return text;
}

}  // namespace

std::string to_markdown(const ReportDocument& document) {
  std::string out = heading("#", document.title);
  for (const std::string& sentence : document.summary) {
    out += fmt::format("- {}\n", line_of(sentence));
  }
  if (!document.summary.empty()) out += '\n';
  for (const ReportSection& section : document.sections) {
    out += heading("##", section.title);
    for (const std::string& text : section.text) out += paragraph(text);
    for (const ReportBlock& block : section.blocks) {
      out += std::visit([](const auto& kind) { return block_text(kind); }, block);
    }
  }
  if (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace podium
