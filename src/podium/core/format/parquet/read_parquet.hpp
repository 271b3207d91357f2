#pragma once

#include <filesystem>

#include "podium/core/data/dataset.hpp"
#include "podium/core/format/read.hpp"

namespace podium {

/// Whether a path is to be read as Parquet: a folder, or a file that begins as one, is called
/// .parquet or is said to be one.
bool is_parquet(const std::filesystem::path& path, DataFormat asked = DataFormat::automatic);

/// The data set in a Parquet file or in a folder of them; see docs/formats/parquet.md. Throws
/// DataError with file, row group and column for the first problem.
Dataset read_parquet(const std::filesystem::path& path, const ReadOptions& options,
                     ReadReport& report);

}  // namespace podium
