#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace podium {

/// Appends text with &, <, > and quotes escaped, as it stands between tags or in an attribute.
void append_escaped(std::string& out, std::string_view text);

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

/// Whether text holds bare characters, or is HTML in which "&amp;" stands for one.
enum class TextKind : std::uint8_t { plain, html };

/// Appends text with the query's words in <mark>; plain text is escaped on the way. Takes time in
/// proportion to the text.
void append_marked(std::string& out, std::string_view text, const MarkedTerms& terms,
                   TextKind kind);

}  // namespace podium
