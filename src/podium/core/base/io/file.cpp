#include "podium/core/base/io/file.hpp"

#include <cerrno>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/copied_text.hpp"
#include "podium/core/base/io/descriptor.hpp"
#include "podium/core/base/io/mapped_ranges.hpp"
#include "podium/core/base/io/read_once.hpp"
#include "podium/core/base/io/temporary_files.hpp"
#include "podium/core/base/unicode/utf8.hpp"

namespace podium {

namespace {

constexpr std::size_t written_piece = std::size_t{1} << 20;

/// The mode of the file that is at `path`; nothing if there is none.
std::optional<::mode_t> mode_of(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return status.st_mode & 07777;
}

/// An open file that is closed with its scope.
struct Descriptor {
  explicit Descriptor(int opened) : number(opened) {}
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor(Descriptor&&) = delete;
  Descriptor& operator=(Descriptor&&) = delete;

  int number;
};

/// Opens a path; an open file that it stands for is shared. Negative when that fails.
int opened(const std::filesystem::path& path, int flags) {
  if (const auto known = descriptor_of(path)) return ::fcntl(*known, F_DUPFD_CLOEXEC, 0);
  int descriptor = -1;
  do {  // a pipe waits for its other end
    descriptor = ::open(path.c_str(), flags | O_CLOEXEC | O_NOCTTY);
  } while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

/// Largest length that zlib's 32-bit counters take in one call.
constexpr std::size_t deflate_limit = std::size_t{1} << 30;

}  // namespace

bool is_stream(const std::filesystem::path& path) {
  if (descriptor_of(followed(path))) return true;
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

// --- reading ---

MappedFile::MappedFile(const std::filesystem::path& path) {
  const auto refuse = [&](const std::string& problem) {
    throw DataError({path.string()}, problem);
  };
  const auto map = [&](int descriptor, std::size_t size) {
    if (size == 0) return;
    void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (address == MAP_FAILED && errno == ENOMEM) {
      throw StorageError(path.string() + ": cannot map the file: " + system_reason());
    }
    if (address == MAP_FAILED) refuse(fmt::format("cannot map: {}", system_reason()));
    data_ = static_cast<const char*>(address);
    size_ = size;
    path_ = std::make_unique<const std::string>(path.string());
    note_mapped_range(data_, size_, *path_);
  };
  struct stat status {};
  const bool is_pipe = ::stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode);
  if (const auto before = is_pipe ? bytes_read_before(path.string()) : std::nullopt) {
    map(before->descriptor, before->size);
    return;
  }
  const Descriptor file(opened(path, O_RDONLY));
  if (file.number < 0 || ::fstat(file.number, &status) != 0) {
    refuse(fmt::format("cannot read: {}", system_reason()));
  }
  if (S_ISDIR(status.st_mode)) refuse("found a folder, expected a file");
  const bool is_read_already = descriptor_of(path) && ::lseek(file.number, 0, SEEK_CUR) > 0;
  if (S_ISREG(status.st_mode) && !is_read_already) {
    map(file.number, static_cast<std::size_t>(status.st_size));
  } else {
    const KeptBytes kept = bytes_read_once(file.number, path.string());
    map(kept.descriptor, kept.size);
  }
}

MappedFile::~MappedFile() {
  if (data_ == nullptr) return;
  forget_mapped_range(data_);
  ::munmap(const_cast<char*>(data_), size_);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      path_(std::move(other.path_)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(path_, other.path_);
  return *this;
}

void MappedFile::release(std::string_view part) const noexcept {
  // Only whole pages can be released; those at the edges are shared with neighbours.
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const auto first = static_cast<std::size_t>(part.data() - data_);
  const std::size_t begin = (first + page - 1) / page * page;
  const std::size_t end = (first + part.size()) / page * page;
  if (begin < end) ::madvise(const_cast<char*>(data_) + begin, end - begin, MADV_DONTNEED);
}

InputText::InputText(const std::filesystem::path& path, const UnpackLimits& limits)
    : path_(path.string()), file_(path) {
  view_ = file_.bytes();
  if (auto text = decoded_text(view_, path_, limits)) {
    unpacked_ = std::make_unique<std::string>(std::move(*text));
    view_ = *unpacked_;
  }
  view_ = without_mark(view_);
}

void InputText::release(std::string_view part) const noexcept {
  if (!unpacked_) file_.release(part);
}

// --- writing ---

/// Packs pieces of text as they come; finish() returns what is left.
class OutputFile::Packer {
 public:
  enum class Kind { gzip, zstd };

  explicit Packer(Kind kind) : kind_(kind), zstd_(nullptr, ZSTD_freeCCtx) {
    if (kind_ == Kind::gzip) {
      if (deflateInit2(&gzip_, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        throw StorageError("zlib: cannot start");
      }
    } else {
      zstd_.reset(ZSTD_createCCtx());
      ZSTD_CCtx_setParameter(zstd_.get(), ZSTD_c_checksumFlag, 1);
    }
  }
  ~Packer() {
    if (kind_ == Kind::gzip) deflateEnd(&gzip_);
  }
  Packer(const Packer&) = delete;
  Packer& operator=(const Packer&) = delete;
  Packer(Packer&&) = delete;
  Packer& operator=(Packer&&) = delete;

  template <class Sink>
  void pack(std::string_view text, bool last, Sink&& sink) {
    kind_ == Kind::gzip ? pack_gzip(text, last, sink) : pack_zstd(text, last, sink);
  }

 private:
  template <class Sink>
  void pack_gzip(std::string_view text, bool last, Sink& sink) {
    do {
      const std::string_view part = text.substr(0, deflate_limit);
      text.remove_prefix(part.size());
      gzip_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(part.data()));
      gzip_.avail_in = static_cast<uInt>(part.size());
      do {
        gzip_.next_out = reinterpret_cast<Bytef*>(buffer_.data());
        gzip_.avail_out = static_cast<uInt>(buffer_.size());
        deflate(&gzip_, last && text.empty() ? Z_FINISH : Z_NO_FLUSH);
        sink(std::string_view(buffer_.data(), buffer_.size() - gzip_.avail_out));
      } while (gzip_.avail_out == 0);
    } while (!text.empty());
  }

  template <class Sink>
  void pack_zstd(std::string_view text, bool last, Sink& sink) {
    ZSTD_inBuffer in{text.data(), text.size(), 0};
    bool more = true;
    while (more) {
      ZSTD_outBuffer out{buffer_.data(), buffer_.size(), 0};
      const std::size_t left =
          ZSTD_compressStream2(zstd_.get(), &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
      if (ZSTD_isError(left) != 0) throw StorageError(ZSTD_getErrorName(left));
      sink(std::string_view(buffer_.data(), out.pos));
      more = last ? left != 0 : in.pos < in.size;
    }
  }

  Kind kind_;
  z_stream gzip_{};
  std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> zstd_;
  std::string buffer_ = std::string(std::size_t{1} << 17, '\0');
};

OutputFile::OutputFile(std::filesystem::path path) : path_(followed(std::move(path))) {
  if (path_.extension() == ".xz") {
    throw UsageError(path_.string() + ": cannot write xz; choose a name that ends in .zst or .gz");
  }
  std::error_code unknown;
  if (std::filesystem::is_directory(path_, unknown)) {
    throw StorageError(
        fmt::format("{}: cannot write: found a folder, expected a file", path_.string()));
  }
  const auto extension = path_.extension();
  if (extension == ".gz") packer_ = std::make_unique<Packer>(Packer::Kind::gzip);
  if (extension == ".zst") packer_ = std::make_unique<Packer>(Packer::Kind::zstd);
  if (is_stream(path_)) {
    descriptor_ = opened(path_, O_WRONLY);
  } else {
    // Of a new file the system takes away what the process does not allow: reading umask(2) would
    // mean to set it, for all threads.
    const std::optional<::mode_t> mode = mode_of(path_);
    descriptor_ = created_beside(path_, temporary_, mode ? 0600 : 0666);
    if (mode && descriptor_ >= 0) ::fchmod(descriptor_, *mode);
  }
  if (descriptor_ < 0) {
    throw StorageError(fmt::format("{}: cannot write: {}", path_.string(), system_reason()));
  }
}

OutputFile::~OutputFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  if (temporary_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove(temporary_, ignored);
  forget_temporary_file(temporary_);
}

void OutputFile::write(std::string_view bytes) {
  const auto pass_on = [this](std::string_view part) {
    if (packer_) {
      packer_->pack(part, false, [this](std::string_view packed) { write_raw(packed); });
    } else {
      write_raw(part);
    }
  };
  if (bytes.size() < written_piece) pending_ += bytes;
  if (bytes.size() < written_piece && pending_.size() < written_piece) return;
  pass_on(pending_);
  pending_.clear();
  if (bytes.size() >= written_piece) pass_on(bytes);  // not copied: it may be a whole matrix
}

void OutputFile::write_raw(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      const char* cut = errno == EFAULT ? file_mapped_at(bytes.data()) : nullptr;
      if (cut != nullptr) throw DataError({cut}, cut_file_problem);
      throw StorageError(fmt::format("{}: cannot write: {}", path_.string(), system_reason()));
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void OutputFile::commit() {
  if (packer_) {
    packer_->pack(pending_, true, [this](std::string_view packed) { write_raw(packed); });
  } else {
    write_raw(pending_);
  }
  pending_.clear();
  if (!temporary_.empty()) {
    if (::fsync(descriptor_) != 0 || ::rename(temporary_.c_str(), path_.c_str()) != 0) {
      throw StorageError(fmt::format("{}: cannot write: {}", path_.string(), system_reason()));
    }
    forget_temporary_file(temporary_);
    sync_folder_of(path_);
  }
  ::close(std::exchange(descriptor_, -1));
}

void write_file(const std::filesystem::path& path, std::string_view bytes) {
  OutputFile file(path);
  file.write(bytes);
  file.commit();
}

}  // namespace podium
