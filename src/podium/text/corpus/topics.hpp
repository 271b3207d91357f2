#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/text/corpus/corpus_report.hpp"

namespace podium::text {

/// A query with its description.
struct Topic {
  std::string id;
  std::string title;  ///< the query itself if the topic has no parts
  std::string description;
  std::string narrative;

  bool operator==(const Topic&) const = default;
};

/// `unknown`: detect the format.
enum class TopicFormat { unknown, trec, smart, tsv, jsonl };

struct TopicOptions {
  TopicFormat format = TopicFormat::unknown;
  bool number_by_order = false;

  static auto fields() {
    using Self = TopicOptions;
    constexpr std::array<std::string_view, 5> formats = {"auto", "trec", "smart", "tsv", "jsonl"};
    return std::array{
        field("topics-format", &Self::format, formats, "format of the topics"),
        field("number-by-order", &Self::number_by_order,
              "number the topics 1, 2, ... in file order, as Cranfield's judgements do"),
    };
  }
};

/// Reads topics: TREC (<top> with num, title, desc, narr), SMART (.I and .W; leading zeros of ids
/// are dropped), lines "id TAB text", or JSON lines; docs/collections.md has the details. Topics
/// that are malformed, without text or with a duplicate id are left out and counted. Throws
/// DataError when the file has no topics.
std::vector<Topic> read_topics(const std::filesystem::path& path, const TopicOptions& options = {},
                               CorpusReport* report = nullptr);

}  // namespace podium::text
