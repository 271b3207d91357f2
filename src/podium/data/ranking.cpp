#include "podium/data/ranking.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "podium/base/error.hpp"

namespace podium {

namespace {

/// A document under a key that sorts upwards as its score falls; key and document side by side, so
/// that the sort reads one array instead of jumping through two.
struct Keyed {
  std::uint64_t key;
  DocIndex doc;

  bool operator<(const Keyed& other) const noexcept {
    return key != other.key ? key < other.key : doc < other.doc;
  }
};

/// Doubles sort like their bits once the sign is turned: all bits of a negative number are
/// flipped, the sign bit of the others. Falling instead of rising order flips all of them again.
std::uint64_t falling_key(double score) noexcept {
  const auto bits = std::bit_cast<std::uint64_t>(score + 0.0);  // -0 and 0 are one score
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  return (bits & sign) != 0 ? bits : ~(bits ^ sign);
}

std::vector<Keyed> keyed_documents(std::span<const double> scores) {
  expects(scores.size() < std::numeric_limits<DocIndex>::max(), "fewer than 2^32 - 1 documents");
  std::vector<Keyed> documents(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (std::isnan(scores[i])) {
      throw NumericError(fmt::format("the score of document {} is not a number", i + 1));
    }
    documents[i] = {falling_key(scores[i]), static_cast<DocIndex>(i)};
  }
  return documents;
}

/// Sorts by key, equal keys in the order they come in: a pass per byte of the key, the lowest
/// first, in O(n). Bytes that are the same in all keys cost nothing.
void radix_sort(std::vector<Keyed>& documents) {
  constexpr std::size_t key_bytes = sizeof(std::uint64_t);
  constexpr std::size_t values = 256;
  const auto digit = [](std::uint64_t key, std::size_t byte) {
    return static_cast<std::size_t>(key >> (8 * byte)) % values;
  };
  std::array<std::array<std::uint32_t, values>, key_bytes> count{};
  for (const Keyed& document : documents) {
    for (std::size_t byte = 0; byte < key_bytes; ++byte) ++count[byte][digit(document.key, byte)];
  }
  std::vector<Keyed> other(documents.size());
  for (std::size_t byte = 0; byte < key_bytes; ++byte) {
    auto& place = count[byte];
    if (place[digit(documents.front().key, byte)] == documents.size()) continue;
    std::uint32_t next = 0;
    for (std::uint32_t& first : place) next += std::exchange(first, next);
    for (const Keyed& document : documents) other[place[digit(document.key, byte)]++] = document;
    documents.swap(other);
  }
}

/// From here on the passes of radix_sort cost less than the comparisons of std::sort.
constexpr std::size_t radix_from = 200;

}  // namespace

Ranking rank_by_score(std::span<const double> scores, const TieBreak& before) {
  std::vector<Keyed> documents = keyed_documents(scores);
  if (documents.size() < radix_from) {
    std::sort(documents.begin(), documents.end());
  } else {
    radix_sort(documents);
  }

  Ranking ranking;
  ranking.order.resize(documents.size());
  ranking.tie_end.resize(documents.size());
  for (std::size_t rank = 0; rank < documents.size(); ++rank) {
    ranking.order[rank] = documents[rank].doc;
  }
  for (std::size_t begin = 0; begin < documents.size();) {
    std::size_t end = begin + 1;
    while (end < documents.size() && documents[end].key == documents[begin].key) ++end;
    std::fill(ranking.tie_end.begin() + static_cast<std::ptrdiff_t>(begin),
              ranking.tie_end.begin() + static_cast<std::ptrdiff_t>(end),
              static_cast<std::uint32_t>(end));
    if (before && end - begin > 1) {
      std::stable_sort(ranking.order.begin() + static_cast<std::ptrdiff_t>(begin),
                       ranking.order.begin() + static_cast<std::ptrdiff_t>(end), before);
    }
    begin = end;
  }
  return ranking;
}

std::vector<DocIndex> top_k_by_score(std::span<const double> scores, std::size_t k) {
  std::vector<Keyed> documents = keyed_documents(scores);
  const auto middle = documents.begin() + static_cast<std::ptrdiff_t>(std::min(k, scores.size()));
  std::partial_sort(documents.begin(), middle, documents.end());
  std::vector<DocIndex> order;
  order.reserve(std::min(k, scores.size()));
  std::for_each(documents.begin(), middle, [&](const Keyed& d) { order.push_back(d.doc); });
  return order;
}

}  // namespace podium
