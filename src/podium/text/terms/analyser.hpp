#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/options.hpp"

namespace podium::text {

/// Options for turning text into terms.
struct AnalyserOptions {
  std::string stemmer = "porter";
  std::string stop_words = "english";
  std::size_t longest_word = 64;

  bool operator==(const AnalyserOptions&) const = default;

  /// Whether stop_words names a file.
  bool has_own_stop_words() const { return stop_words != "none" && stop_words != "english"; }

  static auto fields() {
    using Self = AnalyserOptions;
    return std::array{
        field("stemmer", &Self::stemmer,
              "stemmer: none, porter, english, or another language with a Snowball stemmer"),
        field("stop-words", &Self::stop_words,
              "stop words: none, english (built-in list), or a file with one word per line"),
        field("longest-word", &Self::longest_word, std::size_t{1}, std::size_t{255},
              "maximum length of a word in bytes; longer words are ignored"),
    };
  }
};

/// A term of a document or query: a word, case-folded and stemmed.
struct Term {
  std::string_view text;
  std::uint64_t fingerprint = 0;  ///< of the text, 64 bits well mixed
};

/// All values of AnalyserOptions::stemmer.
std::vector<std::string_view> stemmer_names();

/// Turns text into terms, always in the same way for the same options:
///
///   1. UTF-8 is decoded; invalid bytes become U+FFFD, which is counted and ends a word.
///   2. Words are those of Unicode's word boundaries [UAX29], split further at everything that is
///      neither a letter nor a digit nor a mark after one: "don't" and "x_1" are two words each.
///   3. Words are case-folded (NFKC_Casefold); words longer than longest_word are dropped.
///   4. Stop words are dropped. 5. The rest are stemmed.
///
/// Runs of ASCII take a faster path with the same result. Stems are cached. Not thread-safe: each
/// thread has its own, by copy_for_thread().
class Analyser {
 public:
  /// Throws UsageError for an unknown stemmer, DataError when the file of stop words cannot be
  /// read.
  explicit Analyser(const AnalyserOptions& options = {});
  ~Analyser();
  Analyser(Analyser&& other) noexcept;
  Analyser& operator=(Analyser&& other) noexcept;
  Analyser(const Analyser&) = delete;
  Analyser& operator=(const Analyser&) = delete;

  Analyser copy_for_thread() const;

  /// Calls use(term) for each term of the text in order; a term is valid until use() returns.
  /// Returns the number of invalid UTF-8 sequences.
  template <class Use>
  std::uint64_t for_each_term(std::string_view text, Use&& use) {
    const auto call = [](void* object, const Term& term) {
      (*static_cast<std::remove_reference_t<Use>*>(object))(term);
    };
    return each_term(text, {const_cast<void*>(static_cast<const void*>(&use)), call});
  }

  std::vector<std::string> terms(std::string_view text);

 private:
  class Impl;
  struct Sink {
    void* object;
    void (*call)(void*, const Term&);
  };
  explicit Analyser(std::unique_ptr<Impl> impl);
  std::uint64_t each_term(std::string_view text, Sink sink);

  std::unique_ptr<Impl> impl_;
};

}  // namespace podium::text
