#pragma once

#include <string>
#include <string_view>

#include "podium/service/marked_text.hpp"

namespace podium {

/// Appends hostile HTML without what runs, loads or leads away (scripts, frames, plug-ins, links to
/// other files, <base>, <meta>, comments), the query's words in the text that is shown marked.
///
/// This keeps a document readable in its frame; what keeps it harmless is the policy that the
/// answer carries. Takes time in proportion to the text, whatever it is.
void append_tame_html(std::string& out, std::string_view html, const MarkedTerms& terms);

}  // namespace podium
