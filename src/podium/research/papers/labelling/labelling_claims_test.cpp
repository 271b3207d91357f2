#include "podium/research/papers/labelling/labelling_claims.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/report/render.hpp"
#include "podium/research/papers/reproduction.hpp"

namespace podium::research {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Numbers as they were published, but for the judgements of a list and the agreement of grades.
Findings with(double judgements, double graded_agreement) {
  const auto number = [](const char* method, const char* measure, double published, double ours,
                         double width, NumberOrigin origin) {
    return MeasuredNumber{"niu2012", "1",          method,       measure, published,
                          ours,      ours - width, ours + width, origin};
  };
  return Findings(
      {},
      {number("top-k", "seconds per judgement", 5.51, 5.51, .1, NumberOrigin::put_in),
       number("top-k", "judgements per query", 142.76, judgements, 4.0, NumberOrigin::found),
       number("top-k", "minutes per query", 13.13, 13.13, .4, NumberOrigin::found),
       number("grades", "seconds per judgement", 13.87, 13.87, .4, NumberOrigin::put_in),
       number("grades", "minutes per query", 11.78, 11.78, .4, NumberOrigin::put_in),
       number("top-k", "overall agreement", .745, .745, .02, NumberOrigin::calibrated),
       number("top-k", "agreement of preferences", .897, .9, .02, NumberOrigin::calibrated),
       number("grades", "overall agreement", .547, graded_agreement, .02, NumberOrigin::calibrated),
       number("grades", "agreement of preferences", .831, .831, .02, NumberOrigin::calibrated)});
}

TEST(LabellingClaims, OfAQueryNeedPeopleWhateverTheModelDoes) {
  const ClaimFinding met = query_takes_as_long(with(141.8, .55));
  EXPECT_EQ(met.verdict, ClaimVerdict::needs_data);
  EXPECT_THAT(met.evidence,
              HasSubstr("make 141.80 preferences (published: 142.76, the model agrees)"));
  const ClaimFinding other = query_takes_as_long(with(151.2, .55));
  EXPECT_EQ(other.verdict, ClaimVerdict::needs_data);
  EXPECT_THAT(other.evidence, HasSubstr("the model differs"));
}

TEST(LabellingClaims, OfWhatAModelWasGivenAreNotTested) {
  const ClaimFinding quick = judgement_is_quick(with(141.8, .55));
  EXPECT_EQ(quick.verdict, ClaimVerdict::needs_data);
  EXPECT_THAT(quick.evidence, HasSubstr("5.51 s and 13.87 s"));
  const ClaimFinding agree = assessors_agree_more(with(141.8, .65));
  EXPECT_EQ(agree.verdict, ClaimVerdict::needs_data);
  EXPECT_THAT(agree.details, HasSubstr("overall agreement of top-k 74.5 % (published: 74.5 %)"));
  EXPECT_THAT(agree.details, HasSubstr("overall agreement of grades 65.0 % (published: 54.7 %)"));
}

TEST(LabellingClaims, ShowEveryNumberWithItsVerdict) {
  const std::vector<const Paper*> paper = parse_papers("niu2012");
  const Findings findings = with(151.2, .65);
  const std::string text = to_markdown(reproduction(checked_papers(paper, findings), findings));
  EXPECT_THAT(text, HasSubstr("The model agrees with 1 of 2 results."));
  EXPECT_THAT(text, HasSubstr("| differs |"));
  const Table table = published_table(paper, findings);
  EXPECT_EQ(shown(table.rows[1][5]), "judgements per query");
  EXPECT_EQ(shown(table.rows[1][7]), "151.2000");
  EXPECT_THAT(
      to_markdown(reproduction(checked_papers(parse_papers("xia2009"), findings), findings)),
      Not(HasSubstr("judgements per query")));
  EXPECT_THAT(labelling_blocks(Findings({})), IsEmpty());
}

}  // namespace
}  // namespace podium::research
