#pragma once

#include <barrier>
#include <cstddef>
#include <exception>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "podium/core/base/collective/collective.hpp"

namespace podium {

/// Ranks that are threads of one process, for tests.
class ThreadRanks {
 public:
  explicit ThreadRanks(std::size_t size)
      : size_(size),
        meeting_(static_cast<std::ptrdiff_t>(size)),
        said_(size),
        parts_(size, std::vector<std::string>(size)) {}

  /// Calls work() at each rank, in a thread of its own; returns what each threw, or "".
  std::vector<std::string> run(const std::function<void()>& work) {
    std::vector<std::string> errors(size_);
    std::vector<std::jthread> threads;
    for (std::size_t rank = 0; rank < size_; ++rank) {
      threads.emplace_back([&, rank] {
        try {
          Rank own(*this, rank);
          run_as_rank(own, work);
        } catch (const std::exception& error) {
          errors[rank] = error.what();
        }
      });
    }
    threads.clear();
    return errors;
  }

 private:
  class Rank final : public Collective {
   public:
    Rank(ThreadRanks& group, std::size_t rank) : Collective(rank, group.size_), group_(group) {}

   private:
    std::vector<Contribution> gather(Contribution own) override {
      group_.said_[rank()] = {own.call, std::move(own.bytes)};
      group_.meeting_.arrive_and_wait();
      std::vector<Contribution> all;
      for (const auto& [call, bytes] : group_.said_) all.push_back({call, bytes});
      group_.meeting_.arrive_and_wait();
      return all;
    }

    std::vector<std::string> move_parts(std::vector<std::string> parts,
                                        std::span<const std::uint64_t> sizes) override {
      group_.parts_[rank()] = std::move(parts);
      group_.meeting_.arrive_and_wait();
      std::vector<std::string> own;
      for (const auto& of_rank : group_.parts_) own.push_back(of_rank[rank()]);
      for (std::size_t r = 0; r < size(); ++r) expects_size(own[r], sizes[r]);
      group_.meeting_.arrive_and_wait();
      return own;
    }

    static void expects_size(const std::string& part, std::uint64_t size) {
      if (part.size() != size) throw std::logic_error("a part of another size");
    }

    ThreadRanks& group_;
  };

  std::size_t size_;
  std::barrier<> meeting_;
  std::vector<std::pair<char, std::string>> said_;
  std::vector<std::vector<std::string>> parts_;
};

}  // namespace podium
