#include "podium/text/terms/analyser.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <unordered_set>
#include <utility>

#include <libstemmer.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/embedded_text.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/named.hpp"
#include "podium/text/terms/stem_cache.hpp"
#include "podium/text/terms/words.hpp"

namespace podium::text {

std::span<const EmbeddedText> stop_word_lists();

namespace {

using StopWords = std::unordered_set<std::string>;

/// The words of a list, split and folded like those of a text.
StopWords stop_words_of(std::string_view list) {
  StopWords words;
  WordSplitter().for_each_word(list, [&](std::string_view word) { words.emplace(word); });
  return words;
}

StopWords read_stop_words(const std::string& name) {
  if (name == "none") return {};
  if (name == "english") return stop_words_of(stop_word_lists().front().text());
  return stop_words_of(InputText(name).view());
}

/// A stemmer by name; "none" leaves words unchanged.
class Stemmer {
 public:
  explicit Stemmer(const std::string& name) {
    if (name == "none") return;
    const auto names = stemmer_names();
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      throw UsageError(unknown_name("stemmer", name, names));
    }
    handle_.reset(sb_stemmer_new(name.c_str(), "UTF_8"));
    expects(handle_ != nullptr, "a stemmer for every name that the library lists");
  }

  std::string_view operator()(std::string_view word) {
    if (handle_ == nullptr) return word;
    const auto* bytes = reinterpret_cast<const sb_symbol*>(word.data());
    const sb_symbol* stem = sb_stemmer_stem(handle_.get(), bytes, static_cast<int>(word.size()));
    const auto length = static_cast<std::size_t>(sb_stemmer_length(handle_.get()));
    return {reinterpret_cast<const char*>(stem), length};
  }

 private:
  struct Delete {
    void operator()(sb_stemmer* stemmer) const noexcept { sb_stemmer_delete(stemmer); }
  };
  std::unique_ptr<sb_stemmer, Delete> handle_;
};

}  // namespace

std::vector<std::string_view> stemmer_names() {
  std::vector<std::string_view> names = {"none"};
  for (const char** name = sb_stemmer_list(); *name != nullptr; ++name) names.emplace_back(*name);
  return names;
}

class Analyser::Impl {
 public:
  Impl(const AnalyserOptions& options, std::shared_ptr<const StopWords> stop_words)
      : options_(options), stop_words_(std::move(stop_words)), stemmer_(options.stemmer) {}

  std::unique_ptr<Impl> copy() const { return std::make_unique<Impl>(options_, stop_words_); }

  std::uint64_t each_term(std::string_view text, Sink sink) {
    std::size_t count = 0;
    const std::uint64_t bad = splitter_.for_each_word(text, [&](std::string_view word) {
      WaitingWord& place = waiting_[count % waiting_.size()];
      if (count++ >= waiting_.size()) use(place, sink);
      place.key = StemCache::key_of(word);
      place.set_text(word);
      cache_.prefetch(place.key);
    });
    for (std::size_t i = count - std::min(count, waiting_.size()); i < count; ++i) {
      use(waiting_[i % waiting_.size()], sink);
    }
    return bad;
  }

 private:
  /// A word whose entry in the cache is being fetched.
  struct WaitingWord {
    std::uint64_t key = 0;
    std::size_t size = 0;
    std::array<char, WordSplitter::longest> text;

    void set_text(std::string_view word) {
      size = word.size();
      if (size <= sizeof(std::uint64_t)) {  // as nearly all are
        const std::uint64_t bytes = first_bytes(word.data(), size);
        std::memcpy(text.data(), &bytes, sizeof(bytes));
      } else {
        std::ranges::copy(word, text.begin());
      }
    }
  };

  void use(const WaitingWord& word, const Sink& sink) {
    const StemCache::Entry& entry =
        cache_.find({word.text.data(), word.size}, word.key,
                    [this](std::string_view unknown) { return term_of(unknown); });
    if (entry.size != 0) sink.call(sink.object, {cache_.stem_of(entry), entry.stem});
  }

  std::string_view term_of(std::string_view word) {
    if (word.size() > options_.longest_word) return {};
    if (stop_words_->contains(std::string(word))) return {};
    const std::string_view stem = stemmer_(word);
    return stem.substr(0, WordSplitter::longest);
  }

  AnalyserOptions options_;
  std::shared_ptr<const StopWords> stop_words_;
  Stemmer stemmer_;
  WordSplitter splitter_;
  StemCache cache_;
  std::array<WaitingWord, 8> waiting_;
};

Analyser::Analyser(const AnalyserOptions& options)
    : impl_(std::make_unique<Impl>(
          options, std::make_shared<const StopWords>(read_stop_words(options.stop_words)))) {}
Analyser::Analyser(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Analyser::~Analyser() = default;
Analyser::Analyser(Analyser&& other) noexcept = default;
Analyser& Analyser::operator=(Analyser&& other) noexcept = default;

Analyser Analyser::copy_for_thread() const {
  return Analyser(impl_->copy());
}

std::uint64_t Analyser::each_term(std::string_view text, Sink sink) {
  return impl_->each_term(text, sink);
}

std::vector<std::string> Analyser::terms(std::string_view text) {
  std::vector<std::string> all;
  for_each_term(text, [&](const Term& term) { all.emplace_back(term.text); });
  return all;
}

}  // namespace podium::text
