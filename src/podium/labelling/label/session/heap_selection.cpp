#include <algorithm>

#include "podium/labelling/label/session/selections.hpp"

namespace podium::labelling {
namespace {

/// A heap of documents whose root is the least preferred.
struct Heap {
  std::vector<DocIndex> document;
  std::size_t size = 0;
  const Prefers* prefers = nullptr;

  bool is_better(std::size_t node, std::size_t other) const {
    return (*prefers)(document[node], document[other]);
  }

  /// The less preferred of the children of `node`, which must have two.
  std::size_t worse_child(std::size_t node) const {
    const std::size_t left = 2 * node + 1;
    return is_better(left, left + 1) ? left + 1 : left;
  }
};

using Sift = void (*)(Heap& heap, std::size_t node);

void sift_down(Heap& heap, std::size_t node) {
  const DocIndex sinking = heap.document[node];
  for (std::size_t left = 2 * node + 1; left < heap.size; left = 2 * node + 1) {
    const std::size_t child = left + 1 < heap.size ? heap.worse_child(node) : left;
    if (!(*heap.prefers)(sinking, heap.document[child])) break;
    heap.document[node] = heap.document[child];
    node = child;
  }
  heap.document[node] = sinking;
}

void sift_bottom_up(Heap& heap, std::size_t node) {
  std::size_t place = node;
  while (2 * place + 2 < heap.size) place = heap.worse_child(place);
  if (2 * place + 1 < heap.size) place = 2 * place + 1;
  while (place > node && heap.is_better(place, node)) place = (place - 1) / 2;

  DocIndex rising = heap.document[node];
  for (; place > node; place = (place - 1) / 2) std::swap(heap.document[place], rising);
  heap.document[node] = rising;
}

std::vector<DocIndex> select_by(Sift sift, std::span<const DocIndex> order, std::size_t k,
                                const Prefers& prefers) {
  const std::size_t wanted = std::min(k, order.size());
  if (wanted == 0) return {};
  const auto first = order.first(wanted);
  Heap heap{{first.begin(), first.end()}, wanted, &prefers};
  for (std::size_t node = wanted / 2; node > 0; --node) sift(heap, node - 1);

  for (const DocIndex newcomer : order.subspan(wanted)) {
    if (!prefers(newcomer, heap.document[0])) continue;
    heap.document[0] = newcomer;
    sift(heap, 0);
  }

  std::vector<DocIndex> best(wanted);
  while (heap.size > 0) {
    best[heap.size - 1] = heap.document[0];
    heap.document[0] = heap.document[--heap.size];
    if (heap.size > 0) sift(heap, 0);
  }
  return best;
}

}  // namespace

std::vector<DocIndex> select_by_heap(std::span<const DocIndex> order, std::size_t k,
                                     const Prefers& prefers) {
  return select_by(sift_down, order, k, prefers);
}

std::vector<DocIndex> select_by_bottom_up_heap(std::span<const DocIndex> order, std::size_t k,
                                               const Prefers& prefers) {
  return select_by(sift_bottom_up, order, k, prefers);
}

}  // namespace podium::labelling
