// Accounts: logging in and out, joining by an invitation, changing the password.
#include <array>

#include "podium/base/text.hpp"
#include "podium/service/cookies.hpp"
#include "podium/service/invitations.hpp"
#include "podium/service/route.hpp"
#include "podium/service/tokens.hpp"
#include "podium/store/account_name.hpp"

namespace podium {

namespace {

constexpr std::size_t longest_text = 4096;

std::string cookie_line(const Call& call, const std::string& token, Instant age) {
  const bool is_secure = call.service.options.has_secure_cookies();
  return session_cookie(call.request, is_secure) + "=" + token +
         "; Path=/; HttpOnly; SameSite=Strict; Max-Age=" + to_text(age / 1000) +
         (is_secure ? "; Secure" : "");
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
                    .expires = call.now + call.service.options.session_length};
  call.service.store.sweep(call.now);
  call.service.store.add_login(login);
  HttpResponse response = me_response(account, login.csrf);
  response.header.emplace("Set-Cookie",
                          cookie_line(call, token, call.service.options.session_length));
  return response;
}

struct Limited {
  RateLimit& limit;
  std::string key;
};

/// The limits that an attempt counts against; limits_mutex must be held.
std::array<Limited, 3> limits_of(const Call& call, const std::string& name) {
  ServiceState& service = call.service;
  return {Limited{service.pair_limit, call.address + " " + name}, Limited{service.name_limit, name},
          Limited{service.address_limit, call.address}};
}

void count_attempt(const Call& call, const std::string& name) {
  std::optional<std::int64_t> wait;
  bool is_recorded = false;
  {
    const std::lock_guard lock(call.service.limits_mutex);
    const auto limits = limits_of(call, name);
    std::size_t counted = 0;
    while (counted < limits.size() && !wait) {
      wait = limits[counted].limit.attempt(limits[counted].key, call.now);
      if (!wait) ++counted;
    }
    if (!wait) return;
    while (counted > 0) {  // a refused attempt is not counted
      --counted;
      limits[counted].limit.forgive(limits[counted].key);
    }
    is_recorded = !call.service.record_limit.attempt(limits[0].key, call.now);
  }
  if (is_recorded) call.record_for(0, "too many attempts", in_quotes(name));
  throw TooManyAttempts((*wait + 999) / 1000);
}

void forgive_attempt(const Call& call, const std::string& name) {
  const std::lock_guard lock(call.service.limits_mutex);
  for (const Limited& limited : limits_of(call, name)) limited.limit.forgive(limited.key);
}

HttpResponse log_in(const Call& call) {
  const std::string name = text_in(call.body, "name", longest_text);
  const std::string password = text_in(call.body, "password", longest_text);
  count_attempt(call, name);
  const std::optional<Account> account = call.service.store.find_account(name);
  // Neither the response nor its time reveals whether the name is known.
  const bool can_log_in = account && account->is_enabled;
  if (!call.service.passwords.matches(can_log_in ? account->password_hash : std::string(),
                                      password)) {
    call.record_for(account ? account->id : 0, "login refused", in_quotes(name));
    throw Refusal(401, "wrong name or password");
  }
  forgive_attempt(call, name);
  HttpResponse response = logged_in(call, *account);
  call.record_for(account->id, "login", "");
  return response;
}

HttpResponse show_invitation(const Call& call) {
  const auto invitation = call.service.store.invitation(token_hash(call.captured.at(0)), call.now);
  if (!invitation) throw Refusal(404, "the invitation is invalid, expired or already used");
  return json_response({{"role", role_names[static_cast<std::size_t>(invitation->role)]}});
}

HttpResponse join(const Call& call) {
  LabelStore& store = call.service.store;
  const std::string hash = token_hash(text_in(call.body, "token", longest_text));
  const std::string name = text_in(call.body, "name", longest_text);
  const std::string password = text_in(call.body, "password", longest_text);
  check_account_name(name);
  const auto invitation = store.invitation(hash, call.now);
  if (!invitation) {
    count_attempt(call, "");  // by address, so that guesses do not fill the log
    call.record_for(0, "join refused", in_quotes(name));
    throw Refusal(404, "the invitation is invalid, expired or already used");
  }
  if (store.find_account(name)) throw Refusal(409, "this name is already in use");
  Account wanted{.name = name,
                 .role = invitation->role,
                 .password_hash = call.service.passwords.hashed(password),
                 .created = call.now};
  std::optional<Account> account;
  try {
    account = store.accept(hash, wanted, call.now);
  } catch (const UsageError&) {  // taken in the meantime
    throw Refusal(409, "this name is already in use");
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
  call.service.store.end_login(call.caller->login.token_hash);
  call.record("logout", "");
  HttpResponse response = json_response(Json::object());
  response.header.emplace("Set-Cookie", cookie_line(call, "", 0));
  return response;
}

HttpResponse change_password(const Call& call) {
  const std::string old_password = text_in(call.body, "old", longest_text);
  const std::string new_password = text_in(call.body, "new", longest_text);
  const Account& account = call.account();
  count_attempt(call, account.name);
  if (!call.service.passwords.matches(account.password_hash, old_password)) {
    call.record("password refused", "");
    throw Refusal(403, "the current password is wrong");
  }
  forgive_attempt(call, account.name);
  call.service.store.set_password(account.id, call.service.passwords.hashed(new_password));
  call.service.store.end_logins(account.id);
  call.service.store.add_login(call.caller->login);  // the current session continues
  call.record("password", "changed");
  return json_response(Json::object());
}

constexpr std::array<Route, 6> routes = {
    Route{"POST", "/api/login", Who::anyone, word_body, log_in},
    Route{"GET", "/api/invitations/{}", Who::anyone, 0, show_invitation},
    Route{"POST", "/api/join", Who::anyone, word_body, join},
    Route{"GET", "/api/me", Who::logged_in, 0, me},
    Route{"POST", "/api/logout", Who::logged_in, word_body, log_out},
    Route{"POST", "/api/password", Who::logged_in, word_body, change_password},
};

}  // namespace

std::span<const Route> account_routes() {
  return routes;
}

}  // namespace podium
