#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/core/format/judged_rows.hpp"
#include "podium/core/format/trec/qrels.hpp"

namespace podium {

/// The judgement of one query: its k best documents.
struct TopKRecord {
  std::string query_id;
  std::size_t k = 0;
  std::vector<std::string> top;   ///< best first, at most k
  std::vector<std::string> rest;  ///< judged to be below, in no order

  bool operator==(const TopKRecord&) const = default;
};

/// Reads JSON lines {"qid":"q","k":10,"top":["d3","d1"],"rest":["d2"]}; see
/// docs/formats/top-k.md. Ids are strings or whole numbers. Throws DataError naming the line for
/// an unknown, missing or repeated key, a repeated id, a top longer than k, or a repeated
/// query.
std::vector<TopKRecord> read_top_k(const std::filesystem::path& path);

/// The lines of such a file. Throws UsageError for a record that could not be read back.
std::string top_k_text(std::span<const TopKRecord> records);

/// Writes top_k_text(). Throws UsageError for a record that could not be read back.
void write_top_k(std::span<const TopKRecord> records, const std::filesystem::path& path);

/// Judgements with the labels of with_top_k: the top first, then the rest.
Qrels qrels_of(std::span<const TopKRecord> records);

/// The rows of `data`, which came from the file `path`, with the truth of the records, matched by
/// query and document id.
///
///   label of the document at place p = 1, 2, ... of the top:  k + 1 - p;   of any other:  0
///   [Niu12]
///
/// Throws like judged_rows(); the documents of both lists are judged.
JudgedRows with_top_k(const Dataset& data, std::span<const TopKRecord> records, Unjudged unjudged,
                      const std::string& path);

}  // namespace podium
