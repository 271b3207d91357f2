#include "podium/text/features/feature.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "podium/core/base/named.hpp"
#include "podium/core/base/text.hpp"

namespace podium::text {

namespace {

/// Sums value(term) over the query's entries that the stream has in any document.
template <class Value>
double sum(const StreamView& view, Value value) {
  double total = 0.0;
  for (const TermView& term : view.term) {
    if (term.document_frequency > 0.0) total += value(term);
  }
  return total;
}

/// Sums value(term) over the entries in the document; 0 for a document without terms.
template <class Value>
double sum_matches(const StreamView& view, Value value) {
  return sum(view, [&](const TermView& term) { return term.count > 0.0 ? value(term) : 0.0; });
}

double log_n_df(const StreamView& view, const TermView& term) {
  return std::log(view.documents / term.document_frequency);
}

double rsj_idf(const StreamView& view, const TermView& term) {
  return std::log((view.documents - term.document_frequency + 0.5) /
                  (term.document_frequency + 0.5));
}

double background(const StreamView& view, const TermView& term) {
  return term.collection_frequency / view.total_terms;
}

// --- counts ---

double tf(const StreamView& view, const TextParameters& /*parameters*/) {
  return sum_matches(view, [](const TermView& t) { return t.count; });
}

double log_tf(const StreamView& view, const TextParameters& /*parameters*/) {
  return sum_matches(view, [](const TermView& t) { return std::log(t.count + 1.0); });
}

double tf_share(const StreamView& view, const TextParameters& /*parameters*/) {
  return sum_matches(view, [&](const TermView& t) { return t.count / view.length; });
}

double log_tf_share(const StreamView& view, const TextParameters& /*parameters*/) {
  return sum_matches(view,
                     [&](const TermView& t) { return std::log(t.count / view.length + 1.0); });
}

// --- rarity of the query's words ---

double n_df(const StreamView& view, const TextParameters& /*parameters*/) {
  return sum(view, [&](const TermView& t) { return log_n_df(view, t); });
}

double log_n_df_log(const StreamView& view, const TextParameters& /*parameters*/) {
  return sum(view, [&](const TermView& t) { return std::log(log_n_df(view, t)); });
}

double n_cf(const StreamView& view, const TextParameters& /*parameters*/) {
  return sum(view, [&](const TermView& t) {
    return std::log(view.documents / t.collection_frequency + 1.0);
  });
}

double idf(const StreamView& view, const TextParameters& /*parameters*/) {
  return sum(view, [&](const TermView& t) { return rsj_idf(view, t); });
}

// --- counts and rarity ---

double log_tf_n_df(const StreamView& view, const TextParameters& /*parameters*/) {
  return sum_matches(view, [&](const TermView& t) {
    return std::log(t.count / view.length * log_n_df(view, t) + 1.0);
  });
}

double tf_n_df(const StreamView& view, const TextParameters& /*parameters*/) {
  return sum_matches(view, [&](const TermView& t) { return t.count * log_n_df(view, t); });
}

double log_tf_n_cf(const StreamView& view, const TextParameters& /*parameters*/) {
  return sum_matches(view, [&](const TermView& t) {
    return std::log(t.count / view.length * view.documents / t.collection_frequency + 1.0);
  });
}

double tf_idf(const StreamView& view, const TextParameters& /*parameters*/) {
  return sum_matches(view, [&](const TermView& t) { return t.count * rsj_idf(view, t); });
}

double length(const StreamView& view, const TextParameters& /*parameters*/) {
  return view.length;
}

double unique_length(const StreamView& view, const TextParameters& /*parameters*/) {
  return view.unique_length;
}

// --- retrieval models ---

/// Okapi's weight of a document for a query [Robertson95].
double bm25(const StreamView& view, const TextParameters& p) {
  const double norm = p.k1 * (1.0 - p.b + p.b * view.length / view.average_length);
  return sum_matches(view, [&](const TermView& t) {
    if (t.query_count == 0.0) return 0.0;
    return rsj_idf(view, t) * t.count * (p.k1 + 1.0) / (t.count + norm) * (p.k3 + 1.0) *
           t.query_count / (p.k3 + t.query_count);
  });
}

double log_bm25(const StreamView& view, const TextParameters& parameters) {
  return std::log(bm25(view, parameters));
}

double lmir_dir(const StreamView& view, const TextParameters& p) {
  return sum(view, [&](const TermView& t) {
    return std::log((t.count + p.mu * background(view, t)) / (view.length + p.mu));
  });
}

double lmir_jm(const StreamView& view, const TextParameters& p) {
  return sum(view, [&](const TermView& t) {
    return std::log((1.0 - p.lambda) * t.count / view.length + p.lambda * background(view, t));
  });
}

double lmir_abs(const StreamView& view, const TextParameters& p) {
  return sum(view, [&](const TermView& t) {
    return std::log(std::max(t.count - p.delta, 0.0) / view.length +
                    p.delta * view.unique_length / view.length * background(view, t));
  });
}

constexpr auto q = FeatureClass::query;
constexpr auto d = FeatureClass::document;
constexpr auto qd = FeatureClass::query_document;
constexpr auto no_match = NullRule::no_match;
constexpr auto zero = FillRule::Kind::zero;

constexpr std::array known_features = {
    TextFeature{"tf", "sum c", qd, "Qin10", tf},
    TextFeature{"log-tf", "sum ln(c + 1)", qd, "Qin10", log_tf},
    TextFeature{"tf-share", "sum c / L", qd, "Qin10", tf_share},
    TextFeature{"log-tf-share", "sum ln(c / L + 1)", qd, "Qin10", log_tf_share},
    TextFeature{"n-df", "sum ln(N / df)", q, "Qin10", n_df},
    TextFeature{"log-n-df", "sum ln(ln(N / df))", q, "Qin10", log_n_df_log},
    TextFeature{"n-cf", "sum ln(N / cf + 1)", q, "Qin10", n_cf},
    TextFeature{"log-tf-n-df", "sum ln(c / L * ln(N / df) + 1)", qd, "Qin10", log_tf_n_df},
    TextFeature{"tf-n-df", "sum c * ln(N / df)", qd, "Qin10", tf_n_df},
    TextFeature{"log-tf-n-cf", "sum ln(c / L * N / cf + 1)", qd, "Qin10", log_tf_n_cf},
    TextFeature{"idf", "sum idf, idf = ln((N - df + 0.5) / (df + 0.5))", q, "Qin10", idf},
    TextFeature{"tf-idf", "sum c * idf", qd, "Qin10", tf_idf},
    TextFeature{"length", "L", d, "Qin10", length},
    TextFeature{"unique-length", "U", d, "Qin10", unique_length},
    TextFeature{"bm25",
                "sum over distinct terms idf * c (k1 + 1) / (c + k1 (1 - b + b L / avgL)) * "
                "(k3 + 1) cq / (k3 + cq)",
                qd, "Robertson95", bm25, NullRule::undefined, zero},
    TextFeature{"log-bm25", "ln(bm25)", qd, "Qin10", log_bm25, no_match, zero},
    TextFeature{"lmir-dir", "sum ln((c + mu p) / (L + mu)), p = cf / |C|", qd, "Zhai01", lmir_dir,
                no_match},
    TextFeature{"lmir-jm", "sum ln((1 - lambda) c / L + lambda p)", qd, "Zhai01", lmir_jm,
                no_match},
    TextFeature{"lmir-abs", "sum ln(max(c - delta, 0) / L + delta U / L p)", qd, "Zhai01", lmir_abs,
                no_match},
};

constexpr auto links = ColumnSource::links;
constexpr auto places = ColumnSource::places;
constexpr auto feedback = ColumnSource::feedback;

constexpr std::array columns = {
    ColumnFeature{"sitemap-term", "BM25 of counts propagated from child pages", qd, "Qin10", links},
    ColumnFeature{"sitemap-score", "BM25 propagated from child pages", qd, "Qin10", links},
    ColumnFeature{"link-score-in", "BM25 propagated by weighted in-links", qd, "Qin10", links},
    ColumnFeature{"link-score-out", "BM25 propagated by weighted out-links", qd, "Qin10", links},
    ColumnFeature{"link-score-uniform", "BM25 propagated by uniform out-links", qd, "Qin10", links},
    ColumnFeature{"link-term-in", "BM25 of counts propagated by weighted in-links", qd, "Qin10",
                  links},
    ColumnFeature{"link-term-out", "BM25 of counts propagated by weighted out-links", qd, "Qin10",
                  links},
    ColumnFeature{"link-term-uniform", "BM25 of counts propagated by uniform out-links", qd,
                  "Qin10", links},
    ColumnFeature{"hits-authority", "HITS authority", qd, "Qin10", links},
    ColumnFeature{"hits-hub", "HITS hub", qd, "Qin10", links},
    ColumnFeature{"pagerank", "1e5 * PageRank", d, "Qin10", links},
    ColumnFeature{"hostrank", "1e3 * HostRank", d, "Qin10", links},
    ColumnFeature{"topical-pagerank", "1e5 * topical PageRank", qd, "Qin10", links},
    ColumnFeature{"topical-authority", "topical HITS authority", qd, "Qin10", links},
    ColumnFeature{"topical-hub", "topical HITS hub", qd, "Qin10", links},
    ColumnFeature{"in-links", "number of in-links", d, "Qin10", links},
    ColumnFeature{"out-links", "number of out-links", d, "Qin10", links},
    ColumnFeature{"url-slashes", "number of slashes in the URL", d, "Qin10", links},
    ColumnFeature{"url-length", "length of the URL", d, "Qin10", links},
    ColumnFeature{"child-pages", "number of child pages", d, "Qin10", links},
    ColumnFeature{"min-span", "length of the shortest window with all query terms of the stream",
                  qd, "Tao07", places, FillRule::Kind::max},
    ColumnFeature{"ordered-windows", "occurrences of adjacent query terms as adjacent words", qd,
                  "Metzler05", places},
    ColumnFeature{"unordered-windows", "occurrences of adjacent query terms within 8 words", qd,
                  "Metzler05", places},
    ColumnFeature{"rocchio-5", "cosine with the sum of the 5 best other documents by BM25", qd,
                  "Rocchio71", feedback},
    ColumnFeature{"rocchio-10", "cosine with the sum of the 10 best other documents by BM25", qd,
                  "Rocchio71", feedback},
    ColumnFeature{"rocchio-20", "cosine with the sum of the 20 best other documents by BM25", qd,
                  "Rocchio71", feedback},
    ColumnFeature{"relevance-model",
                  "sum p(w | R) ln p(w | d), R: RM3 of the 10 best other documents", qd,
                  "AbdulJaleel04", feedback},
    ColumnFeature{"neighbour-score-5", "mean BM25 of the 5 most similar documents", qd, "Diaz05",
                  feedback},
    ColumnFeature{"neighbour-score-10", "mean BM25 of the 10 most similar documents", qd, "Diaz05",
                  feedback},
    ColumnFeature{"linked-score", "sum of BM25 over documents linked in either direction", qd,
                  "Savoy96", feedback},
    ColumnFeature{"co-citation", "in-links shared with the 10 best other documents", qd, "Small73",
                  feedback},
    ColumnFeature{"coupling", "out-links shared with the 10 best other documents", qd, "Kessler63",
                  feedback},
};

std::string_view null_text(NullRule rule) {
  if (rule == NullRule::no_match) return "no query term in the stream";
  if (rule == NullRule::empty) return "the stream is empty";
  return "";
}

}  // namespace

std::string_view to_text(FeatureClass kind) {
  if (kind == FeatureClass::query) return "Q";
  return kind == FeatureClass::document ? "D" : "Q-D";
}

std::span<const TextFeature> text_features() {
  return known_features;
}
std::span<const ColumnFeature> column_features() {
  return columns;
}

const TextFeature& find_text_feature(std::string_view name) {
  return find_named(text_features(), name, "text feature");
}

const ColumnFeature& find_column_feature(std::string_view name) {
  return find_named(column_features(), name, "column feature");
}

Table feature_table() {
  Table manual{{"name", "formula", "class", "NULL when", "filled with", "reference"}, {}};
  for (const TextFeature& f : known_features) {
    manual.rows.push_back({f.name, f.formula, to_text(f.kind), null_text(f.null),
                           to_text(FillRule{f.fill}), f.reference});
  }
  for (const ColumnFeature& f : columns) {
    manual.rows.push_back(
        {f.name, f.formula, to_text(f.kind), "not given", to_text(FillRule{f.fill}), f.reference});
  }
  return manual;
}

}  // namespace podium::text
