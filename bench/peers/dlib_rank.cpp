// Times dlib's svm_rank_trainer from a LETOR text file to a file of scores, for comparison with
// ranksvm.
//
// It minimises 1/2 |w|^2 + C * (mean over all pairs of all queries of the hinge max(0, 1 -
// margin)). A ranking_pair has two groups, relevant and not relevant, so each grade becomes one
// ranking_pair: its documents against all documents of lower grades. Each pair of documents with
// different grades occurs once.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <dlib/revision.h>
#include <dlib/svm.h>
#include <sys/resource.h>

namespace {

using Sample = dlib::matrix<double, 0, 1>;
using Kernel = dlib::linear_kernel<Sample>;

/// The documents of one query by grade, with their line numbers.
struct Query {
  std::string name;
  std::map<int, std::vector<Sample>> documents;
  std::map<int, std::vector<std::size_t>> lines;
};

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

template <class Number>
Number take_number(std::string_view& text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

/// "GRADE qid:NAME 1:VALUE 2:VALUE ... # comment", every feature present.
void add_line(std::string_view text, std::size_t line, std::size_t features,
              std::vector<Query>& queries) {
  text = text.substr(0, text.find('#'));
  const int grade = take_number<int>(text);
  text.remove_prefix(text.find(':') + 1);
  const std::string_view name = text.substr(0, text.find(' '));
  text.remove_prefix(name.size());
  if (queries.empty() || queries.back().name != name)
    queries.push_back({std::string(name), {}, {}});
  Sample sample(static_cast<long>(features));
  sample = 0;
  while (!(text = text.substr(std::min(text.find_first_not_of(" \r"), text.size()))).empty()) {
    const long index = take_number<long>(text) - 1;
    text.remove_prefix(1);
    sample(index) = take_number<double>(text);
  }
  queries.back().documents[grade].push_back(std::move(sample));
  queries.back().lines[grade].push_back(line);
}

std::vector<Query> read(const std::string& path, std::size_t features, std::size_t& lines) {
  std::vector<Query> queries;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line); ++lines) {
    add_line(line, lines, features, queries);
  }
  return queries;
}

std::vector<dlib::ranking_pair<Sample>> ranking_pairs(const std::vector<Query>& queries) {
  std::vector<dlib::ranking_pair<Sample>> pairs;
  for (const Query& query : queries) {
    std::vector<Sample> lower;
    for (const auto& [grade, documents] : query.documents) {
      if (!lower.empty()) pairs.emplace_back(documents, lower);
      lower.insert(lower.end(), documents.begin(), documents.end());
    }
  }
  return pairs;
}

/// Returns the objective at the w that dlib found.
struct Objective {
  double value = 0.0;
  double pairs = 0.0;
};

Objective objective_of(const std::vector<dlib::ranking_pair<Sample>>& groups,
                       const dlib::decision_function<Kernel>& rank, double c) {
  Objective objective;
  double hinge = 0.0;
  for (const auto& group : groups) {
    std::vector<double> lower;
    for (const Sample& sample : group.nonrelevant) lower.push_back(rank(sample));
    for (const Sample& sample : group.relevant) {
      const double score = rank(sample);
      for (const double other : lower) hinge += std::max(0.0, 1.0 - (score - other));
    }
    objective.pairs += static_cast<double>(group.relevant.size() * lower.size());
  }
  const Sample w = rank.alpha(0) * rank.basis_vectors(0);
  objective.value = 0.5 * dlib::dot(w, w) + c * hinge / objective.pairs;
  return objective;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::cerr << "usage: dlib_rank FILE FEATURES C SCORES\n";
    return 2;
  }
  auto start = std::chrono::steady_clock::now();
  std::size_t lines = 0;
  const std::vector<Query> queries = read(argv[1], std::strtoul(argv[2], nullptr, 10), lines);
  const double load = seconds_since(start);
  start = std::chrono::steady_clock::now();
  const double c = std::strtod(argv[3], nullptr);
  const auto groups = ranking_pairs(queries);
  const auto rank = dlib::svm_rank_trainer<Kernel>(c).train(groups);
  const double train = seconds_since(start);
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);

  std::vector<double> scores(lines);
  for (const Query& query : queries) {
    for (const auto& [grade, documents] : query.documents) {
      for (std::size_t i = 0; i < documents.size(); ++i) {
        scores[query.lines.at(grade)[i]] = rank(documents[i]);
      }
    }
  }
  std::ofstream out(argv[4]);
  out.precision(17);
  for (const double score : scores) out << score << "\n";
  const Objective objective = objective_of(groups, rank, c);
  std::cout.precision(17);
  std::cout << "{\"objective\": " << objective.value << ", \"pairs\": " << objective.pairs
            << ", \"version\": \"" << DLIB_MAJOR_VERSION << "." << DLIB_MINOR_VERSION
            << "\", \"seconds\": " << load + train << ", \"seconds_load\": " << load
            << ", \"cpu_seconds\": " << seconds(usage.ru_utime) + seconds(usage.ru_stime)
            << ", \"peak_bytes\": " << usage.ru_maxrss * 1024.0 << "}\n";
  return out ? 0 : 5;
}
