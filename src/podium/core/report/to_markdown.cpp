#include <fmt/format.h>

#include "podium/core/report/block_table.hpp"
#include "podium/core/report/render.hpp"

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

std::string block_text(const TableBlock& block) {
  return heading("###", block.title) + markdown_table(block.table) +
         paragraph(note_with_bold(block));
}

template <class Block>
std::string block_text(const Block& block) {
  std::string text = heading("###", block.title) + markdown_table(*block_table(block));
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
