#include "podium/research/cli/papers_program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/research/cli/run_papers_fixture.hpp"

namespace podium::research {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(PapersProgram, GoesByItsOwnName) {
  EXPECT_THAT(run_papers({"--version"}).out, StartsWith("podium-papers "));
  EXPECT_THAT(run_papers({"help"}).out, HasSubstr("podium-papers COMMAND"));
  EXPECT_THAT(run_papers({"help", "verify", "theory"}).out,
              HasSubstr("podium-papers verify theory"));
  const cli::CliResult unknown = run_papers({"train"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, StartsWith("podium-papers: unknown command 'train'"));
}

TEST(PapersProgram, CompletesItsCommandLines) {
  EXPECT_THAT(run_papers({"complete", "repro"}).out, StartsWith("reproduce\t"));
  EXPECT_THAT(run_papers({"completions", "bash"}).out,
              HasSubstr("complete -F _podium-papers podium-papers\n"));
}

TEST(PapersProgram, IsNamedByPodiumForItsCommands) {
  const cli::CliResult reproduce = cli::run_in_process({"reproduce", "all", "--quick"});
  EXPECT_EQ(reproduce.code, 2);
  EXPECT_EQ(reproduce.err, "podium: unknown command 'reproduce'; use: podium-papers reproduce\n");
  EXPECT_THAT(cli::run_in_process({"verify", "theory"}).err,
              HasSubstr("use: podium-papers verify\n"));
  EXPECT_THAT(cli::run_in_process({"help", "verify"}).err,
              HasSubstr("use: podium-papers verify\n"));
  EXPECT_THAT(cli::run_in_process({"synth", "stand-in", "TD2003"}).err,
              HasSubstr("unknown command 'stand-in'; use: podium-papers stand-in\n"));
}

}  // namespace
}  // namespace podium::research
