#include "podium/labelling/label/session/closure.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

namespace podium::labelling {
namespace {

using Row = std::span<const std::uint64_t>;

std::vector<std::uint64_t> united(Row a, Row b) {
  std::vector<std::uint64_t> both(a.size());
  std::transform(a.begin(), a.end(), b.begin(), both.begin(), std::bit_or<>{});
  return both;
}

void unite(std::span<std::uint64_t> row, Row more) {
  std::transform(row.begin(), row.end(), more.begin(), row.begin(), std::bit_or<>{});
}

std::size_t size_of(Row row) noexcept {
  return std::transform_reduce(
      row.begin(), row.end(), std::size_t{0}, std::plus<>{},
      [](std::uint64_t word) { return static_cast<std::size_t>(std::popcount(word)); });
}

}  // namespace

Closure::Closure(std::size_t document_count)
    : above_(document_count), below_(document_count), equal_(document_count) {
  for (std::size_t doc = 0; doc < document_count; ++doc) equal_.set(doc, doc);
}

void Closure::put_over(const Set& upper, const Set& lower) {
  for_each_set(upper, [&](std::size_t doc) { unite(below_.row(doc), lower); });
  for_each_set(lower, [&](std::size_t doc) { unite(above_.row(doc), upper); });
}

bool Closure::add_over(DocIndex better, DocIndex worse) {
  if (is_over(worse, better) || is_equal(better, worse)) return false;
  put_over(united(above_.row(better), equal_.row(better)),
           united(below_.row(worse), equal_.row(worse)));
  return true;
}

bool Closure::add_equal(DocIndex a, DocIndex b) {
  if (is_over(a, b) || is_over(b, a)) return false;
  const Set equals = united(equal_.row(a), equal_.row(b));
  const Set upper = united(above_.row(a), above_.row(b));
  const Set lower = united(below_.row(a), below_.row(b));
  for_each_set(equals, [&](std::size_t doc) { unite(equal_.row(doc), equals); });
  put_over(upper, united(equals, lower));
  put_over(equals, lower);
  return true;
}

std::size_t Closure::above_count(DocIndex doc) const noexcept {
  return size_of(above_.row(doc));
}

std::size_t Closure::below_count(DocIndex doc) const noexcept {
  return size_of(below_.row(doc));
}

}  // namespace podium::labelling
