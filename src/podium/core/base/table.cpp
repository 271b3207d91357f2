#include "podium/core/base/table.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/json.hpp"
#include "podium/core/base/suggest.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/base/wrap.hpp"

namespace podium {

namespace {

constexpr std::array<std::string_view, 5> format_names = {"table", "json", "csv", "markdown",
                                                          "latex"};

/// As machines read it: every digit, no mark.
std::string exact(const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell.value)) return *text;
  if (const auto* whole = std::get_if<std::int64_t>(&cell.value)) return to_text(*whole);
  const double number = std::get<double>(cell.value);
  return std::isnan(number) ? "" : to_text(number);
}

std::string replaced(const std::string& text, std::string_view special, auto&& replacement) {
  std::string out;
  for (const char c : text) {
    out += special.find(c) == std::string_view::npos ? std::string(1, c) : replacement(c);
  }
  return out;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  return "\"" + replaced(text, "\"", [](char) { return std::string("\"\""); }) + "\"";
}

std::string markdown_field(const std::string& text) {
  return replaced(text, "|*\n\r", [](char c) -> std::string {
    if (c == '\n' || c == '\r') return " ";  // a row is a line
    return {'\\', c};
  });
}

std::string latex_field(const std::string& text) {
  return replaced(text, "&%$#_{}~^\\", [](char c) -> std::string {
    if (c == '~') return "\\textasciitilde{}";
    if (c == '^') return "\\textasciicircum{}";
    if (c == '\\') return "\\textbackslash{}";
    return {'\\', c};
  });
}

bool column_is_numeric(const Table& table, std::size_t column) {
  return !table.rows.empty() &&
         std::ranges::all_of(table.rows, [&](const auto& row) { return is_number(row[column]); });
}

/// For each column; not to be asked for each row.
std::vector<bool> numeric_columns(const Table& table) {
  std::vector<bool> numeric;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    numeric.push_back(column_is_numeric(table, c));
  }
  return numeric;
}

std::string padded(const std::string& text, std::size_t width, bool right) {
  const std::string blanks(width - std::min(width, display_width(text)), ' ');
  return right ? blanks + text : text + blanks;
}

using TextRow = std::vector<std::string>;

/// The texts of the header and of all rows.
std::vector<TextRow> texts_of(const Table& table, auto&& field) {
  std::vector<TextRow> rows{{}};
  for (const auto& name : table.columns) rows[0].push_back(field(Cell(name)));
  for (const auto& row : table.rows) {
    TextRow& texts = rows.emplace_back();
    for (const Cell& cell : row) texts.push_back(field(cell));
  }
  return rows;
}

std::vector<std::size_t> column_widths(const std::vector<TextRow>& rows) {
  std::vector<std::size_t> width(rows[0].size(), 0);
  for (const TextRow& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      width[c] = std::max(width[c], display_width(row[c]));
    }
  }
  return width;
}

/// Cells of one column are padded to its width; `line` joins a row.
std::string aligned(const Table& table, std::vector<TextRow> rows, auto&& line,
                    auto&& under_header) {
  const std::vector<std::size_t> width = column_widths(rows);
  const std::vector<bool> is_numeric = numeric_columns(table);
  std::string out;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < width.size(); ++c) {
      rows[r][c] = padded(rows[r][c], width[c], is_numeric[c]);
    }
    out += line(rows[r]);
    if (r == 0) out += under_header(width);
  }
  return out;
}

std::string between(const std::vector<std::string>& cells, std::string_view separator) {
  return fmt::format("{}", fmt::join(cells, separator));
}

/// The width of the longest word of each column.
std::vector<std::size_t> word_widths(const std::vector<TextRow>& rows) {
  std::vector<std::size_t> width(rows[0].size(), 0);
  for (const TextRow& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      for (std::string_view rest = row[c]; !rest.empty();) {
        const std::string_view word = rest.substr(0, rest.find(' '));
        width[c] = std::max(width[c], display_width(word));
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
      }
    }
  }
  return width;
}

