#include <algorithm>

#include "podium/labelling/label/session/selections.hpp"

namespace podium::labelling {
namespace {

/// Puts the best `wanted` of `documents` in front, in order. The pivot is the one in the middle,
/// which suits random orders as well as any other and the order of a first stage better than its
/// ends. Each document is compared with the pivot once; in a tie the one that came first stays in
/// front, so that documents without any preference keep their order.
void sort_front(std::span<DocIndex> documents, std::size_t wanted, const Prefers& prefers) {
  if (documents.size() < 2 || wanted == 0) return;
  const std::size_t middle = documents.size() / 2;
  const DocIndex pivot = documents[middle];
  std::vector<DocIndex> better;
  std::vector<DocIndex> worse;
  for (std::size_t place = 0; place < documents.size(); ++place) {
    const DocIndex document = documents[place];
    if (place == middle) continue;
    const bool is_better = place < middle ? !prefers(pivot, document) : prefers(document, pivot);
    (is_better ? better : worse).push_back(document);
  }
  documents[better.size()] = pivot;
  std::ranges::copy(better, documents.begin());
  std::ranges::copy(worse, documents.end() - static_cast<std::ptrdiff_t>(worse.size()));
  sort_front(documents.first(better.size()), std::min(wanted, better.size()), prefers);
  if (wanted > better.size() + 1) {
    sort_front(documents.last(worse.size()), wanted - better.size() - 1, prefers);
  }
}

std::vector<DocIndex> quick_select_by(std::span<const DocIndex> order, std::size_t k,
                                      std::size_t sorted, const Prefers& prefers) {
  std::vector<DocIndex> documents(order.begin(), order.end());
  sort_front(documents, sorted, prefers);
  documents.resize(std::min(k, documents.size()));
  return documents;
}

}  // namespace

std::vector<DocIndex> select_by_quick_sort(std::span<const DocIndex> order, std::size_t k,
                                           const Prefers& prefers) {
  return quick_select_by(order, k, order.size(), prefers);
}

std::vector<DocIndex> select_by_quick_select(std::span<const DocIndex> order, std::size_t k,
                                             const Prefers& prefers) {
  return quick_select_by(order, k, std::min(k, order.size()), prefers);
}

}  // namespace podium::labelling
