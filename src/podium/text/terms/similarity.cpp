#include "podium/text/terms/similarity.hpp"

#include <algorithm>
#include <tuple>

namespace podium::text {

CosineRows::CosineRows(const DocumentVectors& vectors, const QueryMeta& query) {
  struct Entry {
    TermWeight of;
    std::uint32_t document = 0;
  };
  std::vector<Entry> entries;
  for (std::uint32_t d = 0; d < query.document.size(); ++d) {
    for (const TermWeight& w : vectors.of(query.document[d].id).unit) entries.push_back({w, d});
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.of.term, a.document) < std::tie(b.of.term, b.document);
  });
  document_.resize(query.document.size());
  for (std::size_t begin = 0, end = 0; begin < entries.size(); begin = end) {
    while (end < entries.size() && entries[end].of.term == entries[begin].of.term) ++end;
    for (std::size_t i = begin; i < end; ++i) {
      posting_.push_back({entries[i].document, entries[i].of.weight});
      document_[entries[i].document].push_back({entries[i].of.weight, begin, end});
    }
  }
}

std::vector<double> CosineRows::row(std::size_t document) const {
  std::vector<double> cosine(document_.size(), 0.0);
  for (const Occurrence& term : document_[document]) {
    for (std::size_t i = term.begin; i < term.end; ++i) {
      cosine[posting_[i].document] += term.weight * posting_[i].weight;
    }
  }
  return cosine;
}

std::vector<double> cosines(const DocumentVectors& vectors, const QueryMeta& query) {
  const CosineRows rows(vectors, query);
  std::vector<double> values;
  for (std::size_t a = 0; a < query.document.size(); ++a) {
    const std::vector<double> row = rows.row(a);
    values.insert(values.end(), row.begin() + static_cast<std::ptrdiff_t>(a) + 1, row.end());
  }
  return values;
}

}  // namespace podium::text
