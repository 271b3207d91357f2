#pragma once

#include <span>

namespace podium {

/// out[i] = sum over j of rows[i, j] * w[j]: the scores of out.size() documents under a linear
/// model, rows dense and row-major with w.size() columns.
void multiply_rows(std::span<const float> rows, std::span<const double> w, std::span<double> out);

/// sum[j] += sum over i of weight[i] * rows[i, j]: multiply_rows transposed, which turns the
/// gradient of the scores into that of the weights. `next` are the rows that multiply_rows will
/// read after this, if the caller knows them: they are prefetched, so that a pass over a matrix in
/// main memory takes no longer than multiply_rows alone.
void add_weighted_rows(std::span<const float> rows, std::span<const double> weight,
                       std::span<double> sum, std::span<const float> next = {});

}  // namespace podium
