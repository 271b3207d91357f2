#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/labelling/service/service_fixture.hpp"

namespace podium::labelling {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

class Accounts : public ServiceFixture {
 protected:
  HttpResponse log_in(const std::string& name, const std::string& secret) {
    return send({}, "POST", "/api/login", {{"name", name}, {"password", secret}});
  }

  /// As a stranger at the address of the others: those for ann, and those of the address.
  void use_up_attempts() {
    for (int i = 0; i < 10; ++i) log_in("ann", "wrong password");
    for (int i = 0; i < 50; ++i) log_in("name " + to_text(i), "wrong password");
  }

  HttpRequest login_of(const std::string& name, const std::string& secret) const {
    return request({}, "POST", "/api/login", json{{"name", name}, {"password", secret}}.dump());
  }

  /// The cookie by which a browser is known, as the browser sends it back.
  static std::string browser_cookie(const HttpResponse& response) {
    const auto [begin, end] = response.header.equal_range("Set-Cookie");
    for (auto line = begin; line != end; ++line) {
      if (line->second.starts_with("podium_session_browser=")) {
        EXPECT_THAT(line->second, AllOf(HasSubstr("; HttpOnly"), HasSubstr("; SameSite=Strict")));
        return line->second.substr(0, line->second.find(';'));
      }
    }
    ADD_FAILURE() << "no cookie of a browser";
    return {};
  }

