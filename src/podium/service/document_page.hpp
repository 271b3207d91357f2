#pragma once

#include <string>
#include <string_view>

#include "podium/store/label_store.hpp"

namespace podium {

/// The policy under which a document is shown: no scripts, no forms, no network, no way out of its
/// frame.
inline constexpr std::string_view document_policy =
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

/// A document as a page for a sandboxed frame: title, address as text, body, with the words of the
/// query marked.
std::string document_page(const LabelDocument& document, std::string_view query_text);

}  // namespace podium
