#include "podium/core/format/document_scores.hpp"

#include <array>

#include "podium/core/base/io/file.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/document_lines.hpp"

namespace podium {

DocumentTable read_document_scores(const std::filesystem::path& path, BadLines bad,
                                   LineReport* report) {
  constexpr std::array<std::string_view, 3> names = {"a query id", "a document id",
                                                     "a finite score"};
  const DocumentLineFormat format{
      .names = names, .document_word = 1, .value_word = 2, .row_name = "score of a document"};
  return read_document_lines(path, format, bad, report).table;
}

bool names_documents(const std::filesystem::path& path) {
  const InputText text(path);
  LineReader lines(text.view(), text.path());
  while (lines.next()) {
    if (lines.is_blank()) continue;
    return trimmed(lines.line()).find_first_of(" \t") != std::string_view::npos;
  }
  return false;
}

}  // namespace podium
