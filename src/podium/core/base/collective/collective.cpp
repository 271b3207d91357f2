#include "podium/core/base/collective/collective.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace podium {

namespace {

// How a rank takes part in a step: by one of the three calls, or by an error, whose kind it says.
constexpr char gathers = 'g';
constexpr char exchanges = 'x';
constexpr char has_no_error = 'n';

thread_local Collective* ranks_of_thread = nullptr;
thread_local bool is_thread_in_loop = false;

template <class E>
void throw_as(const std::string& text) {
  throw E(text);
}

template <>
void throw_as<DataError>(const std::string& text) {
  throw DataError({}, text);  // the text begins with the place
}

struct ErrorKind {
  char mark;
  bool (*is_one)(const std::exception& error);
  void (*throw_again)(const std::string& text);
};

template <class E>
constexpr ErrorKind kind_of(char mark) {
  return {mark,
          [](const std::exception& error) { return dynamic_cast<const E*>(&error) != nullptr; },
          throw_as<E>};
}

constexpr std::array error_kinds = {kind_of<UsageError>('U'),   kind_of<DataError>('D'),
                                    kind_of<NumericError>('N'), kind_of<StorageError>('S'),
                                    kind_of<RankError>('R'),    kind_of<Error>('E')};
constexpr char other_error = 'o';

}  // namespace

Collective::Collective(std::size_t rank, std::size_t size) : rank_(rank), size_(size) {
  expects(rank < size, "a rank below the number of ranks");
}

std::vector<std::string> Collective::all_gather(std::string_view bytes) {
  std::vector<std::string> all;
  for (auto& one : gather_checked({gathers, std::string(bytes)}, nullptr)) {
    all.push_back(std::move(one.bytes));
  }
  return all;
}

std::vector<std::string> Collective::exchange(std::vector<std::string> parts) {
  expects(parts.size() == size_, "a part for each rank");
  if (size_ == 1) return parts;
  std::vector<std::uint64_t> sizes;
  for (const std::string& part : parts) sizes.push_back(part.size());
  const auto* const bytes = reinterpret_cast<const char*>(sizes.data());
  const auto all =
      gather_checked({exchanges, {bytes, sizes.size() * sizeof(std::uint64_t)}}, nullptr);
  for (std::size_t r = 0; r < size_; ++r) {
    expects(all[r].bytes.size() == size_ * sizeof(std::uint64_t), "the sizes of all parts");
    std::memcpy(&sizes[r], all[r].bytes.data() + rank_ * sizeof(std::uint64_t),
                sizeof(std::uint64_t));
  }
  is_over_ = true;  // unless it comes through
  std::vector<std::string> received = move_parts(std::move(parts), sizes);
  is_over_ = false;
  return received;
}

void Collective::first_error(const std::exception_ptr& failure) {
  if (failure && (size_ == 1 || is_over_)) std::rethrow_exception(failure);
  if (!failure) {
    gather_checked({has_no_error, {}}, nullptr);
    return;
  }
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    const auto kind =
        std::ranges::find_if(error_kinds, [&](const ErrorKind& one) { return one.is_one(error); });
    gather_checked({kind == error_kinds.end() ? other_error : kind->mark, error.what()}, failure);
  }
}

std::vector<Collective::Contribution> Collective::gather_checked(
    Contribution own, const std::exception_ptr& failure) {
  if (size_ == 1) {
    std::vector<Contribution> alone;
    alone.push_back(std::move(own));
    return alone;
  }
  expects(!is_thread_in_loop, "a call to other ranks from outside of parallel loops");
  expects(!is_over_, "ranks of which none has failed");
  is_over_ = true;  // unless it comes through
  const char call = own.call;
  std::vector<Contribution> all = gather(std::move(own));
  for (std::size_t r = 0; r < size_; ++r) {
    const char other = all[r].call;
    if (other == gathers || other == exchanges || other == has_no_error) continue;
    if (r == rank_) std::rethrow_exception(failure);
    const auto kind = std::ranges::find(error_kinds, other, &ErrorKind::mark);
    if (kind != error_kinds.end()) kind->throw_again(all[r].bytes);
    throw std::runtime_error(all[r].bytes);
  }
  for (const Contribution& one : all) expects(one.call == call, "the same call by all ranks");
  is_over_ = false;
  return all;
}

std::vector<Collective::Contribution> SingleRank::gather(Contribution own) {
  return {std::move(own)};
}

std::vector<std::string> SingleRank::move_parts(std::vector<std::string> parts,
                                                std::span<const std::uint64_t> /*sizes*/) {
  return parts;
}

RanksScope::RanksScope(Collective& ranks, bool is_in_loop) noexcept
    : outer_(std::exchange(ranks_of_thread, &ranks)),
      was_in_loop_(std::exchange(is_thread_in_loop, is_in_loop)) {}

RanksScope::~RanksScope() {
  ranks_of_thread = outer_;
  is_thread_in_loop = was_in_loop_;
}

Collective& collective() noexcept {
  thread_local SingleRank alone;
  return ranks_of_thread == nullptr ? alone : *ranks_of_thread;
}

void run_as_rank(Collective& ranks, const std::function<void()>& work) {
  const RanksScope scope(ranks);
  std::exception_ptr failure;
  try {
    work();
  } catch (...) {
    failure = std::current_exception();
  }
  ranks.first_error(failure);
}

}  // namespace podium