  std::vector<std::string> actions() const {
    std::vector<std::string> names;
    for (const AuditRecord& record : store_.people.audit(1000)) names.push_back(record.action);
    return names;
  }
};

TEST_F(Accounts, AnInvitationMakesAnAccountOnce) {
  const std::string token = token_of_invitation(Role::assessor);
  EXPECT_EQ(get({}, "/api/invitations/" + token)["role"], "assessor");
  const json body = {{"token", token}, {"name", "ann"}, {"password", password}};
  const Client ann = client_of(send({}, "POST", "/api/join", body));
  EXPECT_EQ(get(ann, "/api/me")["account"]["name"], "ann");
  json again = body;
  again["name"] = "eve";
  EXPECT_EQ(send({}, "POST", "/api/join", again).status, 404);
  EXPECT_EQ(send({}, "GET", "/api/invitations/" + token).status, 404);
  EXPECT_EQ(store_.people.accounts().size(), 1U);
}

TEST_F(Accounts, InvitationsExpireAndAreNotGuessed) {
  const std::string token = token_of_invitation(Role::administrator);
  EXPECT_EQ(send({}, "GET", "/api/invitations/" + token + "x").status, 404);
  pass(Instant{8} * 24 * 3600 * 1000);
  const json body = {{"token", token}, {"name", "ann"}, {"password", password}};
  EXPECT_EQ(send({}, "POST", "/api/join", body).status, 404);
}

TEST_F(Accounts, SetUpLinksAreValidUntilThereIsAnAdministrator) {
  const auto status = [&](const std::string& path) {
    return send({}, "GET", "/api/invitations/" + path.substr(6)).status;
  };
  const std::string first = invite_first_administrator(store_, now_).path;
  EXPECT_EQ(status(first), 200);
  const std::string second = invite_first_administrator(store_, now_).path;
  EXPECT_EQ(status(first), 200) << "that of another service";
  const std::string other = invite(store_, Role::assessor, "for Ann", now_).path;
  joined(Role::administrator, "root");
  EXPECT_EQ(status(first), 404) << "there is an administrator";
  EXPECT_EQ(status(second), 404);
  EXPECT_EQ(status(other), 200);
  EXPECT_THAT(actions(), AllOf(Contains("set-up link created"), Contains("set-up link withdrawn")));
}

TEST_F(Accounts, JoiningNeedsAGoodNameAndPassword) {
  joined(Role::assessor, "ann");
  const std::string token = token_of_invitation(Role::assessor);
  const auto status = [&](const std::string& name, const std::string& secret) {
    return send({}, "POST", "/api/join", {{"token", token}, {"name", name}, {"password", secret}})
        .status;
  };
  EXPECT_EQ(status("ann", password), 409);
  EXPECT_EQ(status("", password), 400);
  EXPECT_EQ(status(" eve", password), 400);
  EXPECT_EQ(status("e\nve", password), 400);
  EXPECT_EQ(status(std::string(65, 'e'), password), 400);
  for (const char* const name :
       {"ann\u200b", "\u202eann", "a\u00adnn", "ann\u2060", "ann\u00a0", "an\ufeffn", "\u0085ann",
        "\u2066ann", "ann\U000e0001", "=HYPERLINK(1)", "+ann", "-ann", "@ann"}) {
    EXPECT_EQ(status(name, password), 400) << name;
  }
  EXPECT_EQ(status("eve", "too short"), 400);
  EXPECT_EQ(status("\u00c9v\u00e9 \u4e2d-1", password), 200)
      << "none of these used up the invitation";
}

TEST_F(Accounts, TheCookieIsOutOfReachOfScripts) {
  joined(Role::assessor, "ann");
  const HttpResponse response = log_in("ann", password);
  EXPECT_THAT(response.header.find("Set-Cookie")->second,
              AllOf(HasSubstr("; HttpOnly"), HasSubstr("; SameSite=Strict"), HasSubstr("; Path=/"),
                    Not(HasSubstr("Secure"))));
}

TEST_F(Accounts, ServicesOnTwoPortsOfAHostHaveCookiesOfTheirOwn) {
  joined(Role::assessor, "ann");
  HttpRequest login =
      request({}, "POST", "/api/login", json{{"name", "ann"}, {"password", password}}.dump());
  login.header["host"] = "localhost:8081";
  const std::string line = service_->handle(login).header.find("Set-Cookie")->second;
  EXPECT_THAT(line, testing::StartsWith("podium_session_8081="));
  HttpRequest me = request({}, "GET", "/api/me");
  me.header["cookie"] = "podium_session=x; podium_session_80=y; " + line.substr(0, line.find(';'));
  me.header["host"] = "localhost:8081";
  EXPECT_EQ(service_->handle(me).status, 200);
  for (const char* const host : {"localhost", "localhost:80", "[::1]", "x:8081;", "x:99999999"}) {
    me.header["host"] = host;
    EXPECT_EQ(service_->handle(me).status, 401) << host;
  }
}

TEST_F(Accounts, ALongNameIsRecordedAndChangesNoAnswer) {
  std::string name = "x";
  while (name.size() < 60) name += "\xe4\xb8\xad";
  EXPECT_EQ(log_in(name, "wrong password").status, 401);
  EXPECT_EQ(log_in("x" + name, "wrong password").status, 401);
  const std::vector<std::string> said = actions();
  EXPECT_EQ(std::ranges::count(said, "login refused"), 2);
}

TEST_F(Accounts, UnknownNamesAndWrongPasswordsGetTheSameAnswer) {
  joined(Role::assessor, "ann");
  const HttpResponse wrong = log_in("ann", "wrong password");
  const HttpResponse unknown = log_in("eve", "wrong password");
  EXPECT_EQ(wrong.status, 401);
  EXPECT_EQ(unknown.status, 401);
  EXPECT_EQ(wrong.body, unknown.body);
}

TEST_F(Accounts, TooManyWrongPasswordsOfANameMustWait) {
  joined(Role::assessor, "ann");
  joined(Role::assessor, "bob");
  for (int i = 0; i < 10; ++i) EXPECT_EQ(log_in("ann", "wrong password").status, 401);
  const HttpResponse refused = log_in("ann", password);
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(refused.header.find("Retry-After")->second, "300");
  EXPECT_EQ(log_in("bob", password).status, 200) << "others of the same address get in";
  steady_ += 300'000;
  EXPECT_EQ(log_in("ann", password).status, 200);
}

TEST_F(Accounts, SettingTheClockNeitherLiftsNorProlongsALimit) {
  joined(Role::assessor, "ann");
  for (int i = 0; i < 10; ++i) log_in("ann", "wrong password");
  now_ += 3'600'000;
  EXPECT_EQ(log_in("ann", password).status, 429);
  now_ -= 7'200'000;
  EXPECT_EQ(log_in("ann", password).header.find("Retry-After")->second, "300");
  steady_ += 300'000;
  EXPECT_EQ(log_in("ann", password).status, 200);
}

TEST_F(Accounts, OtherSpellingsOfANameAreTheSameName) {
  joined(Role::assessor, "Ann");
  const std::string token = token_of_invitation(Role::assessor);
  const auto join = [&](const char* name) {
    return send({}, "POST", "/api/join",
                {{"token", token}, {"name", name}, {"password", password}});
  };
  for (const char* const name : {"ann", "ANN", "\u0410nn", "\uff21\uff4e\uff4e"}) {
    const HttpResponse response = join(name);
    EXPECT_EQ(response.status, 409) << name;
    EXPECT_THAT(response.body, HasSubstr("looks like it"));
    EXPECT_EQ(log_in(name, password).status, 200) << "they are the account's name: " << name;
  }
  EXPECT_EQ(join("A\u043fn").status, 200) << "no Latin letter looks like this one";
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(log_in(i % 2 == 0 ? "ann" : "\u0410NN", "wrong password").status, 401);
  }
  EXPECT_EQ(log_in("aNN", "wrong password").status, 429) << "no spelling has attempts of its own";
}

