#include "podium/core/ranks/ranks_environment.hpp"

#include <fstream>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"

namespace podium {
namespace {

using testing::HasSubstr;
using Environment = std::map<std::string, std::string>;

std::optional<TcpRankOptions> ranks_of(const Environment& environment) {
  return ranks_of_environment([&](const std::string& name) {
    const auto found = environment.find(name);
    return found == environment.end() ? std::nullopt : std::optional(found->second);
  });
}

std::string problem_of(const Environment& environment) {
  try {
    ranks_of(environment);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(RanksEnvironment, IsAloneWithoutAPlaceToMeet) {
  EXPECT_FALSE(ranks_of({}));
  EXPECT_FALSE(ranks_of({{"SLURM_PROCID", "1"}, {"SLURM_NTASKS", "4"}, {"PODIUM_RANK", "1"}}));
}

TEST(RanksEnvironment, KnowsWhatStartsProcesses) {
  const std::vector<std::pair<std::string, std::string>> names = {
      {"PODIUM_RANK", "PODIUM_RANKS"},
      {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
      {"PMI_RANK", "PMI_SIZE"},
      {"SLURM_PROCID", "SLURM_NTASKS"},
      {"JOB_COMPLETION_INDEX", "PODIUM_RANKS"}};
  Environment environment = {{"PODIUM_MEET", "node1:29500"}, {"PODIUM_HOST", "node2"}};
  // From the last to the first: each goes before those that were set until then.
  for (std::size_t i = names.size(); i-- > 0;) {
    environment[names[i].first] = std::to_string(i);
    environment[names[i].second] = std::to_string(10 + i);
    const auto options = ranks_of(environment);
    ASSERT_TRUE(options);
    EXPECT_EQ(options->rank, i);
    EXPECT_EQ(options->size, 10 + i);
    EXPECT_EQ(options->meet, "node1:29500");
    EXPECT_EQ(options->host, "node2");
    EXPECT_EQ(options->token, "");
    if (names[i].first == "JOB_COMPLETION_INDEX") environment.erase("PODIUM_RANKS");
  }
}

TEST(RanksEnvironment, SaysWhatIsWrong) {
  const std::string meet = "127.0.0.1:1";
  EXPECT_THAT(problem_of({{"PODIUM_MEET", meet}}), HasSubstr("expected PODIUM_RANK and"));
  EXPECT_EQ(problem_of({{"PODIUM_MEET", meet}, {"PODIUM_RANK", "0"}}),
            "PODIUM_RANKS: found nothing, expected a whole number in [1, 65536]");
  EXPECT_EQ(problem_of({{"PODIUM_MEET", meet}, {"PODIUM_RANK", "3"}, {"PODIUM_RANKS", "3"}}),
            "PODIUM_RANK: found '3', expected a whole number in [0, 2]");
  EXPECT_EQ(problem_of({{"PODIUM_MEET", meet}, {"PODIUM_RANK", "x"}, {"PODIUM_RANKS", "3"}}),
            "PODIUM_RANK: found 'x', expected a whole number in [0, 2]");
}

TEST(RanksEnvironment, ReadsTheToken) {
  const std::string path = testing::TempDir() + "token";
  const Environment environment = {{"PODIUM_MEET", "127.0.0.1:1"},
                                   {"PODIUM_RANK", "0"},
                                   {"PODIUM_RANKS", "1"},
                                   {"PODIUM_TOKEN_FILE", path}};
  std::ofstream(path) << "0123456789abcdef\n";
  EXPECT_EQ(ranks_of(environment)->token, "0123456789abcdef");
  std::ofstream(path) << "short\n";
  EXPECT_THAT(problem_of(environment), HasSubstr("found a token of 5 bytes, expected at least 16"));
  std::remove(path.c_str());
  EXPECT_THAT(problem_of(environment), HasSubstr(path + ": cannot read the token: No such file"));
}

}  // namespace
}  // namespace podium
