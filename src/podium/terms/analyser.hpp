#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "podium/base/options.hpp"

namespace podium {

/// How text becomes terms.
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
              "none, porter, english, or another language that Snowball has a stemmer for"),
        field("stop-words", &Self::stop_words,
              "none, english (a list of our own), or the name of a file with a word on each line"),
        field("longest-word", &Self::longest_word, std::size_t{1}, std::size_t{255},
              "longer words, in bytes, are left out"),
    };
  }
};

/// A term as documents and queries are compared by: a word, folded and stemmed.
struct Term {
  std::string_view text;
  std::uint64_t fingerprint = 0;  ///< of the text, 64 bits well mixed
};

/// Every name that AnalyserOptions::stemmer may have.
std::vector<std::string_view> stemmer_names();

/// Turns text into terms, always in the same way for the same options:
///
///   1. UTF-8 is decoded; what is no UTF-8 becomes U+FFFD, which is counted and ends a word.
///   2. Words are those of Unicode's word boundaries [UAX29], cut further at everything that is
///      neither letter nor digit nor a mark behind one: "don't" is two words, "x_1" too.
///   3. Words are folded (NFKC_Casefold); longer ones than longest_word are left out.
///   4. Stop words are left out. 5. The rest are stemmed.
///
/// Runs of ASCII take a path of their own with the same result. Stems are remembered. For one
/// thread at a time: each thread has its own, by copy_for_thread().
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

  const AnalyserOptions& options() const noexcept;

  /// Calls use(term) for each term of the text in order; a term lives until use() returns. Returns
  /// how many pieces of the text were no UTF-8.
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

}  // namespace podium
