#pragma once

#include <string>
#include <string_view>

#include "podium/core/http/http_message.hpp"

namespace podium {

/// Whether an Accept-Encoding header allows a coding ("gzip", "br") by its name.
bool accepts_coding(std::string_view accept_encoding, std::string_view coding);

/// Refusal 415 for a body with a Content-Encoding: bodies are read as they come.
void expect_uncoded(const HttpRequest& request);

/// Whether an If-None-Match header names an entity tag, which is given with its quotes.
bool names_tag(std::string_view if_none_match, std::string_view tag);

/// Compresses a text at the cheapest level: an answer must not cost more to compress than to make.
std::string gzipped(std::string_view text);

/// Compresses the body of a response in place if the client accepts that, the body is a long text,
/// and nobody has encoded it before.
void compress_for(const HttpRequest& request, HttpResponse& response);

}  // namespace podium
