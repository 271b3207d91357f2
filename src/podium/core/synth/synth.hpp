#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/core/data/dataset.hpp"

namespace podium {

/// The properties of a generated data set.
struct SynthOptions {
  std::size_t queries = 200;
  double documents = 40.0;
  std::size_t features = 30;
  std::size_t grades = 5;
  double noise = 0.5;
  double nonlinearity = 0.3;
  double missing = 0.0;
  double density = 1.0;
  double relevant_share = 0.4;
  bool order = false;

  static auto fields() {
    using Self = SynthOptions;
    return std::array{
        field("queries", &Self::queries, 1, 10'000'000, "number of queries"),
        field("documents", &Self::documents, 1.0, 1e7,
              "mean number of documents per query; a query has 0.5 to 1.5 times as many"),
        field("features", &Self::features, 1, 100'000, "number of features"),
        field("grades", &Self::grades, 2, 32, "number of grades; labels are 0, 1, ..."),
        field("noise", &Self::noise, 0.0, 1e6,
              "standard deviation of the assessors' error, relative to that of the true utility"),
        field("nonlinearity", &Self::nonlinearity, 0.0, 1.0,
              "share of the variance of the utility that comes from products and step functions of "
              "features"),
        field("missing", &Self::missing, 0.0, 0.5,
              "share of missing values; only every second feature has any"),
        field("density", &Self::density, 1e-6, 1.0,
              "share of values that are drawn; below 1, the others are 0 and all drawn ones are "
              "not"),
        field("relevant-share", &Self::relevant_share, 0.0, 1.0,
              "share of documents with a label above 0"),
        field("order", &Self::order,
              "assessors order all documents of a query instead of grading them; labels are n-1 "
              "for the best, ..., 0"),
    };
  }
};

/// The sizes used to time learners: S (1,692 queries, 69,372 rows, 46 features), M (6,000
/// queries, 740,000 rows, 136 features), G (50 queries of 1,000 documents, 64 features, binary
/// labels, few relevant). Throws UsageError naming them.
SynthOptions synth_preset(std::string_view name);

/// A data set with known utilities.
struct SyntheticDataset {
  Dataset data;
  std::vector<double> utility;  ///< per row, without the assessors' error: the best possible scores
};

/// Makes a data set with a planted truth.
///
///   x_df = shape_f(z_df),  z_df = sqrt(.15) q_f + sqrt(.35) c_d,f mod 4 + sqrt(.5) e_df
///   u_d  = sqrt(1 - r) L_d / sd(L) + sqrt(r) N_d / sd(N)
///   label of d = number of cuts at or below  u_d + noise * e_d
///
/// q, c, e are standard normal: the parts shared by the documents of a query, shared by the
/// features of a family, and of a single cell. Shapes are bell, skewed, uniform, counts with many
/// zeros, binary, and constant within a query. L is a weighted sum of standardised features, N one
/// of products and steps of them, r the non-linearity. Cuts lie at quantiles over the whole set:
/// the relevant share is graded, each grade half as frequent as the one below. With `order` there
/// are no cuts: the truth of a query is the order of its documents by  u_d + noise * e_d.  Values
/// have 6 decimals. With a density below 1 the data is sparse, and of its values that are not 0
/// some are missing. Missing cells are blanked last: they still count in the utility. A query
/// depends on the seed and its own id alone, but for the scale of u and the cuts; the result has
/// the same bits for any number of threads.
SyntheticDataset synthesise(const SynthOptions& options, std::uint64_t seed);

}  // namespace podium
