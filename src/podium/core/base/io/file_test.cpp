#include "podium/core/base/io/file.hpp"

#include <fstream>
#include <iterator>
#include <thread>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/mapped_ranges.hpp"
#include "podium/core/base/io/temporary_files.hpp"

namespace podium {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class File : public testing::Test {
 protected:
  File() : folder_(fs::temp_directory_path() / ("podium-file-" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~File() override { fs::remove_all(folder_); }

  std::string problem(const std::string& name) const {
    try {
      const InputText text(folder_ / name);
    } catch (const DataError& error) {
      return error.what();
    }
    return "accepted";
  }

  static std::string raw(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  fs::path folder_;
};

std::string long_text() {
  std::string text;
  for (std::int64_t i = 0; i < 400'000; ++i) text += std::to_string(i * 7919 % 1'000'003) + "\n";
  return text;
}

TEST_F(File, IsFoundByAnAddressWhileItIsMapped) {
  write_file(folder_ / "a", std::string(5000, 'a'));
  write_file(folder_ / "b", "b");
  const MappedFile other(folder_ / "b");
  const char* at = nullptr;
  {
    MappedFile file(folder_ / "a");
    at = file.bytes().data();
    EXPECT_EQ(file_mapped_at(at + 4999), (folder_ / "a").string());
    EXPECT_EQ(file_mapped_at(at + 5000), nullptr);
    const MappedFile moved = std::move(file);
    EXPECT_EQ(file_mapped_at(at), (folder_ / "a").string());
  }
  EXPECT_EQ(file_mapped_at(at), nullptr);
  EXPECT_EQ(file_mapped_at(other.bytes().data()), (folder_ / "b").string());
}

TEST_F(File, IsNamedWhereItIsCutWhileItIsCopied) {
  const std::filesystem::path path = folder_ / "large";
  write_file(path, std::string(1 << 20, '1'));
  const MappedFile file(path);
  OutputFile copy(folder_ / "copy");
  std::filesystem::resize_file(path, 1);
  try {
    copy.write(file.bytes());
    ADD_FAILURE() << "copied";
  } catch (const DataError& error) {
    EXPECT_EQ(error.what(), path.string() + ": " + cut_file_problem);
  }
}

TEST_F(File, ReadsBackWhatWasWrittenPlainOrPacked) {
  for (const std::string& text : {std::string(), std::string("one line\n"), long_text()}) {
    for (const char* name : {"a.txt", "a.txt.gz", "a.txt.zst"}) {
      write_file(folder_ / name, text);
      EXPECT_EQ(InputText(folder_ / name).view(), text) << name;
    }
  }
  EXPECT_LT(fs::file_size(folder_ / "a.txt.gz"), fs::file_size(folder_ / "a.txt"));
  EXPECT_LT(fs::file_size(folder_ / "a.txt.zst"), fs::file_size(folder_ / "a.txt"));
}

TEST_F(File, ReadsConcatenatedArchives) {
  for (const char* extension : {".gz", ".zst"}) {
    const fs::path one = folder_ / (std::string("one") + extension);
    const fs::path two = folder_ / (std::string("two") + extension);
    write_file(one, "one\n");
    std::ofstream(two, std::ios::binary) << raw(one) << raw(one);
    EXPECT_EQ(InputText(two).view(), "one\none\n");
  }
}

TEST_F(File, RefusesArchivesThatAreCutOrDamaged) {
  for (const std::string& extension : {std::string(".gz"), std::string(".zst")}) {
    write_file(folder_ / ("whole" + extension), long_text());
    const std::string bytes = raw(folder_ / ("whole" + extension));
    for (const std::size_t length : {std::size_t{4}, bytes.size() / 2, bytes.size() - 1}) {
      std::ofstream(folder_ / ("cut" + extension), std::ios::binary) << bytes.substr(0, length);
      EXPECT_THAT(problem("cut" + extension), HasSubstr("cut" + extension + ": damaged")) << length;
    }
    std::string flipped = bytes;
    flipped[bytes.size() / 2] = static_cast<char>(flipped[bytes.size() / 2] ^ 0x55);
    std::ofstream(folder_ / ("bad" + extension), std::ios::binary) << flipped;
    EXPECT_THAT(problem("bad" + extension), HasSubstr("damaged"));
  }
}

TEST_F(File, RefusesAShortArchiveThatAsksForTwoGigabytes) {
  // Found by the fuzzer: the header of a frame names the memory that unpacking it takes.
  std::ofstream(folder_ / "greedy.zst", std::ios::binary)
      << std::string("\x28\xb5\x2f\xfd\x00\xa8\x09\xfd\x00\xa3\x08", 11);
  EXPECT_THAT(problem("greedy.zst"), HasSubstr("too much memory"));
}

TEST_F(File, RefusesBombs) {
  const std::string zeros(4'000'000, '0');
  for (const char* name : {"a.gz", "a.zst"}) {
    write_file(folder_ / name, zeros);
    EXPECT_THROW(InputText(folder_ / name, {.ratio = 100, .free = 1'000'000}), DataError) << name;
    EXPECT_THROW(InputText(folder_ / name, {.bytes = 3'999'999}), DataError) << name;
    EXPECT_EQ(InputText(folder_ / name).view(), zeros) << name;
  }
}

TEST_F(File, RefusesABombByDefault) {
  OutputFile bomb(folder_ / "bomb.gz");
  const std::string zeros(std::size_t{1} << 20, '0');
  for (int i = 0; i < 80; ++i) bomb.write(zeros);
  bomb.commit();
  EXPECT_THAT(problem("bomb.gz"), HasSubstr("expected at most 250 times as much"));
}

TEST_F(File, RefusesWhatIsNotAFile) {
  EXPECT_THAT(problem("absent"), HasSubstr("absent: cannot read: No such file"));
  EXPECT_THAT(problem("."), HasSubstr("found a folder, expected a file"));
}

TEST_F(File, LeavesNothingBehindWithoutCommit) {
  {
    OutputFile file(folder_ / "out.txt");
    file.write("half");
  }
  EXPECT_TRUE(fs::is_empty(folder_));
  EXPECT_THROW(OutputFile(folder_ / "no" / "such" / "out.txt"), StorageError);
}

TEST_F(File, KeepsTheModeOfTheFileItReplaces) {
  for (const char* name : {"a.txt", "a.txt.gz"}) {
    write_file(folder_ / name, "old");
    for (const unsigned mode : {0600U, 0640U, 0664U}) {
      fs::permissions(folder_ / name, fs::perms(mode));
      write_file(folder_ / name, "new");
      EXPECT_EQ(fs::status(folder_ / name).permissions(), fs::perms(mode)) << name;
    }
  }
}

TEST_F(File, GivesANewFileTheModeOfTheProcess) {
  std::ofstream(folder_ / "plain") << "x";
  write_file(folder_ / "ours", "x");
  EXPECT_EQ(fs::status(folder_ / "ours").permissions(),
            fs::status(folder_ / "plain").permissions());
}

TEST_F(File, NeverReplacesWhatIsNotAFile) {
  EXPECT_THROW(write_file(folder_, "x"), StorageError);
  write_file("/dev/null", "x");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  write_file(folder_ / "a.txt", "old");
  fs::create_symlink(folder_ / "a.txt", folder_ / "link");
  write_file(folder_ / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(InputText(folder_ / "a.txt").view(), "new");
}

TEST_F(File, WritesWhatALinkLeadsToEvenIfItIsNotThereYet) {
  fs::create_directory(folder_ / "there");
  fs::create_symlink("there/a.txt", folder_ / "link");
  fs::create_symlink("link", folder_ / "second");
  write_file(folder_ / "second", "new");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "second"));
  EXPECT_EQ(InputText(folder_ / "there/a.txt").view(), "new");
}

TEST_F(File, ReadsAPipeAsOftenAsItIsOpened) {
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string text = long_text();
  std::thread writer([&] { std::ofstream(pipe, std::ios::binary) << text; });
  const InputText first(pipe);
  writer.join();
  EXPECT_EQ(first.view(), text);
  first.release(first.view());
  EXPECT_EQ(InputText(pipe).view(), text);
  EXPECT_EQ(first.view(), text);
}

TEST_F(File, ReadsAnOpenFileFromWhereItIs) {
  write_file(folder_ / "a.txt", "first\nsecond\n");
  const int file = ::open((folder_ / "a.txt").c_str(), O_RDONLY);
  const fs::path path = "/dev/fd/" + std::to_string(file);
  EXPECT_EQ(InputText(path).view(), "first\nsecond\n");
  ::lseek(file, 6, SEEK_SET);
  EXPECT_EQ(InputText(path).view(), "second\n");
  EXPECT_EQ(InputText(path).view(), "second\n");
  ::close(file);
}

TEST_F(File, WritesToAPipeWithoutReplacingIt) {
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::string found;
  std::thread reader([&] { found = raw(pipe); });
  write_file(pipe, long_text());
  reader.join();
  EXPECT_EQ(found, long_text());
  EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST_F(File, WritesToAnOpenFileBehindWhatIsThere) {
  write_file(folder_ / "a.txt", "first\n");
  const int file = ::open((folder_ / "a.txt").c_str(), O_WRONLY | O_APPEND);
  write_file("/dev/fd/" + std::to_string(file), "second\n");
  ::close(file);
  EXPECT_EQ(raw(folder_ / "a.txt"), "first\nsecond\n");
}

TEST_F(File, RemovesWhatIsNotCompleteWhenTheProgramIsEnded) {
  write_file(folder_ / "done.txt", "x");
  OutputFile file(folder_ / "out.txt");
  file.write("half");
  remove_temporary_files();  // as the handler of a signal does
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
  EXPECT_TRUE(fs::exists(folder_ / "done.txt"));
}

TEST_F(File, CreatesTemporaryFilesForTheirOwnerThatAreRemovedUntilForgotten) {
  fs::path first;
  fs::path second;
  for (fs::path* const name : {&first, &second}) {
    const int file = created_beside(folder_ / "a.db", *name);
    ASSERT_GE(file, 0);
    ::close(file);
    EXPECT_EQ(name->parent_path(), folder_);
    EXPECT_EQ(fs::status(*name).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  }
  EXPECT_NE(first, second);
  forget_temporary_file(second);
  remove_temporary_files();
  EXPECT_FALSE(fs::exists(first));
  EXPECT_TRUE(fs::exists(second));
  forget_temporary_file(first);
  EXPECT_LT(created_beside(folder_ / "no" / "a.db", first), 0);
}

TEST_F(File, NamesTheFileOnAFullDisk) {
  try {
    write_file("/dev/full", "x");
    FAIL();
  } catch (const StorageError& error) {
    EXPECT_STREQ(error.what(), "/dev/full: cannot write: No space left on device");
  }
}

TEST_F(File, StaysReadableAfterRelease) {
  const std::string text = long_text();
  write_file(folder_ / "a.txt", text);
  const InputText input(folder_ / "a.txt");
  input.release(input.view());
  EXPECT_EQ(input.view(), text);
}

TEST_F(File, ReadsUtf16WithAMark) {
  using namespace std::string_literals;
  for (const std::string& name : {"a.txt"s, "a.txt.gz"s}) {
    write_file(folder_ / name,
               "\xff\xfe"
               "a\0\xfc\0\n\0"s);
    EXPECT_EQ(InputText(folder_ / name).view(), "a\xc3\xbc\n");
    write_file(folder_ / name, "\xfe\xff\0a"s);
    EXPECT_EQ(InputText(folder_ / name).view(), "a");
  }
  write_file(folder_ / "half",
             "\xff\xfe"
             "a"s);
  EXPECT_THAT(problem("half"), HasSubstr("half: damaged UTF-16 text"));
}

TEST_F(File, SaysWhatAFileIsThatIsNoText) {
  write_file(folder_ / "book.csv", "PK\x03\x04 xl/workbook.xml");
  EXPECT_THAT(problem("book.csv"), HasSubstr("book.csv: found an Excel workbook, expected text"));
  write_file(folder_ / "d.parquet.gz", "PAR1 x PAR1");
  EXPECT_THAT(problem("d.parquet.gz"), HasSubstr("pandas.read_parquet"));
}

TEST_F(File, DoesNotWritePlainTextUnderTheNameOfXz) {
  EXPECT_THROW(write_file(folder_ / "a.csv.xz", "x"), UsageError);
  EXPECT_TRUE(fs::is_empty(folder_));
}

}  // namespace
}  // namespace podium
