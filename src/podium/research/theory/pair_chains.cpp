#include "podium/research/theory/pair_chains.hpp"

namespace podium::research {

std::vector<std::vector<DocPair>> chains_of(std::size_t n, std::size_t k) {
  std::vector<DocPair> first;
  for (DocIndex doc = 0; doc < k; ++doc) first.emplace_back(doc, doc + 1);
  std::vector<std::vector<DocPair>> chains = {first};
  for (std::size_t i = 2; i <= n - k; ++i) {
    std::vector<std::vector<DocPair>> longer;
    for (const std::vector<DocPair>& chain : chains) {
      for (std::size_t s = 0; s < i; ++s) {
        longer.push_back(chain);
        longer.back().emplace_back(static_cast<DocIndex>(k + s - 1),
                                   static_cast<DocIndex>(k + i - 1));
      }
    }
    chains = std::move(longer);
  }
  return chains;
}

std::vector<DocPair> renamed(std::vector<DocPair> pairs, RandomStream& stream, std::size_t n) {
  Order name = input_order(n);
  stream.shuffle(std::span(name));
  for (DocPair& pair : pairs) pair = {name[pair.first], name[pair.second]};
  return pairs;
}

}  // namespace podium::research