TEST_F(Accounts, WrongPasswordsFromElsewhereLockNobodyOut) {
  joined(Role::assessor, "ann");
  for (int i = 0; i < 12; ++i) log_in("ann", "wrong password");
  EXPECT_EQ(log_in("ann", password).status, 429);
  const std::vector<std::string> said = actions();
  EXPECT_EQ(std::ranges::count(said, "too many attempts"), 1) << "once in a window";
  HttpRequest elsewhere = login_of("ann", password);
  elsewhere.address = "10.0.0.2";
  EXPECT_EQ(service_->handle(elsewhere).status, 200);
}

TEST_F(Accounts, GuessesFromManyAddressesAreSlowedAndLockNobodyOut) {
  joined(Role::assessor, "ann");
  HttpRequest wrong = login_of("ann", "wrong");
  for (int i = 0; i < 120; ++i) {
    wrong.address = "10.0.1." + to_text(i);
    EXPECT_EQ(service_->handle(wrong).status, 401) << i;
  }
  EXPECT_EQ(service_->handle(wrong).status, 429) << "one attempt is left to each";
  HttpRequest right = login_of("ann", password);
  right.address = "10.0.2.1";
  EXPECT_EQ(service_->handle(right).status, 200) << "the owner, from wherever";
}

TEST_F(Accounts, AKnownBrowserIsNotLockedOutFromItsOwnAddress) {
  joined(Role::assessor, "ann");
  const HttpResponse before = log_in("ann", password);
  use_up_attempts();
  EXPECT_EQ(log_in("ann", password).status, 429) << "a stranger at the same address";
  HttpRequest known = login_of("ann", password);
  known.header["cookie"] = browser_cookie(before);
  EXPECT_EQ(service_->handle(known).status, 200);
  known.body = json{{"name", "ann"}, {"password", "wrong password"}}.dump();
  for (int i = 0; i < 10; ++i) EXPECT_EQ(service_->handle(known).status, 401);
  EXPECT_EQ(service_->handle(known).status, 429) << "it has a limit of its own";
  known.body = json{{"name", "bob"}, {"password", "wrong password"}}.dump();
  EXPECT_EQ(service_->handle(known).status, 429) << "it is known to its account only";
}

TEST_F(Accounts, ABrowserIsKnownUntilThePasswordChanges) {
  const Client ann = joined(Role::assessor, "ann");
  const HttpResponse elsewhere = log_in("ann", password);
  const json body = {{"old", password}, {"new", "another password"}};
  const HttpResponse changed = send(ann, "POST", "/api/password", body);
  EXPECT_EQ(changed.status, 200);
  for (int i = 0; i < 10; ++i) log_in("ann", "wrong password");
  HttpRequest again = login_of("ann", "another password");
  again.header["cookie"] = browser_cookie(elsewhere);
  EXPECT_EQ(service_->handle(again).status, 429);
  again.header["cookie"] = browser_cookie(changed);
  EXPECT_EQ(service_->handle(again).status, 200);
  pass(cheap_options().browser_length + 1);
  for (int i = 0; i < 10; ++i) log_in("ann", "wrong password");
  EXPECT_EQ(service_->handle(again).status, 429) << "it has expired";
}

