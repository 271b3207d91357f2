#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "podium/core/base/random.hpp"
#include "podium/text/links/link_graph.hpp"
#include "podium/text/web/web_options.hpp"
#include "podium/text/web/zipf.hpp"

namespace podium::text {

/// The smallest number of pages of a web with so many subjects.
std::size_t pages_for_subjects(std::size_t subjects);

/// Names, subjects and queries have words of a topic that are neither the commonest nor rare: of so
/// many ranks.
inline constexpr std::size_t ranks_of_subjects = 100;
std::vector<WordIndex> distinct_topic_words(const WebCorpusOptions& options, std::size_t topic,
                                            std::size_t wanted, std::size_t ranks,
                                            RandomStream& random);

/// Where a page is: in which site, and at which place of the site. Place 0 is the home page.
struct PagePlace {
  PageIndex page = 0;
  std::size_t site = 0;
  std::size_t place = 0;
};

/// What a web needs for the tasks of TREC's web tracks [Craswell03]: names, subjects and answers.
/// All three tasks have the same web, and differ in queries and answers alone.
///
/// A site has a name of two or three words and a subject of three, one for every 400 pages of the
/// web; each of its directories has a subject, mostly that of the site. The home page is the only
/// page at the root, and the entry page of a directory is above its other pages. All pages of a
/// site have its name in their text, and those of a directory its subject; so words alone do not
/// tell entry pages, but links, anchor texts and addresses do. A page that is no entry page has the
/// words of its heading in its text, too.
///
/// Answers: of a subject the home pages of sites devoted to it, and the entry pages of directories
/// devoted to it in other sites, except for three in ten that assessors do not find good enough; of
/// a name the home page; of a named page this page, which is no entry page.
class TaskWeb {
 public:
  /// `first_page` by site. Throws UsageError when the web has fewer subjects, sites or pages than
  /// the options have queries.
  TaskWeb(const WebCorpusOptions& options, std::span<const PageIndex> first_page);

  /// The topic of the subject of a page's directory.
  std::size_t topic(const PagePlace& at) const noexcept { return subject(at) % options_.topics; }

  std::vector<WordIndex> name(std::size_t site) const;
  std::vector<WordIndex> heading(const PagePlace& at) const;

  /// Draws the text of a page with this heading; `word_rank` draws words of the whole language.
  std::vector<WordIndex> body(const PagePlace& at, std::span<const WordIndex> heading,
                              std::size_t length, const Zipf& word_rank,
                              RandomStream& random) const;

  /// The text of a link to a page: mostly its heading or a part of it, or the site's name; or a
  /// word that says nothing.
  std::vector<WordIndex> anchor(const PagePlace& to, RandomStream& random) const;

  /// A word of the site's name that its address has; none for half of the sites.
  std::optional<WordIndex> word_of_address(std::size_t site) const;

  /// Draws a page that links go to: up or down in the site, or to another site.
  PageIndex link_target(const PagePlace& from, RandomStream& random) const;

  /// The pages below that an entry page lists.
  std::vector<PageIndex> listed(const PagePlace& from, RandomStream& random) const;

  /// The words of a query, except those of named pages, which come from the page.
  std::vector<WordIndex> query(std::size_t number) const;

  /// The relevant pages of a query, in ascending order.
  std::span<const PageIndex> answers(std::size_t query) const noexcept { return answer_[query]; }

  static bool is_entry(const PagePlace& at) noexcept { return at.place % pages_of_directory == 0; }

 private:
  std::size_t subject(const PagePlace& at) const noexcept {
    return subject_of_directory_[first_directory_[at.site] + at.place / pages_of_directory];
  }
  std::size_t subject_of_site(std::size_t site) const noexcept {
    return subject_of_directory_[first_directory_[site]];
  }
  PageIndex end_of(std::size_t site) const noexcept;
  std::vector<WordIndex> subject_words(std::size_t subject) const;
  std::size_t subject_count() const noexcept;
  void draw_subjects();
  std::vector<std::vector<PageIndex>> entries_of_subjects() const;
  void choose_subjects();
  void choose_home_pages();
  void choose_named_pages();

  WebCorpusOptions options_;
  Zipf topic_rank_;
  std::vector<PageIndex> first_page_;                ///< by site
  std::vector<std::size_t> first_directory_;         ///< by site
  std::vector<std::uint32_t> subject_of_directory_;  ///< the first of a site is the site's
  std::vector<std::size_t> target_;                  ///< by query: subject, site or page
  std::vector<std::vector<PageIndex>> answer_;       ///< by query
};

}  // namespace podium::text
