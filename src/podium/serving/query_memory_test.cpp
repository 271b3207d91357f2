#include "podium/serving/query_memory.hpp"

#include <gtest/gtest.h>

namespace podium::serving {
namespace {

TEST(QueryMemories, LendsWhatCameBackLast) {
  QueryMemories memories;
  const float* first = nullptr;
  const float* second = nullptr;
  {
    const QueryMemories::Lease a(memories);
    a->rows.resize(10);
    first = a->rows.data();
    const QueryMemories::Lease b(memories);  // comes back before the other
    b->rows.resize(20);
    second = b->rows.data();
    EXPECT_NE(first, second);
  }
  const QueryMemories::Lease a(memories);
  const QueryMemories::Lease b(memories);
  EXPECT_EQ(a->rows.data(), first);
  EXPECT_EQ(b->rows.data(), second);
}

TEST(QueryMemories, DoesNotKeepARareLargeQuery) {
  QueryMemories memories;
  {
    const QueryMemories::Lease lease(memories);
    lease->rows.resize(std::size_t{5} << 20U);
  }
  const QueryMemories::Lease lease(memories);
  EXPECT_EQ(lease->rows.capacity(), 0U);
}

}  // namespace
}  // namespace podium::serving