TEST_F(Accounts, StrangersCannotKeepAnyoneFromANewPassword) {
  const Client ann = joined(Role::assessor, "ann");
  use_up_attempts();
  const json wrong = {{"old", "wrong password"}, {"new", "another password"}};
  for (int i = 0; i < 10; ++i) EXPECT_EQ(send(ann, "POST", "/api/password", wrong).status, 403);
  EXPECT_EQ(send(ann, "POST", "/api/password", wrong).status, 429);
  steady_ += 300'000;
  change(ann, "POST", "/api/password", {{"old", password}, {"new", "another password"}});
}

TEST_F(Accounts, TheAddressesOfANetworkAreOneClient) {
  joined(Role::assessor, "ann");
  HttpRequest wrong = login_of("ann", "wrong password");
  for (int i = 0; i < 10; ++i) {
    wrong.address = "2001:db8:0:1::" + to_text(i + 1);
    EXPECT_EQ(service_->handle(wrong).status, 401);
  }
  wrong.address = "2001:db8:0:1:ffff::1";
  EXPECT_EQ(service_->handle(wrong).status, 429);
  wrong.address = "2001:db8:0:2::1";
  EXPECT_EQ(service_->handle(wrong).status, 401);
  for (int i = 0; i < 10; ++i) {
    wrong.address = "::ffff:10.0.0." + to_text(i + 1);
    EXPECT_EQ(service_->handle(wrong).status, 401) << "IPv4 addresses are not one network";
  }
}

TEST_F(Accounts, TooManyWrongPasswordsOfAnAddressMustWait) {
  joined(Role::assessor, "ann");
  for (int i = 0; i < 50; ++i) EXPECT_EQ(log_in("name " + to_text(i), "wrong").status, 401);
  EXPECT_EQ(log_in("ann", password).status, 429);
  HttpRequest elsewhere = login_of("ann", password);
  elsewhere.address = "10.0.0.2";
  EXPECT_EQ(service_->handle(elsewhere).status, 200);
}

TEST_F(Accounts, GoodLoginsAreNotCounted) {
  joined(Role::assessor, "ann");
  for (int i = 0; i < 60; ++i) ASSERT_EQ(log_in("ann", password).status, 200);
}

TEST_F(Accounts, LoginsExpireAndEnd) {
  const Client ann = joined(Role::assessor, "ann");
  change(ann, "POST", "/api/logout");
  EXPECT_EQ(send(ann, "GET", "/api/me").status, 401);
  const Client later = logged_in("ann");
  pass(cheap_options().session_length - 1);
  EXPECT_EQ(send(later, "GET", "/api/me").status, 200);
  pass(2);
  EXPECT_EQ(send(later, "GET", "/api/me").status, 401);
}

TEST_F(Accounts, SettingTheClockNeitherEndsNorProlongsASession) {
  const Client ann = joined(Role::assessor, "ann");
  const Client root = joined(Role::administrator, "root");
  const Instant length = cheap_options().session_length;
  const auto invited = [&] {
    return change(root, "POST", "/api/invitations", {{"role", "assessor"}})["path"]
        .get<std::string>()
        .substr(6);
  };
  const std::string token = invited();
  now_ += 10 * length;
  EXPECT_EQ(send(ann, "GET", "/api/me").status, 200);
  EXPECT_EQ(send({}, "GET", "/api/invitations/" + token).status, 200);
  logged_in("ann");  // forgets what has expired
  now_ -= 20 * length;
  EXPECT_EQ(send(ann, "GET", "/api/me").status, 200);
  const std::string late = invited();
  const HttpResponse again = log_in("ann", password);
  use_up_attempts();
  HttpRequest known = login_of("ann", password);
  known.header["cookie"] = browser_cookie(again);
  EXPECT_EQ(service_->handle(known).status, 200) << "the browser is still known";
  now_ += 30 * length;
  EXPECT_EQ(send(client_of(again), "GET", "/api/me").status, 200) << "begun under another time";
  EXPECT_EQ(send({}, "GET", "/api/invitations/" + late).status, 200);
  now_ -= 30 * length;
  steady_ += length;
  EXPECT_EQ(send(ann, "GET", "/api/me").status, 401) << "its time has passed all the same";
  EXPECT_EQ(send({}, "GET", "/api/invitations/" + token).status, 404);
}

