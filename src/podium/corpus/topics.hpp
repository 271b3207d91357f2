#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "podium/base/options.hpp"
#include "podium/corpus/corpus_report.hpp"

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
enum class TopicFormat { unknown, trec, smart, tsv, jsonl };

struct TopicOptions {
  TopicFormat format = TopicFormat::unknown;
  bool number_by_order = false;

  static auto fields() {
    using Self = TopicOptions;
    constexpr std::array<std::string_view, 5> formats = {"auto", "trec", "smart", "tsv", "jsonl"};
    return std::array{
        field("topics-format", &Self::format, formats, "how the topics are written down"),
        field("number-by-order", &Self::number_by_order,
              "ids are 1, 2, ... in the file's order, as Cranfield's judgements count"),
    };
  }
};

/// Reads topics: TREC (<top> with num, title, desc, narr), SMART (.I and .W; zeros before the id
/// are dropped), lines "id TAB text", or JSON lines; docs/collections.md has the details. Topics
/// that are broken, without a text or with an id that was there before are left out and counted.
/// Throws DataError when the file has none.
std::vector<Topic> read_topics(const std::filesystem::path& path, const TopicOptions& options = {},
                               CorpusReport* report = nullptr);

}  // namespace podium
