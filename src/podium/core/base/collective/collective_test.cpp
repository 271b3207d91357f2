#include "podium/core/base/collective/collective.hpp"

#include <array>
#include <stdexcept>
#include <type_traits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/collective/thread_ranks_fixture.hpp"
#include "podium/core/base/parallel.hpp"

namespace podium {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::array<std::size_t, 10> sizes = {1, 2, 3, 4, 5, 6, 7, 8, 9, 16};

/// Bytes of many lengths that say who sends them to whom.
std::string letter(std::size_t from, std::size_t to) {
  std::string text = std::to_string(from) + ">" + std::to_string(to);
  return from == to ? "" : text + std::string(from * 100 + to, '.');
}

TEST(Collective, GathersTheBytesOfAllRanksInTheirOrder) {
  for (const std::size_t size : sizes) {
    const auto errors = ThreadRanks(size).run([&] {
      for (std::size_t round = 0; round < 20; ++round) {
        const auto all = collective().all_gather(letter(collective().rank(), round));
        ASSERT_EQ(all.size(), size);
        for (std::size_t r = 0; r < size; ++r) EXPECT_EQ(all[r], letter(r, round));
      }
    });
    EXPECT_THAT(errors, Each(""));
  }
}

TEST(Collective, ExchangesAPartOfEachRankWithEach) {
  for (const std::size_t size : sizes) {
    const auto errors = ThreadRanks(size).run([&] {
      std::vector<std::string> parts;
      for (std::size_t r = 0; r < size; ++r) parts.push_back(letter(collective().rank(), r));
      const auto received = collective().exchange(parts);
      ASSERT_EQ(received.size(), size);
      for (std::size_t r = 0; r < size; ++r) {
        EXPECT_EQ(received[r], letter(r, collective().rank()));
      }
    });
    EXPECT_THAT(errors, Each(""));
  }
}

TEST(Collective, AllThrowTheErrorOfTheSmallestRankThatFailed) {
  for (const std::size_t size : {2U, 3U, 9U}) {
    const auto errors = ThreadRanks(size).run([&] {
      try {
        run_as_rank(collective(), [&] {
          if (collective().rank() + 1 < size) collective().all_gather("numbers");
          throw DataError({"train.txt", 17, 9}, "rank " + std::to_string(collective().rank()));
        });
      } catch (const DataError&) {
        throw;
      } catch (const std::exception&) {
        ADD_FAILURE() << "another kind of error";
        throw;
      }
    });
    EXPECT_THAT(errors, Each("train.txt:17:9: rank " + std::to_string(size - 1)));
  }
}

TEST(Collective, KeepsTheKindsOfErrors) {
  const auto kind_that_all_throw = [](const auto& error) {
    using E = std::remove_cvref_t<decltype(error)>;
    return ThreadRanks(3).run([&] {
      try {
        run_as_rank(collective(), [&] {
          if (collective().rank() == 1) throw E(error);
        });
      } catch (const std::exception& caught) {
        EXPECT_NE(dynamic_cast<const E*>(&caught), nullptr);
        throw;
      }
    });
  };
  EXPECT_THAT(kind_that_all_throw(UsageError("a flag")), Each("a flag"));
  EXPECT_THAT(kind_that_all_throw(NumericError("a number")), Each("a number"));
  EXPECT_THAT(kind_that_all_throw(StorageError("a disk")), Each("a disk"));
  EXPECT_THAT(kind_that_all_throw(std::runtime_error("memory")), Each("memory"));
}

TEST(Collective, IsOfNoUseAfterAnError) {
  const auto errors = ThreadRanks(2).run([] {
    EXPECT_THROW(collective().first_error(std::make_exception_ptr(UsageError("a flag"))),
                 UsageError);
    EXPECT_THROW(collective().all_gather(""), ContractError);
  });
  EXPECT_THAT(errors, Each(HasSubstr("requires ranks of which none has failed")));
}

TEST(Collective, NoticesThatRanksMakeDifferentCalls) {
  const auto errors = ThreadRanks(2).run([] {
    collective().rank() == 0 ? void(collective().all_gather(""))
                             : void(collective().exchange({"", ""}));
  });
  EXPECT_THAT(errors, Each(HasSubstr("requires the same call by all ranks")));
}

TEST(Collective, RefusesCallsFromInsideAParallelLoopOnAnyThread) {
  for (const std::size_t threads : {1U, 4U}) {
    const ThreadLimit limit(threads);
    std::vector<std::size_t> seen(64);
    const auto errors = ThreadRanks(2).run([&] {
      if (collective().rank() == 1) return;
      parallel_for(seen.size(), [&](std::size_t i) {
        seen[i] = collective().size();
        EXPECT_THROW(collective().all_gather(""), ContractError);
      });
    });
    EXPECT_THAT(errors, Each(""));
    EXPECT_THAT(seen, Each(2U));
  }
}

TEST(Collective, IsASingleRankOutsideOfAllScopes) {
  EXPECT_EQ(collective().size(), 1U);
  EXPECT_THAT(collective().all_gather("alone"), ElementsAre("alone"));
  EXPECT_THAT(collective().exchange({"alone"}), ElementsAre("alone"));
  EXPECT_THROW(collective().exchange({}), ContractError);
  parallel_for(2, [](std::size_t) { EXPECT_EQ(collective().all_gather("").size(), 1U); });
  EXPECT_THROW(run_as_rank(collective(), [] { throw DataError({"a", 1, 2}, "wrong"); }), DataError);
  EXPECT_THAT(collective().all_gather("still"), ElementsAre("still"));
}

}  // namespace
}  // namespace podium