TEST_F(Accounts, ASessionOutlivesTheServiceAndStillExpires) {
  const Client ann = joined(Role::assessor, "ann");
  steady_ = 77;  // the machine was started again, too
  service_ = made_service();
  EXPECT_EQ(send(ann, "GET", "/api/me").status, 200);
  pass(cheap_options().session_length);
  EXPECT_EQ(send(ann, "GET", "/api/me").status, 401);
}

TEST_F(Accounts, WhatHasExpiredIsForgottenWithTheNextLogin) {
  joined(Role::assessor, "ann");
  const auto rows = [&] {
    std::int64_t count = 0;
    database_.open()->read([&](Connection& connection) {
      const auto found = connection.run(
          "SELECT (SELECT COUNT(*) FROM logins) + (SELECT COUNT(*) FROM invitations) + "
          "(SELECT COUNT(*) FROM known_browsers)");
      count = std::get<std::int64_t>(found.at(0).at(0));
    });
    return count;
  };
  for (int i = 0; i < 5; ++i) logged_in("ann");
  token_of_invitation(Role::assessor);
  EXPECT_EQ(rows(), 13) << "six logins of six browsers, an open invitation";
  pass(cheap_options().session_length + 1);
  logged_in("ann");
  EXPECT_EQ(rows(), 8) << "one login, seven browsers";
  pass(cheap_options().browser_length + 1);
  logged_in("ann");
  EXPECT_EQ(rows(), 2);
}

TEST_F(Accounts, RefusalsAreRecorded) {
  const Client ann = joined(Role::assessor, "ann");
  EXPECT_EQ(send(ann, "GET", "/api/audit").status, 403);
  EXPECT_EQ(send({ann.session, "forged", ann.account}, "POST", "/api/logout").status, 403);
  const json body = {{"token", "guessed"}, {"name", "eve"}, {"password", password}};
  for (int i = 0; i < 10; ++i) EXPECT_EQ(send({}, "POST", "/api/join", body).status, 404);
  EXPECT_EQ(send({}, "POST", "/api/join", body).status, 429) << "guesses do not fill the log";
  const std::vector<std::string> said = actions();
  EXPECT_EQ(std::ranges::count(said, "refused"), 2);
  EXPECT_EQ(std::ranges::count(said, "join refused"), 10);
  joined(Role::assessor, "bob");
}

