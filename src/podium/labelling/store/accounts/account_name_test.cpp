#include "podium/labelling/store/accounts/account_name.hpp"

#include <string>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/labelling/store/store_fixture.hpp"

namespace podium::labelling {
namespace {

TEST(AccountName, CanBeOfAnyLanguage) {
  for (const std::string name : {"ann", "Ann Lee", "J\u00fcrgen", "\u738b", "a=b", "o'neil"}) {
    EXPECT_NO_THROW(check_account_name(name)) << name;
  }
  EXPECT_NO_THROW(check_account_name(std::string(64, 'x')));
}

TEST(AccountName, CanBeToldFromOthers) {
  for (const std::string name : {"", " ann", "ann ", "=1+1", "-a", "+a", "@a", "a\nb", "a\tb",
                                 "a\x7f", "a\u200b", "\xff", "\uffa0", "\u3000"}) {
    EXPECT_THROW(check_account_name(name), UsageError) << name;
  }
  EXPECT_THROW(check_account_name(std::string(65, 'x')), UsageError);
}

TEST(AccountName, IsCheckedWhereverAnAccountIsMade) {
  const TestSqlite database;
  LabelStore store(database.open());
  EXPECT_THROW(store.people.add_account({.name = "=1+1"}), UsageError);
  store.people.add_invitation({.token_hash = "t", .expires = 10});
  EXPECT_THROW(store.people.accept("t", {.name = "-a"}, 1), UsageError);
  EXPECT_TRUE(store.people.invitation("t", 1)) << "the link can still be used";
  EXPECT_TRUE(store.people.accounts().empty());
}

}  // namespace
}  // namespace podium::labelling
