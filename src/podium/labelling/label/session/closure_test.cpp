#include "podium/labelling/label/session/closure.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "podium/core/base/random.hpp"

namespace podium::labelling {
namespace {

/// The slow twin: what is better, or at least as good, by Floyd and Warshall after each relation.
class SlowClosure {
 public:
  explicit SlowClosure(std::size_t n)
      : n_(n), over_(n, std::vector<bool>(n, false)), at_least_(n, std::vector<bool>(n, false)) {
    for (std::size_t doc = 0; doc < n; ++doc) at_least_[doc][doc] = true;
  }

  bool is_over(std::size_t a, std::size_t b) const { return over_[a][b]; }
  bool is_equal(std::size_t a, std::size_t b) const { return at_least_[a][b] && at_least_[b][a]; }

  bool add_over(std::size_t better, std::size_t worse) {
    if (at_least_[worse][better]) return false;
    over_[better][worse] = true;
    at_least_[better][worse] = true;
    close();
    return true;
  }

  bool add_equal(std::size_t a, std::size_t b) {
    if (over_[a][b] || over_[b][a]) return false;
    at_least_[a][b] = true;
    at_least_[b][a] = true;
    close();
    return true;
  }

 private:
  void close() {
    for (std::size_t via = 0; via < n_; ++via) {
      for (std::size_t a = 0; a < n_; ++a) {
        if (!at_least_[a][via]) continue;
        for (std::size_t b = 0; b < n_; ++b) {
          if (!at_least_[via][b]) continue;
          at_least_[a][b] = true;
          if (over_[a][via] || over_[via][b]) over_[a][b] = true;
        }
      }
    }
  }

  std::size_t n_;
  std::vector<std::vector<bool>> over_;
  std::vector<std::vector<bool>> at_least_;
};

RC_GTEST_PROP(Closure, KnowsWhatItsSlowTwinKnows, (std::uint64_t seed)) {
  const auto n = *rc::gen::element<std::size_t>(2, 5, 9, 70);  // one word, and two
  const auto ties = *rc::gen::arbitrary<bool>();
  RandomStream stream(seed, "q", "relations");
  Closure closure(n);
  SlowClosure slow(n);
  for (int relations = 0; relations < 12; ++relations) {
    // Documents at the border of a word are as likely as any.
    const auto a = static_cast<DocIndex>((stream.below(n) * 13) % n);
    const auto b = static_cast<DocIndex>((a + 1 + stream.below(n - 1)) % n);
    if (ties && stream.below(3) == 0) {
      RC_ASSERT(closure.add_equal(a, b) == slow.add_equal(a, b));
    } else {
      RC_ASSERT(closure.add_over(a, b) == slow.add_over(a, b));
    }
  }
  for (DocIndex a = 0; a < n; ++a) {
    std::size_t above = 0;
    std::size_t below = 0;
    for (DocIndex b = 0; b < n; ++b) {
      RC_ASSERT(closure.is_over(a, b) == slow.is_over(a, b));
      RC_ASSERT(closure.is_equal(a, b) == slow.is_equal(a, b));
      if (slow.is_over(b, a)) ++above;
      if (slow.is_over(a, b)) ++below;
    }
    RC_ASSERT(closure.above_count(a) == above);
    RC_ASSERT(closure.below_count(a) == below);
  }
}

TEST(Closure, RefusesWhatContradictsIt) {
  Closure closure(4);
  EXPECT_TRUE(closure.add_over(0, 1));
  EXPECT_TRUE(closure.add_over(1, 2));
  EXPECT_FALSE(closure.add_over(2, 0));
  EXPECT_FALSE(closure.add_equal(2, 0));
  EXPECT_FALSE(closure.is_over(2, 0));
  EXPECT_TRUE(closure.add_equal(3, 0));
  EXPECT_FALSE(closure.add_over(0, 3));
  EXPECT_TRUE(closure.is_over(3, 2));
}

}  // namespace
}  // namespace podium::labelling
