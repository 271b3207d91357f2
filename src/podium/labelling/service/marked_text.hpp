#pragma once

#include <set>
#include <string>
#include <string_view>

namespace podium::labelling {

/// The words of a query that are worth marking in a document: in lower case, without function
/// words and single letters.
class MarkedTerms {
 public:
  explicit MarkedTerms(std::string_view query);

  /// Whether a word of a document is one of them, or its plural or singular by "s".
  bool has(std::string_view word) const;

 private:
  std::set<std::string, std::less<>> terms_;
};

/// Appends plain text, escaped, with the query's words in <mark>. Takes time in proportion to the
/// text.
void append_marked(std::string& out, std::string_view text, const MarkedTerms& terms);

}  // namespace podium::labelling
