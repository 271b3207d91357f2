#pragma once

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <unistd.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"

namespace podium {

/// For tests of readers: a temporary folder that is removed when the test ends.
class TemporaryFolder {
 public:
  TemporaryFolder()
      : path_(std::filesystem::temp_directory_path() /
              ("podium-data-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  TemporaryFolder(TemporaryFolder&&) = delete;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

  /// A file of this folder with the given text.
  std::filesystem::path file(const std::string& name, std::string_view text) const {
    write_file(path_ / name, text);
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

/// For tests of readers.
class FileFixture : public testing::Test {
 protected:
  /// The message of a reader for a text, without the folder, or "accepted".
  template <class Read>
  std::string complaint(Read&& read, std::string_view text) const {
    return message(read, folder_.file("f", text));
  }

  template <class Read>
  std::string message(Read&& read, const std::filesystem::path& path) const {
    std::string what = "accepted";
    try {
      read(path);
    } catch (const DataError& error) {
      what = error.what();
      const std::string folder = path.parent_path().string() + "/";
      if (what.starts_with(folder)) what.erase(0, folder.size());
    }
    return what;
  }

  std::string text_of(const std::filesystem::path& path) const {
    return std::string(InputText(path).view());
  }

  TemporaryFolder folder_;
};

/// The folder of real data that the environment names, or an empty path.
inline std::filesystem::path real_data() {
  const char* folder = std::getenv("PODIUM_DATA");
  return folder == nullptr ? std::filesystem::path() : std::filesystem::path(folder);
}

}  // namespace podium