/// Makes columns narrower, the widest first, until a line takes at most `most` or each column is
/// as narrow as `least` says.
void shrink(std::vector<std::size_t>& width, const std::vector<std::size_t>& least,
            std::size_t most) {
  std::size_t sum = 2 * width.size();
  for (const std::size_t w : width) sum += w;
  for (; sum > most + 2; --sum) {
    std::size_t* widest = nullptr;
    for (std::size_t c = 0; c < width.size(); ++c) {
      if (width[c] <= least[c]) continue;
      if (widest == nullptr || width[c] > *widest) widest = &width[c];
    }
    if (widest == nullptr) return;
    --*widest;
  }
}

/// The widths with text columns made narrower: between words as long as that is enough.
std::vector<std::size_t> fitted_widths(const Table& table, const std::vector<TextRow>& rows,
                                       std::size_t most) {
  constexpr std::size_t min_text = 8;
  std::vector<std::size_t> width = column_widths(rows);
  std::vector<std::size_t> least = word_widths(rows);
  shrink(width, least, most);
  for (std::size_t c = 0; c < least.size(); ++c) {
    if (!column_is_numeric(table, c)) least[c] = std::min(least[c], min_text);
  }
  shrink(width, least, most);
  return width;
}

/// A row as several, each with what fits into the widths.
std::vector<TextRow> wrapped_row(const TextRow& row, const std::vector<std::size_t>& width) {
  std::vector<TextRow> rows;
  for (std::size_t c = 0; c < row.size(); ++c) {
    const std::vector<std::string> lines = wrapped(row[c], width[c]);
    if (rows.size() < lines.size()) rows.resize(lines.size(), TextRow(row.size()));
    for (std::size_t i = 0; i < lines.size(); ++i) rows[i][c] = lines[i];
  }
  return rows;
}

std::string text_line(const TextRow& cells) {
  std::string line = between(cells, "  ");
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::vector<TextRow> shown_texts(const Table& table) {
  return texts_of(table, [](const Cell& cell) { return shown(cell); });
}

/// The number of columns at the left that say what a row is about: the first one, and further ones
/// of text as long as together they take at most a third of the width.
std::size_t key_columns(const Table& table, const std::vector<std::size_t>& width,
                        std::size_t max_width) {
  std::size_t count = 1;
  std::size_t sum = width.front() + 2;
  for (; count < width.size() && !column_is_numeric(table, count); ++count) {
    sum += width[count] + 2;
    if (3 * sum > max_width) break;
  }
  return count;
}

/// The table as several that are not wider than `max_width` when they are wrapped between words, as
/// far as possible. Each begins with the columns that say what a row is about.
std::vector<Table> parts_of(const Table& table, std::size_t max_width) {
  const std::vector<TextRow> rows = shown_texts(table);
  const std::vector<std::size_t> word = word_widths(rows);
  const std::size_t keys = key_columns(table, column_widths(rows), max_width);
  std::vector<std::vector<std::size_t>> parts;
  std::size_t used = 0;
  for (std::size_t c = 0; c < word.size(); ++c) {
    const bool fits = c < keys || used + word[c] <= max_width || parts.back().size() == keys;
    if (c == 0 || !fits) {
      parts.emplace_back();
      used = 0;
      for (std::size_t key = 0; c >= keys && key < keys; ++key) {
        parts.back().push_back(key);
        used += word[key] + 2;
      }
    }
    parts.back().push_back(c);
    used += word[c] + 2;
  }
  std::vector<Table> tables;
  for (const std::vector<std::size_t>& columns : parts) {
    Table& part = tables.emplace_back();
    part.rows.resize(table.rows.size());
    for (const std::size_t c : columns) {
      part.columns.push_back(table.columns[c]);
      for (std::size_t r = 0; r < table.rows.size(); ++r) part.rows[r].push_back(table.rows[r][c]);
    }
  }
  return tables;
}

std::string render_part(const Table& table, std::size_t max_width) {
  const std::vector<TextRow> rows = shown_texts(table);
  const std::vector<std::size_t> width =
      max_width == 0 ? column_widths(rows) : fitted_widths(table, rows, max_width);
  const std::vector<bool> is_numeric = numeric_columns(table);
  std::string out;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (TextRow& row : wrapped_row(rows[r], width)) {
      for (std::size_t c = 0; c < width.size(); ++c) {
        row[c] = padded(row[c], width[c], is_numeric[c]);
      }
      out += text_line(row);
    }
    if (r > 0) continue;
    TextRow rules;
    for (const std::size_t w : width) rules.emplace_back(w, '-');
    out += between(rules, "  ") + "\n";
  }
  return out;
}

