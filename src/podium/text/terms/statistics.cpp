#include "podium/text/terms/statistics.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <mutex>
#include <utility>

#include "podium/core/base/parallel.hpp"
#include "podium/text/terms/worker_pool.hpp"

namespace podium::text {

namespace {

constexpr std::size_t block_size = 64;  ///< documents per task of a thread

/// The distinct terms of the collection by fingerprint, in shards with a lock each.
class Vocabulary {
 public:
  static constexpr std::size_t parts = 64;

  static std::size_t part_of(std::uint64_t fingerprint) { return fingerprint % parts; }

  void add(std::size_t part, std::span<const TermCounter::Distinct> terms) {
    Part& p = part_[part];
    const std::scoped_lock lock(p.mutex);
    for (const TermCounter::Distinct& term : terms) {
      for (std::uint32_t fresh = p.set.add(term.fingerprint, term.streams); fresh != 0;
           fresh &= fresh - 1) {
        ++p.unique[static_cast<std::size_t>(std::countr_zero(fresh))];
      }
    }
  }

  std::uint64_t unique(std::size_t stream) const {
    std::uint64_t sum = 0;
    for (const Part& p : part_) sum += p.unique[stream];
    return sum;
  }

 private:
  struct Part {
    std::mutex mutex;
    FingerprintSet set;
    std::array<std::uint64_t, StreamLayout::max_streams> unique = {};
  };
  std::array<Part, parts> part_;
};

/// Integers only: their sums do not depend on the order.
struct Totals {
  std::vector<std::uint64_t> total_terms;           ///< by stream
  std::vector<std::uint64_t> document_frequency;    ///< [term * streams + stream]
  std::vector<std::uint64_t> collection_frequency;  ///< [term * streams + stream]
  std::uint64_t bad_text = 0;
  std::uint64_t empty = 0;

  Totals(std::size_t streams, std::size_t terms)
      : total_terms(streams),
        document_frequency(streams * terms),
        collection_frequency(streams * terms) {}

  void add(const TermCounter& counter) {
    bool is_empty = true;
    const auto streams = counter.streams();
    for (std::size_t s = 0; s < streams.size(); ++s) {
      total_terms[s] += streams[s].length;
      is_empty = is_empty && streams[s].length == 0;
    }
    empty += is_empty ? 1U : 0U;
    bad_text += counter.bad_text();
    for (const TermIndex term : counter.matches()) {
      for (std::size_t s = 0; s < streams.size(); ++s) {
        const std::uint32_t count = counter.frequency(term, s);
        document_frequency[term * streams.size() + s] += count > 0 ? 1U : 0U;
        collection_frequency[term * streams.size() + s] += count;
      }
    }
  }

  void add(const Totals& other) {
    const auto sum = [](std::vector<std::uint64_t>& to, const std::vector<std::uint64_t>& from) {
      for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
    };
    sum(total_terms, other.total_terms);
    sum(document_frequency, other.document_frequency);
    sum(collection_frequency, other.collection_frequency);
    bad_text += other.bad_text;
    empty += other.empty;
  }
};

/// The working memory of one thread.
struct Worker {
  TermCounter counter;
  Totals totals;
  FingerprintSet seen;  ///< in this block
  std::array<std::vector<TermCounter::Distinct>, Vocabulary::parts> fresh;
};

}  // namespace

class CollectionCounter::Impl {
 public:
  Impl(const Analyser& analyser, const QueryTerms& terms, StreamLayout layout, Ids wanted)
      : analyser_(analyser.copy_for_thread()),
        terms_(&terms),
        layout_(std::move(layout)),
        wanted_(std::move(wanted)) {
    workers_.with_worker([](Worker&) {});  // refuses a bad layout before the first document
  }

  void add(std::span<const DocumentText> batch) {
    const std::size_t blocks = (batch.size() + block_size - 1) / block_size;
    const std::size_t first = documents_.size();
    documents_.resize(first + blocks, CountedDocuments(layout_.stream.size()));
    parallel_for(blocks, [&](std::size_t block) {
      const std::size_t begin = block * block_size;
      const std::size_t count = std::min(block_size, batch.size() - begin);
      workers_.with_worker([&](Worker& worker) {
        count_block(worker, batch.subspan(begin, count), count_ + begin, documents_[first + block]);
      });
    });
    count_ += batch.size();
  }

  TextStatistics finish() {
    const std::size_t streams = layout_.stream.size();
    Totals totals(streams, terms_->size());
    workers_.for_each([&](const Worker& worker) { totals.add(worker.totals); });
    TextStatistics result;
    result.collection.documents = count_;
    for (std::size_t s = 0; s < streams; ++s) {
      result.collection.stream.push_back(
          {layout_.stream[s].name, vocabulary_.unique(s), totals.total_terms[s]});
    }
    for (TermIndex t = 0; t < terms_->size(); ++t) {
      TermMeta& term = result.term.emplace_back(TermMeta{terms_->word(t), {}, {}});
      for (std::size_t s = 0; s < streams; ++s) {
        term.document_frequency.push_back(totals.document_frequency[t * streams + s]);
        term.collection_frequency.push_back(totals.collection_frequency[t * streams + s]);
      }
    }
    result.document = CountedDocuments::joined(streams, std::move(documents_));
    result.bad_text = totals.bad_text;
    result.empty = totals.empty;
    return result;
  }

 private:
  std::unique_ptr<Worker> made() const {
    return std::make_unique<Worker>(
        Worker{.counter = TermCounter(analyser_, *terms_, layout_),
               .totals = Totals(layout_.stream.size(), terms_->size())});
  }

  void count_block(Worker& worker, std::span<const DocumentText> documents, std::uint64_t place,
                   CountedDocuments& counted) {
    worker.seen.clear();
    for (const DocumentText& document : documents) {
      worker.counter.count(document.field);
      worker.totals.add(worker.counter);
      for (const TermCounter::Distinct& term : worker.counter.distinct()) {
        const std::uint32_t fresh = worker.seen.add(term.fingerprint, term.streams);
        if (fresh == 0) continue;
        worker.fresh[Vocabulary::part_of(term.fingerprint)].push_back({term.fingerprint, fresh});
      }
      if (!worker.counter.matches().empty() || wanted_.contains(std::string(document.id))) {
        counted.add(document.id, place, worker.counter);
      }
      ++place;
    }
    for (std::size_t part = 0; part < Vocabulary::parts; ++part) {
      vocabulary_.add(part, worker.fresh[part]);
      worker.fresh[part].clear();
    }
  }

  Analyser analyser_;
  const QueryTerms* terms_;
  StreamLayout layout_;
  Ids wanted_;
  std::uint64_t count_ = 0;
  std::vector<CountedDocuments> documents_;  ///< of each block
  Vocabulary vocabulary_;
  WorkerPool<Worker> workers_{[this] { return made(); }};
};

CollectionCounter::CollectionCounter(const Analyser& analyser, const QueryTerms& terms,
                                     StreamLayout layout, Ids wanted)
    : impl_(std::make_unique<Impl>(analyser, terms, std::move(layout), std::move(wanted))) {}
CollectionCounter::~CollectionCounter() = default;
CollectionCounter::CollectionCounter(CollectionCounter&&) noexcept = default;
CollectionCounter& CollectionCounter::operator=(CollectionCounter&&) noexcept = default;

void CollectionCounter::add(std::span<const DocumentText> documents) {
  impl_->add(documents);
}

TextStatistics CollectionCounter::finish() && {
  return impl_->finish();
}

}  // namespace podium::text
