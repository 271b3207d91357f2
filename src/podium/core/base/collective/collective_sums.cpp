#include "podium/core/base/collective/collective_sums.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <string_view>

#include "podium/core/base/error.hpp"

namespace podium {

namespace {

using Node = BlockNode<Numbers>;

template <class T>
void append(std::string& bytes, std::span<const T> values) {
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
}

template <class T>
std::vector<T> taken(std::string_view& bytes, std::size_t count) {
  expects(bytes.size() / sizeof(T) >= count, "as many numbers as the other ranks expect");
  std::vector<T> values(count);
  if (count > 0) std::memcpy(values.data(), bytes.data(), count * sizeof(T));
  bytes.remove_prefix(count * sizeof(T));
  return values;
}

/// Which nodes the numbers that follow are of.
std::string places_of(std::span<const Node> nodes) {
  std::string bytes;
  for (const Node& node : nodes) {
    append(bytes,
           std::span<const std::uint64_t>(std::array<std::uint64_t, 2>{node.level, node.index}));
  }
  return bytes;
}

std::vector<Node> nodes_at(std::string_view places) {
  std::vector<Node> nodes;
  while (!places.empty()) {
    const auto place = taken<std::uint64_t>(places, 2);
    nodes.push_back({place[0], place[1], {}});
  }
  return nodes;
}

/// Each rank adds up its slice of `count` numbers, all together have them all. part(begin, end):
/// the bytes of such a slice for the rank that adds it up; add(slices): its numbers from those of
/// all ranks.
template <class T, class Part, class Add>
std::vector<T> sum_by_slices(Collective& ranks, std::size_t count, const Part& part,
                             const Add& add) {
  std::vector<std::string> parts;
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    const auto [begin, end] = share_of(count, r, ranks.size());
    parts.push_back(part(begin, end));
  }
  const auto [begin, end] = share_of(count, ranks.rank(), ranks.size());
  const std::vector<T> own = add(ranks.exchange(std::move(parts)), begin, end);
  std::string bytes;
  append(bytes, std::span<const T>(own));
  std::vector<T> whole;
  for (const std::string& slice : ranks.all_gather(bytes)) {
    std::string_view rest = slice;
    const auto values = taken<T>(rest, rest.size() / sizeof(T));
    whole.insert(whole.end(), values.begin(), values.end());
  }
  expects(whole.size() == count, "as many numbers as the other ranks expect");
  return whole;
}

void add_to(std::span<std::int64_t> sums, std::string_view bytes) {
  for (std::size_t i = 0; const std::int64_t value : taken<std::int64_t>(bytes, sums.size())) {
    sums[i++] += value;
  }
}

}  // namespace

std::vector<double> sum_of_nodes(Collective& ranks, std::vector<Node> nodes,
                                 std::vector<double> zero, std::size_t most_gathered) {
  const std::size_t count = zero.size();
  BlockTree<Numbers> tree;
  if (ranks.size() == 1) {
    for (Node& node : nodes) tree.push(std::move(node));
    return std::move(tree).total({std::move(zero)}).values;
  }
  const std::string places = places_of(nodes);
  // A rank that has too much sends the places alone; then all others do so with their next message.
  std::string message;
  const std::array<std::uint64_t, 2> head = {
      nodes.size(), ranks.size() * nodes.size() * count * sizeof(double) <= most_gathered};
  append(message, std::span<const std::uint64_t>(head));
  message += places;
  if (head[1] == 1) {
    for (const Node& node : nodes) append(message, std::span<const double>(node.sum.values));
  }
  const std::vector<std::string> all = ranks.all_gather(message);
  std::vector<std::vector<Node>> found;
  std::vector<std::string_view> numbers;
  bool are_whole = true;
  for (std::string_view bytes : all) {
    const auto other = taken<std::uint64_t>(bytes, 2);
    found.push_back(nodes_at(bytes.substr(0, other[0] * 2 * sizeof(std::uint64_t))));
    numbers.push_back(bytes.substr(other[0] * 2 * sizeof(std::uint64_t)));
    are_whole = are_whole && other[1] == 1;
  }
  const auto total = [&](const auto& bytes_of, std::size_t begin, std::size_t end) {
    for (std::size_t r = 0; r < ranks.size(); ++r) {
      std::string_view bytes = bytes_of[r];
      for (Node& node : found[r]) {
        node.sum.values = taken<double>(bytes, end - begin);
        tree.push(std::move(node));
      }
    }
    return std::move(tree)
        .total({{zero.begin() + static_cast<std::ptrdiff_t>(begin),
                 zero.begin() + static_cast<std::ptrdiff_t>(end)}})
        .values;
  };
  if (are_whole) return total(numbers, 0, count);
  const auto part = [&](std::size_t begin, std::size_t end) {
    std::string bytes;
    for (const Node& node : nodes) {
      append(bytes, std::span<const double>(node.sum.values).subspan(begin, end - begin));
    }
    return bytes;
  };
  return sum_by_slices<double>(ranks, count, part, total);
}

void sum_of_ranks(Collective& ranks, std::span<std::int64_t> numbers, std::size_t most_gathered) {
  if (ranks.size() == 1) return;
  const auto part = [&](std::size_t begin, std::size_t end) {
    std::string bytes;
    append(bytes, std::span<const std::int64_t>(numbers.subspan(begin, end - begin)));
    return bytes;
  };
  const auto add = [&](const std::vector<std::string>& all, std::size_t begin, std::size_t end) {
    std::vector<std::int64_t> sums(end - begin);
    for (const std::string& bytes : all) add_to(sums, bytes);
    return sums;
  };
  const std::vector<std::int64_t> sums =
      ranks.size() * numbers.size_bytes() <= most_gathered
          ? add(ranks.all_gather(part(0, numbers.size())), 0, numbers.size())
          : sum_by_slices<std::int64_t>(ranks, numbers.size(), part, add);
  std::copy(sums.begin(), sums.end(), numbers.begin());
}

}  // namespace podium
