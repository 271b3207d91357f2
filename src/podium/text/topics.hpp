#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "podium/base/options.hpp"
#include "podium/text/corpus_report.hpp"

namespace podium {

/// A query as people wrote it down.
struct Topic {
  std::string id;
  std::string title;  ///< the query itself where a topic has no parts
  std::string description;
  std::string narrative;

  bool operator==(const Topic&) const = default;
};

/// `unknown` means: look at the file.
enum class TopicFormat { unknown, trec, smart, tsv };

struct TopicOptions {
  TopicFormat format = TopicFormat::unknown;
  bool number_by_order = false;

  static constexpr auto fields() {
    using Self = TopicOptions;
    constexpr std::array<std::string_view, 4> formats = {"auto", "trec", "smart", "tsv"};
    return std::tuple{
        field("topics-format", &Self::format, formats, "how the topics are written down"),
        field("number-by-order", &Self::number_by_order,
              "ids are 1, 2, ... in the file's order, as Cranfield's judgements count"),
    };
  }
};

/// Reads topics: TREC (<top> with num, title, desc, narr), SMART (.I and .W; zeros before the id
/// are dropped), or lines "id TAB text". Broken topics are left out and counted, repeated ids too.
/// Throws DataError when the file has none.
std::vector<Topic> read_topics(const std::filesystem::path& path, const TopicOptions& options = {},
                               CorpusReport* report = nullptr);

}  // namespace podium
