#include "podium/text/features/proximity.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/text/terms/worker_pool.hpp"

namespace podium::text {

namespace {

constexpr std::uint32_t field_gap = 100;
constexpr std::size_t features = 3;

/// The positions of one query's terms, with the query's own term numbers.
struct QueryPlaces {
  std::size_t distinct = 0;       ///< terms of the query
  std::vector<double> neighbour;  ///< [a * distinct + b]: how often b follows a in the query
  std::vector<TermPlace> place;

  QueryPlaces(std::span<const TermPlace> places, std::span<const TermIndex> query) {
    std::vector<TermIndex> own(query.begin(), query.end());
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    distinct = own.size();
    const auto number = [&](TermIndex term) {
      return static_cast<TermIndex>(std::lower_bound(own.begin(), own.end(), term) - own.begin());
    };
    neighbour.assign(distinct * distinct, 0.0);
    for (std::size_t i = 1; i < query.size(); ++i) {
      neighbour[number(query[i - 1]) * distinct + number(query[i])] += 1.0;
    }
    for (const TermPlace& p : places) {
      if (std::binary_search(own.begin(), own.end(), p.term)) {
        place.push_back({p.place, number(p.term)});
      }
    }
  }
};

/// Slides a window over the positions: its start follows its end while no term is lost.
double min_span(const QueryPlaces& query) {
  std::vector<std::size_t> inside(query.distinct, 0);
  for (const TermPlace& p : query.place) inside[p.term] = 1;
  const auto wanted = std::count(inside.begin(), inside.end(), std::size_t{1});
  if (wanted == 0) return std::numeric_limits<double>::quiet_NaN();
  std::fill(inside.begin(), inside.end(), 0);
  std::ptrdiff_t found = 0;
  std::size_t begin = 0;
  std::uint32_t shortest = std::numeric_limits<std::uint32_t>::max();
  for (const TermPlace& end : query.place) {
    if (inside[end.term]++ == 0) ++found;
    while (inside[query.place[begin].term] > 1) --inside[query.place[begin++].term];
    if (found == wanted) shortest = std::min(shortest, end.place - query.place[begin].place + 1);
  }
  return shortest;
}

/// The positions of query terms in the streams of one document.
class TermPlacer {
 public:
  TermPlacer(const Analyser& analyser, const QueryTerms& terms, const StreamLayout& layout)
      : analyser_(analyser.copy_for_thread()), terms_(&terms), layout_(&layout) {
    (void)layout.streams_of_fields();
  }

  /// The positions, one stream after the other.
  std::vector<std::vector<TermPlace>> places(std::span<const std::string_view> fields) {
    expects(fields.size() == layout_->field_count, "a text for each field");
    std::vector<Field> found(fields.size());
    for (std::size_t f = 0; f < fields.size(); ++f) found[f] = field_places(fields[f]);
    std::vector<std::vector<TermPlace>> by_stream;
    for (const StreamLayout::Stream& stream : layout_->stream) {
      std::vector<TermPlace>& all = by_stream.emplace_back();
      std::uint32_t begin = 0;
      for (const std::size_t f : stream.field) {
        for (const TermPlace& p : found[f].place) all.push_back({begin + p.place, p.term});
        begin += found[f].length + field_gap;
      }
    }
    return by_stream;
  }

 private:
  struct Field {
    std::vector<TermPlace> place;
    std::uint32_t length = 0;
  };

  Field field_places(std::string_view text) {
    Field field;
    analyser_.for_each_term(text, [&](const Term& term) {
      if (const auto match = terms_->find(term)) field.place.push_back({field.length, *match});
      ++field.length;
    });
    return field;
  }

  Analyser analyser_;
  const QueryTerms* terms_;
  const StreamLayout* layout_;
};

}  // namespace

Proximity proximity(std::span<const TermPlace> places, std::span<const TermIndex> query) {
  const QueryPlaces own(places, query);
  Proximity result{.min_span = min_span(own)};
  for (std::size_t i = 0; i < own.place.size(); ++i) {
    const std::size_t a = own.place[i].term;
    for (std::size_t j = i + 1; j < own.place.size(); ++j) {
      const std::uint32_t apart = own.place[j].place - own.place[i].place;
      if (apart >= Proximity::window) break;
      const std::size_t b = own.place[j].term;
      const double forth = own.neighbour[a * own.distinct + b];
      const double back = a == b ? 0.0 : own.neighbour[b * own.distinct + a];
      result.unordered += forth + back;
      if (apart == 1) result.ordered += forth;
    }
  }
  return result;
}

class ProximityPass::Impl {
 public:
  Impl(const Analyser& analyser, const QueryTerms& terms, StreamLayout layout,
       std::span<const QueryMeta> sampled)
      : analyser_(analyser.copy_for_thread()), terms_(&terms), layout_(std::move(layout)) {
    expects(sampled.size() == terms.queries().size(), "documents of each query");
    for (std::size_t q = 0; q < sampled.size(); ++q) {
      const auto& documents = sampled[q].document;
      for (std::size_t d = 0; d < documents.size(); ++d) uses_[documents[d].id].push_back({q, d});
      columns_.emplace_back(documents.size() * width(), std::numeric_limits<double>::quiet_NaN());
    }
  }

  void add(std::span<const DocumentText> documents) {
    parallel_for(documents.size(), [&](std::size_t d) {
      const auto found = uses_.find(std::string(documents[d].id));
      if (found == uses_.end()) return;
      placers_.with_worker([&](TermPlacer& placer) {
        const auto places = placer.places(documents[d].field);
        for (const Use& use : found->second) write(places, use);
      });
    });
  }

  std::vector<std::vector<double>> finish() { return std::move(columns_); }

 private:
  /// The row of the document in a query.
  struct Use {
    std::size_t query = 0;
    std::size_t row = 0;
  };

  std::size_t width() const { return features * layout_.stream.size(); }

  void write(const std::vector<std::vector<TermPlace>>& places, const Use& use) {
    double* to = columns_[use.query].data() + use.row * width();
    for (const std::vector<TermPlace>& stream : places) {
      const Proximity near = proximity(stream, terms_->queries()[use.query].term);
      *to++ = near.min_span;
      *to++ = near.ordered;
      *to++ = near.unordered;
    }
  }

  Analyser analyser_;
  const QueryTerms* terms_;
  StreamLayout layout_;
  std::unordered_map<std::string, std::vector<Use>> uses_;
  std::vector<std::vector<double>> columns_;
  WorkerPool<TermPlacer> placers_{
      [this] { return std::make_unique<TermPlacer>(analyser_, *terms_, layout_); }};
};

ProximityPass::ProximityPass(const Analyser& analyser, const QueryTerms& terms,
                             const StreamLayout& layout, std::span<const QueryMeta> sampled)
    : impl_(std::make_unique<Impl>(analyser, terms, layout, sampled)) {}
ProximityPass::~ProximityPass() = default;
ProximityPass::ProximityPass(ProximityPass&&) noexcept = default;
ProximityPass& ProximityPass::operator=(ProximityPass&&) noexcept = default;

void ProximityPass::add(std::span<const DocumentText> documents) {
  impl_->add(documents);
}

std::vector<std::vector<double>> ProximityPass::finish() && {
  return impl_->finish();
}

}  // namespace podium::text
