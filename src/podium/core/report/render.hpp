#pragma once

#include <string>

#include "podium/core/report/document.hpp"

namespace podium {

/// The document for programs: one line of JSON, the same bytes for the same document. Cells have
/// their displayed text (`text`) in addition to the number. Numbers that are not finite become
/// null, bytes that are not UTF-8 are replaced.
std::string to_json(const ReportDocument& document);

/// The document as text with Markdown tables. Curves, bars and cards become tables; of values per
/// query only the note is kept, because they need an interactive page.
std::string to_markdown(const ReportDocument& document);

/// The document in an output format: JSON and Markdown as above, otherwise its summary followed by
/// its tables.
std::string to_text(const ReportDocument& document, TableFormat format);

/// The document as one self-contained HTML file: it contains the program that draws it and the JSON
/// of the document, escaped so that no name can inject markup.
std::string report_page(const ReportDocument& document);

}  // namespace podium
