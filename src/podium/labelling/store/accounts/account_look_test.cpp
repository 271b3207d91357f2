#include "podium/labelling/store/accounts/account_look.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "podium/core/base/text.hpp"

namespace podium::labelling {
namespace {

bool look_alike(const std::string& a, const std::string& b) {
  const std::vector<std::string> looks = looks_of(b);
  return std::ranges::any_of(looks_of(a), [&](const std::string& look) {
    return std::ranges::find(looks, look) != looks.end();
  });
}

TEST(AccountLook, IsSharedByNamesThatCannotBeToldApart) {
  const std::vector<std::pair<std::string, std::string>> alike = {
      {"ann", "Ann"},
      {"ann", "ANN"},
      {"ann", "\u0430nn"},            // Cyrillic a
      {"ann", "\u0410NN"},            // Cyrillic A
      {"ann", "\uff41\uff4e\uff4e"},  // full width
      {"Bob", "\u0412ob"},            // Cyrillic Ve, like B in upper case only
      {"bob", "b0b"},
      {"Ian", "lan"},
      {"bill", "bi1l"},
      {"stra\u00dfe", "STRASSE"},
      {"J\u00fcrgen", "Ju\u0308rgen"},  // composed and decomposed
      {"ann lee", "ann  lee"},
      {"ann lee", "ann\u3000lee"},
      {"\u03b1nn", "ann"}};  // Greek alpha
  for (const auto& [a, b] : alike) EXPECT_TRUE(look_alike(a, b)) << a << ", " << b;
}

TEST(AccountLook, TellsOtherNamesApart) {
  const std::vector<std::pair<std::string, std::string>> different = {
      {"ann", "anna"},           {"Neil", "Nell"},
      {"J\u00fcrgen", "Jurgen"}, {"ann lee", "annlee"},
      {"\u738b", "\u674e"},      {"ian", "lan"},
      {"person1", "person2"},    {"\u0418\u0432\u0430\u043d", "\u0412\u0430\u043d\u044f"}};
  for (const auto& [a, b] : different) EXPECT_FALSE(look_alike(a, b)) << a << ", " << b;
  std::set<std::string> looks;
  for (int i = 0; i < 1000; ++i) looks.insert(looks_of("assessor" + to_text(i)).front());
  EXPECT_EQ(looks.size(), 1000U);
}

TEST(AccountLook, TheFirstOneIgnoresCase) {
  EXPECT_EQ(looks_of("IAN").front(), looks_of("ian").front());
  EXPECT_NE(looks_of("Ian").front(), looks_of("lan").front());
  EXPECT_EQ(looks_of("ann"), std::vector<std::string>{"ann"});
}

TEST(AccountLook, OfAnyBytesIsText) {
  EXPECT_EQ(looks_of(""), std::vector<std::string>{""});
  EXPECT_FALSE(looks_of("\xff\xfe").front().empty());
  EXPECT_FALSE(looks_of(std::string(5000, 'x')).front().empty());
}

}  // namespace
}  // namespace podium::labelling
