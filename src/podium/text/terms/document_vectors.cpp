#include "podium/text/terms/document_vectors.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>

#include "podium/core/base/parallel.hpp"
#include "podium/text/terms/worker_pool.hpp"

namespace podium::text {

namespace {

TermVector counted(Analyser& analyser, const DocumentText& document,
                   std::span<const std::size_t> fields) {
  std::vector<std::uint64_t> terms;
  for (const std::size_t f : fields) {
    analyser.for_each_term(document.field[f],
                           [&](const Term& term) { terms.push_back(term.fingerprint); });
  }
  std::sort(terms.begin(), terms.end());
  TermVector vector;
  for (const std::uint64_t term : terms) {
    if (vector.empty() || vector.back().term != term) vector.push_back({term, 0.0});
    vector.back().weight += 1.0;
  }
  return vector;
}

struct Frequencies {
  std::uint64_t documents = 0;
  double occurrences = 0.0;
};

}  // namespace

double weight_of(const TermVector& vector, std::uint64_t term) noexcept {
  const auto found =
      std::lower_bound(vector.begin(), vector.end(), term,
                       [](const TermWeight& w, std::uint64_t wanted) { return w.term < wanted; });
  return found != vector.end() && found->term == term ? found->weight : 0.0;
}

const DocumentVectors::Document& DocumentVectors::of(const std::string& id) const {
  static const Document nothing;
  const auto found = document.find(id);
  return found == document.end() ? nothing : found->second;
}

class DocumentVectorPass::Impl {
 public:
  Impl(const Analyser& analyser, std::vector<std::size_t> fields,
       std::span<const QueryMeta> sampled)
      : analyser_(analyser.copy_for_thread()), fields_(std::move(fields)) {
    for (const QueryMeta& query : sampled) {
      for (const DocumentMeta& document : query.document) wanted_.insert(document.id);
    }
  }

  void add(std::span<const DocumentText> documents) {
    std::vector<TermVector> vectors(documents.size());
    parallel_for(documents.size(), [&](std::size_t d) {
      analysers_.with_worker(
          [&](Analyser& analyser) { vectors[d] = counted(analyser, documents[d], fields_); });
    });
    for (std::size_t d = 0; d < documents.size(); ++d) {
      for (const TermWeight& entry : vectors[d]) {
        Frequencies& known = frequency_[entry.term];
        ++known.documents;
        known.occurrences += entry.weight;
        total_ += entry.weight;
      }
      std::string id(documents[d].id);
      if (wanted_.contains(id)) result_.document[std::move(id)].count = std::move(vectors[d]);
    }
    count_ += documents.size();
  }

  DocumentVectors finish() {
    for (const auto& [term, known] : frequency_) {
      result_.share.emplace(term, known.occurrences / total_);
    }
    std::vector<DocumentVectors::Document*> all;
    for (auto& [id, document] : result_.document) all.push_back(&document);
    parallel_for(all.size(), [&](std::size_t d) { all[d]->unit = weighted(all[d]->count); });
    return std::move(result_);
  }

 private:
  TermVector weighted(TermVector vector) const {
    double square = 0.0;
    for (TermWeight& entry : vector) {
      entry.weight *= std::log(static_cast<double>(count_) /
                               static_cast<double>(frequency_.at(entry.term).documents));
      square += entry.weight * entry.weight;
    }
    if (square == 0.0) return {};
    for (TermWeight& entry : vector) entry.weight /= std::sqrt(square);
    return vector;
  }

  Analyser analyser_;
  std::vector<std::size_t> fields_;
  std::unordered_set<std::string> wanted_;
  std::unordered_map<std::uint64_t, Frequencies> frequency_;
  double total_ = 0.0;
  std::uint64_t count_ = 0;
  DocumentVectors result_;
  WorkerPool<Analyser> analysers_{
      [this] { return std::make_unique<Analyser>(analyser_.copy_for_thread()); }};
};

DocumentVectorPass::DocumentVectorPass(const Analyser& analyser, const StreamLayout& layout,
                                       std::size_t stream, std::span<const QueryMeta> sampled)
    : impl_(std::make_unique<Impl>(analyser, layout.stream.at(stream).field, sampled)) {}
DocumentVectorPass::~DocumentVectorPass() = default;

void DocumentVectorPass::add(std::span<const DocumentText> documents) {
  impl_->add(documents);
}

DocumentVectors DocumentVectorPass::finish() && {
  return impl_->finish();
}

}  // namespace podium::text
