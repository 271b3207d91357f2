#pragma once

#include <string>

#include "podium/text/web/web_corpus.hpp"

namespace podium::text {

/// Appends a page as a line of JSON with docid, url and links, and with title, extracted_title (its
/// heading) and text, or with html if the options of the web say so.
void append_json_line(const WebCorpus& web, PageIndex page, const WebPage& content,
                      std::string& to);

/// Appends a page as HTML without line ends and double quotes. Each site has one of six layouts:
/// with a masthead and a menu, in a table with fonts, with centred bold letters, with styles, with
/// unclosed upper-case tags, with the heading as a picture. The <title> is content.title, the
/// heading is where readers see it.
void append_html(const WebCorpus& web, PageIndex page, const WebPage& content, std::string& to);

/// A directory of the web for podium collect build --directory: lines "topic TAB text", several for
/// each topic. The first twelve topics have the names of those of [Nie06].
std::string web_directory(const WebCorpus& web);

}  // namespace podium::text
