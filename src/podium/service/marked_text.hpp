#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace podium {

/// Appends text with &, <, > and quotes escaped, for use between tags or in an attribute.
void append_escaped(std::string& out, std::string_view text);

/// The words of a query to mark in a document: in lower case, without function
/// words and single letters.
class MarkedTerms {
 public:
  explicit MarkedTerms(std::string_view query);

  /// Whether a word of a document is one of them, or its plural or singular by "s".
  bool has(std::string_view word) const;

 private:
  std::set<std::string, std::less<>> terms_;
};

/// Whether text is plain, or HTML with character references such as "&amp;".
enum class TextKind : std::uint8_t { plain, html };

/// Appends text with the query's words in <mark>; plain text is escaped. Takes time linear in the
/// length of the text.
void append_marked(std::string& out, std::string_view text, const MarkedTerms& terms,
                   TextKind kind);

}  // namespace podium
