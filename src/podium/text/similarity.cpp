#include "podium/text/similarity.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "podium/base/parallel.hpp"
#include "podium/text/worker_pool.hpp"

namespace podium {

namespace {

/// A term by its fingerprint, and how often a document has it; sorted by term.
struct Entry {
  std::uint64_t term = 0;
  double weight = 0.0;
};
using SparseVector = std::vector<Entry>;

SparseVector counted(Analyser& analyser, const DocumentText& document,
                     std::span<const std::size_t> fields) {
  std::vector<std::uint64_t> terms;
  for (const std::size_t f : fields) {
    analyser.for_each_term(document.field[f],
                           [&](const Term& term) { terms.push_back(term.fingerprint); });
  }
  std::sort(terms.begin(), terms.end());
  SparseVector vector;
  for (const std::uint64_t term : terms) {
    if (vector.empty() || vector.back().term != term) vector.push_back({term, 0.0});
    vector.back().weight += 1.0;
  }
  return vector;
}

double dot(const SparseVector& a, const SparseVector& b) {
  double sum = 0.0;
  for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end();) {
    if (x->term == y->term) {
      sum += x++->weight * y++->weight;
    } else if (x->term < y->term) {
      ++x;
    } else {
      ++y;
    }
  }
  return sum;
}

}  // namespace

class SimilarityPass::Impl {
 public:
  Impl(const Analyser& analyser, std::vector<std::size_t> fields,
       std::span<const QueryMeta> sampled)
      : analyser_(analyser.copy_for_thread()), fields_(std::move(fields)) {
    for (const QueryMeta& query : sampled) {
      for (const DocumentMeta& document : query.document) wanted_.insert(document.id);
    }
  }

  void add(std::span<const DocumentText> documents) {
    std::vector<SparseVector> vectors(documents.size());
    parallel_for(documents.size(), [&](std::size_t d) {
      analysers_.with_worker(
          [&](Analyser& analyser) { vectors[d] = counted(analyser, documents[d], fields_); });
    });
    for (std::size_t d = 0; d < documents.size(); ++d) {
      for (const Entry& entry : vectors[d]) ++document_frequency_[entry.term];
      std::string id(documents[d].id);
      if (wanted_.contains(id)) vector_.emplace(std::move(id), std::move(vectors[d]));
    }
    count_ += documents.size();
  }

  std::vector<double> cosines(const QueryMeta& query) const {
    std::vector<SparseVector> unit;
    for (const DocumentMeta& document : query.document) unit.push_back(weighted(document.id));
    std::vector<double> values;
    for (std::size_t a = 0; a < unit.size(); ++a) {
      for (std::size_t b = a + 1; b < unit.size(); ++b) values.push_back(dot(unit[a], unit[b]));
    }
    return values;
  }

 private:
  SparseVector weighted(const std::string& id) const {
    const auto found = vector_.find(id);
    if (found == vector_.end()) return {};
    SparseVector vector = found->second;
    for (Entry& entry : vector) {
      entry.weight *= std::log(static_cast<double>(count_) /
                               static_cast<double>(document_frequency_.at(entry.term)));
    }
    const double length = std::sqrt(dot(vector, vector));
    if (length == 0.0) return {};
    for (Entry& entry : vector) entry.weight /= length;
    return vector;
  }

  Analyser analyser_;
  std::vector<std::size_t> fields_;
  std::unordered_set<std::string> wanted_;
  std::unordered_map<std::uint64_t, std::uint32_t> document_frequency_;
  std::unordered_map<std::string, SparseVector> vector_;
  std::uint64_t count_ = 0;
  WorkerPool<Analyser> analysers_{
      [this] { return std::make_unique<Analyser>(analyser_.copy_for_thread()); }};
};

SimilarityPass::SimilarityPass(const Analyser& analyser, const StreamLayout& layout,
                               std::size_t stream, std::span<const QueryMeta> sampled)
    : impl_(std::make_unique<Impl>(analyser, layout.stream.at(stream).field, sampled)) {}
SimilarityPass::~SimilarityPass() = default;

void SimilarityPass::add(std::span<const DocumentText> documents) {
  impl_->add(documents);
}

std::vector<double> SimilarityPass::cosines(const QueryMeta& query) const {
  return impl_->cosines(query);
}

}  // namespace podium
