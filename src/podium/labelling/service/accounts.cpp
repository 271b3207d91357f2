// Accounts: logging in and out, joining by an invitation, changing the password.
#include <array>

#include "podium/core/base/text.hpp"
#include "podium/core/http/tokens.hpp"
#include "podium/labelling/service/cookies.hpp"
#include "podium/labelling/service/invitations.hpp"
#include "podium/labelling/service/route.hpp"
#include "podium/labelling/store/accounts/account_look.hpp"
#include "podium/labelling/store/accounts/account_name.hpp"

namespace podium::labelling {

namespace {

constexpr std::size_t longest_text = 4096;

std::string cookie_name(const Call& call) {
  return session_cookie(call.request, call.service.options.has_secure_cookies());
}

/// The cookie by which a browser is known after its session.
std::string browser_cookie_name(const Call& call) {
  return cookie_name(call) + "_browser";
}

std::string cookie_line(const Call& call, const std::string& name, const std::string& token,
                        Instant age) {
  return name + "=" + token +
         "; Path=/; HttpOnly; SameSite=Strict; Max-Age=" + to_text(age / 1000) +
         (call.service.options.has_secure_cookies() ? "; Secure" : "");
}

/// The token of a browser that has logged in to the account before; else empty.
std::string known_browser(const Call& call, const std::optional<Account>& account) {
  const auto token = cookie(call.request, browser_cookie_name(call));
  if (!token) return {};
  // Also looked for without an account: the time does not reveal whether there is one.
  const RowId id = account ? account->id : 0;
  const bool is_known =
      call.service.store.people.is_known_browser(token_hash(*token), id, call.expiry_now());
  return is_known ? std::string(*token) : std::string();
}

/// Makes the browser a known one; the response carries its cookie.
void remember_browser(const Call& call, const Account& account, HttpResponse& response) {
  const Instant length = call.service.options.browser_length;
  std::string token = known_browser(call, account);
  if (token.empty()) token = new_token();
  call.service.store.people.add_known_browser({.token_hash = token_hash(token),
                                               .account = account.id,
                                               .expires = call.expiry_now() + length});
  response.header.emplace("Set-Cookie",
                          cookie_line(call, browser_cookie_name(call), token, length));
}

HttpResponse me_response(const Account& account, const std::string& csrf) {
  return json_response({{"account", json_of(account)}, {"csrf", csrf}});
}

/// Starts a session of the account; the response carries its cookie.
HttpResponse logged_in(const Call& call, const Account& account) {
  const std::string token = new_token();
  const Login login{.token_hash = token_hash(token),
                    .account = account.id,
                    .csrf = new_token(),
                    .expires = call.expiry_now() + call.service.options.session_length};
  call.service.store.people.sweep(call.expiry_now());
  call.service.store.people.add_login(login);
  HttpResponse response = me_response(account, login.csrf);
  response.header.emplace("Set-Cookie", cookie_line(call, cookie_name(call), token,
                                                    call.service.options.session_length));
  remember_browser(call, account, response);
  return response;
}

/// Refuses the attempt when there were too many like it.
void count_attempt(const Call& call, const LoginAttempt& attempt, const std::string& name) {
  const auto refused = call.service.logins.count(attempt, call.steady_now);
  if (!refused) return;
  if (refused->is_first) call.record_refusal(0, "too many attempts", in_quotes(name));
  throw TooManyAttempts((refused->wait + 999) / 1000);
}

/// What counts as the name of an attempt. No account has a longer one.
std::string counted_name(const std::string& name) {
  return name.size() <= longest_account_name ? looks_of(name).front() : std::string();
}

/// Compares a counted attempt. One that finds no place to wait does not count.
bool is_right(const Call& call, const LoginAttempt& attempt, const std::string& hash,
              const std::string& password) {
  try {
    return call.service.passwords.matches(hash, password, !attempt.browser.empty());
  } catch (const Refusal&) {
    call.service.logins.forgive(attempt);
    throw;
  }
}

HttpResponse log_in(const Call& call) {
  const std::string name = text_in(call.body, "name", longest_text);
  const std::string password = text_in(call.body, "password", longest_text);
  const std::optional<Account> account = call.service.store.people.find_account(name);
  const LoginAttempt attempt{.network = call.network(),
                             .name = counted_name(name),
                             .browser = known_browser(call, account)};
  count_attempt(call, attempt, name);
  // Neither the response nor its time reveals whether the name is known.
  const bool can_log_in = account && account->is_enabled;
  if (!is_right(call, attempt, can_log_in ? account->password_hash : std::string(), password)) {
    call.record_refusal(account ? account->id : 0, "login refused", in_quotes(name));
    throw Refusal(401, "wrong name or password");
  }
  call.service.logins.forgive(attempt);
  HttpResponse response = logged_in(call, *account);
  call.record_for(account->id, "login", "");
  return response;
}

HttpResponse show_invitation(const Call& call) {
  const auto invitation =
      call.service.store.people.invitation(token_hash(call.captured.at(0)), call.expiry_now());
  if (!invitation) throw Refusal(404, "the invitation is invalid, expired or already used");
  return json_response({{"role", role_names[static_cast<std::size_t>(invitation->role)]}});
}

HttpResponse join(const Call& call) {
  LabelStore& store = call.service.store;
  const std::string hash = token_hash(text_in(call.body, "token", longest_text));
  const std::string name = text_in(call.body, "name", longest_text);
  const std::string password = text_in(call.body, "password", longest_text);
  check_account_name(name);
  const auto invitation = store.people.invitation(hash, call.expiry_now());
  if (!invitation) {
    count_attempt(call, {.network = call.network()}, name);
    call.record_refusal(0, "join refused", in_quotes(name));
    throw Refusal(404, "the invitation is invalid, expired or already used");
  }
  const Refusal in_use(409, "this name, or one that looks like it, is already in use");
  if (store.people.find_account(name)) throw in_use;
  Account wanted{.name = name,
                 .role = invitation->role,
                 .password_hash = call.service.passwords.hashed(password),
                 .created = call.now};
  std::optional<Account> account;
  try {
    account = store.people.accept(hash, wanted, call.expiry_now());
  } catch (const UsageError&) {  // taken in the meantime, or similar to another
    throw in_use;
  }
  if (!account) throw Refusal(404, "the invitation is invalid, expired or already used");
  if (account->role == Role::administrator) withdraw_set_up_links(store, call.now);
  call.record_for(account->id, "join", role_names[static_cast<std::size_t>(account->role)].data());
  return logged_in(call, *account);
}

HttpResponse me(const Call& call) {
  return me_response(call.account(), call.caller->login.csrf);
}

HttpResponse log_out(const Call& call) {
  call.service.store.people.end_login(call.caller->login.token_hash);
  call.record("logout", "");
  HttpResponse response = json_response(Json::object());
  response.header.emplace("Set-Cookie", cookie_line(call, cookie_name(call), "", 0));
  return response;
}

HttpResponse change_password(const Call& call) {
  const std::string old_password = text_in(call.body, "old", longest_text);
  const std::string new_password = text_in(call.body, "new", longest_text);
  const Account& account = call.account();
  // The session is known: attempts to log in from elsewhere do not count.
  const LoginAttempt attempt{.browser = call.caller->login.token_hash};
  count_attempt(call, attempt, account.name);
  if (!is_right(call, attempt, account.password_hash, old_password)) {
    call.record_refusal(account.id, "password refused", "");
    throw Refusal(403, "the current password is wrong");
  }
  call.service.logins.forgive(attempt);
  call.service.store.people.set_password(account.id, call.service.passwords.hashed(new_password));
  call.service.store.people.end_logins(account.id);
  call.service.store.people.add_login(call.caller->login);  // the current session continues
  call.record("password", "changed");
  HttpResponse response = json_response(Json::object());
  remember_browser(call, account, response);
  return response;
}

constexpr std::array<Route, 6> routes = {
    Route{"POST", "/api/login", Who::anyone, word_body, log_in, "name,password"},
    Route{"GET", "/api/invitations/{}", Who::anyone, 0, show_invitation},
    Route{"POST", "/api/join", Who::anyone, word_body, join, "token,name,password"},
    Route{"GET", "/api/me", Who::logged_in, 0, me},
    Route{"POST", "/api/logout", Who::logged_in, word_body, log_out},
    Route{"POST", "/api/password", Who::logged_in, word_body, change_password, "old,new"},
};

}  // namespace

std::span<const Route> account_routes() {
  return routes;
}

}  // namespace podium::labelling
