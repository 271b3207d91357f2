#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/error.hpp"

namespace podium {

/// Another rank has died, is silent, or does not fit.
class RankError : public Error {
 public:
  using Error::Error;
};

/// The processes that compute one result together, seen from one of them, a rank. All ranks make
/// the same calls in the same order, each from the thread that computes. A call from inside a
/// parallel loop is a ContractError: its steps come in another order on each rank. With one rank,
/// all calls are legal everywhere and do nothing.
class Collective {
 public:
  Collective(std::size_t rank, std::size_t size);
  virtual ~Collective() = default;
  Collective(const Collective&) = delete;
  Collective& operator=(const Collective&) = delete;
  Collective(Collective&&) = delete;
  Collective& operator=(Collective&&) = delete;

  std::size_t rank() const noexcept { return rank_; }  ///< 0 .. size()-1
  std::size_t size() const noexcept { return size_; }

  /// The bytes of every rank, in the order of ranks.
  std::vector<std::string> all_gather(std::string_view bytes);

  /// Hands parts[r] to rank r; returns what each rank had for this one, in the order of ranks.
  std::vector<std::string> exchange(std::vector<std::string> parts);

  /// Tells all ranks whether this one has failed. If any has, all throw the error of the smallest
  /// rank that has, and the group is of no use any more. A rank that fails calls it at once,
  /// whatever the others call: they throw that error out of their call.
  void first_error(const std::exception_ptr& failure);

 protected:
  /// What a rank says to all: bytes, and by which call.
  struct Contribution {
    char call = 0;
    std::string bytes;
  };

  /// The contributions of all ranks, in the order of ranks. Never called with one rank; an
  /// exception ends the group.
  virtual std::vector<Contribution> gather(Contribution own) = 0;

  /// exchange(), when it is known how many bytes come from each rank.
  virtual std::vector<std::string> move_parts(std::vector<std::string> parts,
                                              std::span<const std::uint64_t> sizes) = 0;

 private:
  std::vector<Contribution> gather_checked(Contribution own, const std::exception_ptr& failure);

  std::size_t rank_;
  std::size_t size_;
  bool is_over_ = false;
};

/// A process alone.
class SingleRank final : public Collective {
 public:
  SingleRank() : Collective(0, 1) {}

 private:
  std::vector<Contribution> gather(Contribution own) override;
  std::vector<std::string> move_parts(std::vector<std::string> parts,
                                      std::span<const std::uint64_t> sizes) override;
};

/// While it lives, collective() is `ranks` on this thread and in the parallel loops that it starts.
class RanksScope {
 public:
  explicit RanksScope(Collective& ranks, bool is_in_loop = false) noexcept;
  ~RanksScope();
  RanksScope(const RanksScope&) = delete;
  RanksScope& operator=(const RanksScope&) = delete;
  RanksScope(RanksScope&&) = delete;
  RanksScope& operator=(RanksScope&&) = delete;

 private:
  Collective* outer_;
  bool was_in_loop_;
};

/// The ranks of the innermost scope of this thread; a SingleRank without one.
Collective& collective() noexcept;

/// Calls work() as one of the ranks, and returns when all are done. If it fails on some ranks, all
/// throw the error of the smallest of them.
void run_as_rank(Collective& ranks, const std::function<void()>& work);

}  // namespace podium
