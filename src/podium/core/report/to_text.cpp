#include <string_view>

#include <fmt/format.h>

#include "podium/core/base/wrap.hpp"
#include "podium/core/report/block_table.hpp"
#include "podium/core/report/render.hpp"

namespace podium {

namespace {

std::string_view comment_of(TableFormat format) {
  if (format == TableFormat::csv) return "# ";
  return format == TableFormat::latex ? "% " : "";
}

std::string line_of(std::string_view text, TableFormat format) {
  if (text.empty()) return "";
  return format == TableFormat::table ? wrapped_text(text, format.width)
                                      : fmt::format("{}{}\n", comment_of(format), text);
}

/// Of the formats here, only LaTeX shows which cells are strong.
std::string note_of(const TableBlock& block, TableFormat format) {
  return format == TableFormat::latex ? note_with_bold(block) : block.note;
}

template <class Block>
std::string note_of(const Block& block, TableFormat /*format*/) {
  if constexpr (requires { block.note; }) return block.note;
  return "";
}

std::string block_text(const ReportBlock& block, TableFormat format) {
  const std::optional<Table> table = block_table(block);
  if (!table || table->columns.empty()) return "";
  std::string text =
      std::visit([&](const auto& kind) { return line_of(kind.title, format); }, block);
  text += "\n" + render(*table, format);
  const std::string note =
      std::visit([&](const auto& kind) { return note_of(kind, format); }, block);
  return text + line_of(note, format) + "\n";
}

}  // namespace

std::string to_text(const ReportDocument& document, TableFormat format) {
  if (format == TableFormat::json) return to_json(document);
  if (format == TableFormat::markdown) return to_markdown(document);
  std::string text;
  for (const std::string& sentence : document.summary) text += line_of(sentence, format);
  if (!document.summary.empty()) text += "\n";
  for (const ReportSection& section : document.sections) {
    for (const ReportBlock& block : section.blocks) text += block_text(block, format);
  }
  return text;
}

}  // namespace podium
