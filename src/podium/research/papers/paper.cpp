#include "podium/research/papers/paper.hpp"

#include <algorithm>
#include <array>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/research/papers/labelling/labelling_claims.hpp"
#include "podium/research/papers/letor_wins.hpp"
#include "podium/research/papers/paper_texts.hpp"
#include "podium/research/papers/tree_tables.hpp"

namespace podium::research {

namespace {

constexpr std::array<Paper, 5> all_papers = {{
    {"niu2012", "Niu12", "Top-k Learning to Rank: Labeling, Ranking and Evaluation",
     "Assessors order the k best documents of a query by preference; FocusedRank learns from such "
     "top-k truths, and the kappa measures evaluate rankings by them.",
     niu2012_claims, labelling_blocks, top_k_tree_blocks},
    {"cheng2015", "Cheng15", "TopRank: A Novel Top-k Ranking Method Based on Rank Aggregation",
     "A structural SVM with slack scaling ranks the documents, three other rankers reorder its "
     "first "
     "places, and supervised Kemeny aggregation combines them.",
     cheng2015_claims},
    {"lan2013", "Lan13", "Is Top-k Sufficient for Ranking?",
     "Learning from the first k places of an order is as good as learning from the full order, "
     "even "
     "for a small k.",
     lan2013_claims},
    {"xia2009", "Xia09", "Statistical Consistency of Top-k Ranking",
     "Listwise losses are not consistent with the loss at the top k places; modified losses are "
     "consistent and rank better.",
     xia2009_claims},
    {"letor3", "Qin10",
     "LETOR: A Benchmark Collection for Research on Learning to Rank for Information Retrieval",
     "Eight algorithms are compared on seven data sets with five folds each.", letor3_claims,
     letor_wins_blocks, tree_tool_blocks},
}};

}  // namespace

std::span<const Paper> papers() {
  return all_papers;
}

std::vector<const Paper*> parse_papers(std::string_view text) {
  std::vector<const Paper*> chosen;
  std::vector<std::string_view> names;
  for (const Paper& paper : all_papers) {
    names.push_back(paper.name);
    if (text == "all" || text == paper.name) chosen.push_back(&paper);
  }
  names.emplace_back("all");
  if (chosen.empty()) {
    throw UsageError("paper: found " + in_quotes(text) + ", expected one of: " + joined(names));
  }
  return chosen;
}

std::vector<PaperStudy> studies_of(const Paper& paper) {
  std::vector<PaperStudy> studies;
  for (const EmbeddedText& file : paper_texts()) {
    if (file.name.starts_with(std::string(paper.name) + "-")) {
      studies.push_back({std::string(file.name), file.text()});
    }
  }
  return studies;
}

}  // namespace podium::research
