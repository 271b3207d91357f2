#pragma once

#include <string>
#include <string_view>

#include "podium/labelling/store/label_store.hpp"

namespace podium::labelling {

/// The policy under which a document is shown: no scripts, no forms, no network, no escape from its
/// frame.
inline constexpr std::string_view document_policy =
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

/// A document's body as a page for a sandboxed frame, with the words of the query marked. The page
/// around the frame shows title and address.
std::string document_page(const LabelDocument& document, std::string_view query_text);

}  // namespace podium::labelling