TEST_F(Accounts, RefusedRequestsDoNotFillTheAuditLog) {
  const Client ann = joined(Role::assessor, "ann");
  const auto count = [&] { return store_.people.audit(100'000).size(); };
  const std::size_t before = count();
  for (int i = 0; i < 500; ++i) EXPECT_EQ(send(ann, "GET", "/api/audit").status, 403);
  EXPECT_EQ(count(), before + 10);
  steady_ += 300'000;
  EXPECT_EQ(send(ann, "GET", "/api/audit").status, 403);
  EXPECT_EQ(store_.people.audit(1).front().detail,
            "GET /api/audit; 490 earlier refusals not recorded");
  HttpRequest wrong = login_of("ann", "wrong password");
  for (int i = 0; i < 1000; ++i) {
    wrong.address = "10.0." + to_text(i / 250) + "." + to_text(i % 250);
    service_->handle(wrong);
  }
  EXPECT_LE(count(), before + 310) << "however many addresses there are";
}

TEST_F(Accounts, ANewPasswordEndsTheOtherSessions) {
  const Client ann = joined(Role::assessor, "ann");
  const Client elsewhere = logged_in("ann");
  const json wrong = {{"old", "wrong password"}, {"new", "another password"}};
  EXPECT_EQ(send(ann, "POST", "/api/password", wrong).status, 403);
  const json weak = {{"old", password}, {"new", "short"}};
  EXPECT_EQ(send(ann, "POST", "/api/password", weak).status, 400);
  change(ann, "POST", "/api/password", {{"old", password}, {"new", "another password"}});
  EXPECT_EQ(send(ann, "GET", "/api/me").status, 200);
  EXPECT_EQ(send(elsewhere, "GET", "/api/me").status, 401);
  EXPECT_EQ(log_in("ann", password).status, 401);
  EXPECT_EQ(log_in("ann", "another password").status, 200);
}

TEST_F(Accounts, ADisabledAccountIsOutAtOnce) {
  const Client root = joined(Role::administrator, "root");
  const Client ann = joined(Role::assessor, "ann");
  const std::string path = "/api/accounts/" + to_text(ann.account);
  change(root, "PUT", path, {{"enabled", false}});
  EXPECT_EQ(send(ann, "GET", "/api/me").status, 401);
  EXPECT_EQ(log_in("ann", password).status, 401);
  change(root, "PUT", path, {{"enabled", true}});
  EXPECT_EQ(log_in("ann", password).status, 200);
  const std::string own = "/api/accounts/" + to_text(root.account);
  EXPECT_EQ(send(root, "PUT", own, {{"enabled", false}}).status, 403);
  EXPECT_EQ(send(root, "PUT", "/api/accounts/999", {{"enabled", false}}).status, 404);
}

TEST_F(Accounts, ProgramsCannotLogIn) {
  store_.people.add_account({.name = "judge", .is_program = true});
  EXPECT_EQ(log_in("judge", "").status, 401);
}

TEST_F(Accounts, AnAdministratorInvites) {
  const Client root = joined(Role::administrator, "root");
  const json made =
      change(root, "POST", "/api/invitations", {{"role", "assessor"}, {"note", "for Ann"}});
  const std::string path = made["path"];
  EXPECT_TRUE(path.starts_with("/join/"));
  EXPECT_GT(made["expires"].get<Instant>(), now_);
  EXPECT_EQ(get({}, "/api/invitations/" + path.substr(6))["role"], "assessor");
  EXPECT_EQ(send(root, "POST", "/api/invitations", {{"role", "king"}}).status, 400);
  EXPECT_EQ(get(root, "/api/accounts")["accounts"].size(), 1U);
}

TEST_F(Accounts, WhatHappenedIsRecorded) {
  const Client root = joined(Role::administrator, "root");
  log_in("root", "wrong password");
  logged_in("root");
  change(root, "POST", "/api/invitations", {{"role", "assessor"}});
  EXPECT_THAT(actions(), AllOf(Contains("join"), Contains("login refused"), Contains("login"),
                               Contains("invite")));
  const json records = get(root, "/api/audit")["records"];
  EXPECT_EQ(records[0]["account"], "root");
  EXPECT_EQ(records[0]["address"], "10.0.0.1");
  HttpRequest some = request(root, "GET", "/api/audit");
  some.query["limit"] = "2";
  EXPECT_EQ(json::parse(service_->handle(some).body)["records"].size(), 2U);
  for (const char* const limit : {"0", "-1", "x", "99999999"}) {
    some.query["limit"] = limit;
    EXPECT_EQ(service_->handle(some).status, 400) << limit;
  }
}

TEST_F(Accounts, SecretsAreNowhereInTheDatabase) {
  const std::string token = token_of_invitation(Role::assessor);
  const Client ann = joined(Role::assessor, "ann");
  for (const auto& file : std::filesystem::directory_iterator(database_.path().parent_path())) {
    std::ifstream stream(file.path(), std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(stream)), {});
    for (const std::string& secret : {token, ann.session, std::string(password)}) {
      EXPECT_EQ(bytes.find(secret), std::string::npos) << file.path();
    }
  }
}

}  // namespace
}  // namespace podium::labelling
