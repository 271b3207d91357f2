#include "kernels.hpp"

#include <cstdint>
#include <span>
#include <vector>

#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/workspace.hpp"
#include "podium/core/kernels/argsort.hpp"
#include "podium/core/kernels/exponential.hpp"
#include "podium/core/kernels/pair_row.hpp"
#include "podium/core/kernels/rows.hpp"
#include "timing.hpp"

namespace podium {
namespace {

constexpr std::size_t rows = 120;
constexpr std::size_t columns = 136;
constexpr std::size_t block = rows * columns;  // a multiple of 64 bytes
constexpr std::size_t blocks = 5824;
constexpr std::size_t parts = 64;

/// The vectors of one thread: weights in, scores in between, gradient out.
struct Pass {
  std::vector<double> w = std::vector<double>(columns, 0.5);
  std::vector<double> scores = std::vector<double>(rows);
  std::vector<double> gradient = std::vector<double>(columns);
};

/// Calls visit(pass, block, next block) for every block of the matrix, with the blocks divided
/// among the threads, and returns bytes per second.
template <class Visit>
double bytes_per_second(std::span<const float> matrix, const Visit& visit) {
  std::vector<Pass> passes(parts);
  const double seconds = fastest([&] {
    parallel_for(parts, [&](std::size_t part) {
      constexpr std::size_t length = blocks / parts * block;
      const std::span<const float> own = matrix.subspan(part * length, length);
      for (std::size_t at = 0; at < length; at += block) {
        const bool is_last = at + block == length;
        visit(passes[part], own.subspan(at, block),
              is_last ? std::span<const float>() : own.subspan(at + block, block));
      }
    });
  });
  return static_cast<double>(matrix.size_bytes()) / seconds;
}

void plain_pass(Pass& pass, std::span<const float> x) {
  for (std::size_t i = 0; i < rows; ++i) {
    double sum = 0.0;
    for (std::size_t j = 0; j < columns; ++j) sum += double{x[i * columns + j]} * pass.w[j];
    pass.scores[i] = sum;
  }
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      pass.gradient[j] += pass.scores[i] * double{x[i * columns + j]};
    }
  }
}

/// Only reads.
void read_words(Pass& pass, std::span<const float> x) {
  const auto* p = reinterpret_cast<const std::uint64_t*>(x.data());
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::uint64_t c = 0;
  std::uint64_t d = 0;
  for (std::size_t i = 0; i < block / 2; i += 4) {
    a += p[i];
    b += p[i + 1];
    c += p[i + 2];
    d += p[i + 3];
  }
  pass.scores[0] += static_cast<double>(a + b + c + d);
}

/// Returns the seconds of one call.
template <class Work>
double seconds_of(const Work& work) {
  constexpr int calls = 1000;
  return fastest([&] {
           for (int call = 0; call < calls; ++call) work();
         }) /
         calls;
}

nlohmann::ordered_json measure_losses() {
  RandomStream stream(1, "", "bench");
  std::vector<double> scores(rows);
  for (double& score : scores) score = stream.normal();
  std::vector<double> out(rows);
  std::vector<std::uint32_t> order(rows);
  Workspace workspace;
  return {{"seconds_argsort", seconds_of([&] { argsort_descending(scores, order, workspace); })},
          {"seconds_exp", seconds_of([&] { exp_shifted(scores, 1.0, out); })},
          {"seconds_hinge", seconds_of([&] { hinge_row(0.5, scores, 1.0, out); })},
          {"seconds_logistic", seconds_of([&] { logistic_row(0.5, scores, 1.0, out); })}};
}

}  // namespace

nlohmann::ordered_json measure_kernels() {
  Workspace memory;
  const std::span<float> matrix = memory.take<float>(blocks * block);
  for (std::size_t i = 0; i < matrix.size(); ++i) matrix[i] = static_cast<float>(i % 1000) * 1e-3F;
  const std::span<const float> x = matrix;
  const auto first = x.first(block);
  using Block = std::span<const float>;
  nlohmann::ordered_json result = {
      {"read", bytes_per_second(x, [](Pass& pass, Block own, Block) { read_words(pass, own); })},
      {"cached_multiply",
       bytes_per_second(
           x, [&](Pass& pass, Block, Block) { multiply_rows(first, pass.w, pass.scores); })},
      {"cached_add",
       bytes_per_second(x, [&](Pass& pass, Block,
                               Block) { add_weighted_rows(first, pass.scores, pass.gradient); })},
      {"multiply", bytes_per_second(x, [](Pass& pass, Block own,
                                          Block) { multiply_rows(own, pass.w, pass.scores); })},
      {"both", bytes_per_second(x,
                                [](Pass& pass, Block own, Block next) {
                                  multiply_rows(own, pass.w, pass.scores);
                                  add_weighted_rows(own, pass.scores, pass.gradient, next);
                                })},
      {"both_unfetched", bytes_per_second(x,
                                          [](Pass& pass, Block own, Block) {
                                            multiply_rows(own, pass.w, pass.scores);
                                            add_weighted_rows(own, pass.scores, pass.gradient);
                                          })},
      {"plain", bytes_per_second(x, [](Pass& pass, Block own, Block) { plain_pass(pass, own); })}};
  result.update(measure_losses());
  return result;
}

}  // namespace podium
