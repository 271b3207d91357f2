#pragma once

#include <string>

#include "podium/report/document.hpp"

namespace podium {

/// The document for programs: one line of JSON, the same bytes for the same document. Cells keep
/// what people read of them (`text`) beside the number. Numbers that are not finite become null,
/// bytes that are not UTF-8 are replaced.
std::string to_json(const ReportDocument& document);

/// The document as text with Markdown tables. Curves, bars and cards become tables; of values by
/// query only the note is left, for they need a page to be looked at.
std::string to_markdown(const ReportDocument& document);

/// The document in a format of results: JSON and Markdown as above, else its summary and tables,
/// one after the other.
std::string to_text(const ReportDocument& document, TableFormat format);

/// The document as one HTML file that needs nothing else: it holds the program that draws it and
/// the JSON of the document, from which no name can break out.
std::string report_page(const ReportDocument& document);

}  // namespace podium