std::string render_text(const Table& table, std::size_t max_width) {
  if (max_width == 0 || table.columns.empty()) return render_part(table, max_width);
  std::string out;
  for (const Table& part : parts_of(table, max_width)) {
    out += (out.empty() ? "" : "\n") + render_part(part, max_width);
  }
  return out;
}

std::string render_markdown(const Table& table) {
  const auto field = [](const Cell& cell) {
    const std::string text = markdown_field(shown(cell));
    return cell.strong ? "**" + text + "**" : text;
  };
  return aligned(
      table, texts_of(table, field),
      [](const std::vector<std::string>& cells) { return "| " + between(cells, " | ") + " |\n"; },
      [&](const std::vector<std::size_t>& width) {
        std::string line = "|";
        for (std::size_t c = 0; c < width.size(); ++c) {
          line += column_is_numeric(table, c) ? std::string(width[c] + 1, '-') + ":|"
                                              : std::string(width[c] + 2, '-') + "|";
        }
        return line + "\n";
      });
}

std::string render_latex(const Table& table) {
  std::string out = "\\begin{tabular}{";
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    out += column_is_numeric(table, c) ? 'r' : 'l';
  }
  out += "}\n\\hline\n";
  const auto field = [](const Cell& cell) {
    const std::string text = latex_field(shown(cell));
    return cell.strong ? "\\textbf{" + text + "}" : text;
  };
  out += aligned(
      table, texts_of(table, field),
      [](const std::vector<std::string>& cells) { return between(cells, " & ") + " \\\\\n"; },
      [](const std::vector<std::size_t>&) { return std::string("\\hline\n"); });
  return out + "\\hline\n\\end{tabular}\n";
}

std::string render_csv(const Table& table) {
  const auto line = [](const auto& cells, auto&& text_of) {
    std::vector<std::string> fields;
    for (const auto& cell : cells) fields.push_back(csv_field(text_of(cell)));
    return between(fields, ",") + "\n";
  };
  std::string out = line(table.columns, [](const std::string& name) { return name; });
  for (const auto& row : table.rows) out += line(row, exact);
  return out;
}

}  // namespace

Json to_json(const Table& table) {
  Json list = Json::array();
  for (const auto& row : table.rows) {
    Json object;
    for (std::size_t c = 0; c < row.size(); ++c) {
      std::visit([&](const auto& value) { object[table.columns[c]] = value; }, row[c].value);
    }
    list.push_back(std::move(object));
  }
  return list;
}

bool is_number(const Cell& cell) {
  return !std::holds_alternative<std::string>(cell.value);
}

std::string shown(const Cell& cell) {
  const auto* number = std::get_if<double>(&cell.value);
  if (number == nullptr) return cell.before + exact(cell) + cell.mark;
  return std::isnan(*number)
             ? "-"
             : fmt::format("{}{:.{}f}{}", cell.before, *number, cell.digits, cell.mark);
}

TableFormat parse_table_format(std::string_view text) {
  const auto* const found = std::ranges::find(format_names, text);
  if (found == format_names.end()) {
    throw UsageError("format: found " + in_quotes(text) + ", expected one of: " +
                     joined(format_names) + did_you_mean(text, format_names));
  }
  return static_cast<TableFormat::Kind>(found - format_names.begin());
}

std::string render(const Table& table, TableFormat format) {
  for (const auto& row : table.rows) {
    expects(row.size() == table.columns.size(), "a cell for every column");
  }
  switch (format.kind) {
    case TableFormat::json:
      return to_json(table).dump(2) + "\n";
    case TableFormat::csv:
      return render_csv(table);
    case TableFormat::markdown:
      return render_markdown(table);
    case TableFormat::latex:
      return render_latex(table);
    case TableFormat::table:
      break;
  }
  return render_text(table, format.width);
}

}  // namespace podium
