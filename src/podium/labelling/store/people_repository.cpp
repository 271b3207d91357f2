#include "podium/labelling/store/people_repository.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/text.hpp"
#include "podium/labelling/store/accounts/account_look.hpp"
#include "podium/labelling/store/accounts/account_name.hpp"
#include "podium/labelling/store/accounts/account_rows.hpp"
#include "podium/labelling/store/fields.hpp"

namespace podium::labelling {

namespace {

constexpr std::string_view all_accounts =
    "SELECT id, name, role, password_hash, is_program, is_enabled, created FROM accounts ";

Account account_of(const SqlRow& row) {
  Fields fields(row);
  return {.id = fields.whole(),
          .name = fields.text(),
          .role = fields.choice<Role>(role_names),
          .password_hash = fields.text(),
          .is_program = fields.flag(),
          .is_enabled = fields.flag(),
          .created = fields.whole()};
}

RowId add(Connection& connection, const Account& account) {
  check_account_name(account.name);
  const auto added = connection.run(
      "INSERT INTO accounts (name, role, password_hash, is_program, is_enabled, created) "
      "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO NOTHING RETURNING id",
      {account.name, name_of(account.role, role_names), account.password_hash,
       std::int64_t{account.is_program}, std::int64_t{account.is_enabled}, account.created});
  if (added.empty()) {
    throw UsageError(fmt::format("account {} already exists", in_quotes(account.name)));
  }
  const RowId id = Fields(added.front()).whole();
  if (!claim_looks(connection, id, account.name)) {
    throw UsageError(
        fmt::format("the name {} looks like that of another account", in_quotes(account.name)));
  }
  return id;
}

std::vector<Account> chosen_accounts(Database& database, std::string_view condition,
                                     std::span<const SqlValue> values) {
  std::vector<Account> accounts;
  database.read([&](Connection& connection) {
    const std::string statement = std::string(all_accounts) + std::string(condition);
    for (const SqlRow& row : connection.run(statement, values)) accounts.push_back(account_of(row));
  });
  return accounts;
}

std::optional<Account> only(std::vector<Account> accounts) {
  if (accounts.empty()) return std::nullopt;
  return std::move(accounts.front());
}

/// Runs an UPDATE ... RETURNING id of one account.
void change(Database& database, std::string_view statement, SqlValue value, RowId account) {
  database.write([&](Connection& connection) {
    if (connection.run(statement, {value, account}).empty()) {
      throw UsageError(fmt::format("there is no account {}", account));
    }
  });
}

}  // namespace

bool claim_looks(Connection& connection, RowId account, std::string_view name) {
  bool is_first = true;
  for (const std::string& look : looks_of(name)) {
    const auto claimed = connection.run(
        "INSERT INTO account_looks (look, account) VALUES (?, ?) "
        "ON CONFLICT (look) DO NOTHING RETURNING look",
        {look, account});
    if (claimed.empty()) is_first = false;
  }
  return is_first;
}

void claim_looks_of_all(Connection& connection) {
  for (const SqlRow& row : connection.run("SELECT id, name FROM accounts ORDER BY id")) {
    Fields fields(row);
    const RowId id = fields.whole();
    claim_looks(connection, id, fields.text());
  }
}

RowId PeopleRepository::add_account(const Account& account) {
  RowId id = 0;
  database_.write([&](Connection& connection) { id = add(connection, account); });
  return id;
}

std::vector<Account> PeopleRepository::accounts() const {
  return chosen_accounts(database_, "ORDER BY id", {});
}

std::optional<Account> PeopleRepository::account(RowId id) const {
  return only(chosen_accounts(database_, "WHERE id = ?", std::vector<SqlValue>{id}));
}

std::optional<Account> PeopleRepository::find_account(std::string_view name) const {
  const std::string look = looks_of(name).front();
  std::vector<Account> found = chosen_accounts(
      database_, "WHERE name = ? OR id = (SELECT account FROM account_looks WHERE look = ?)",
      std::vector<SqlValue>{std::string(name), look});
  // Accounts that are older than this rule may look alike; then the exact name decides.
  const auto is_exact = [&](const Account& account) { return account.name == name; };
  if (const auto exact = std::ranges::find_if(found, is_exact); exact != found.end()) return *exact;
  // "lan" has a look of "Ian", but is not what its owner would type.
  std::erase_if(found, [&](const Account& one) { return looks_of(one.name).front() != look; });
  return only(std::move(found));
}

void PeopleRepository::set_password(RowId account, std::string_view password_hash) {
  change(database_, "UPDATE accounts SET password_hash = ? WHERE id = ? RETURNING id",
         std::string(password_hash), account);
}

void PeopleRepository::set_enabled(RowId account, bool is_enabled) {
  change(database_, "UPDATE accounts SET is_enabled = ? WHERE id = ? RETURNING id",
         std::int64_t{is_enabled}, account);
}

void PeopleRepository::add_invitation(const Invitation& invitation) {
  database_.write([&](Connection& connection) {
    connection.run(
        "INSERT INTO invitations (token_hash, role, expires, note, is_used) "
        "VALUES (?, ?, ?, ?, 0)",
        {invitation.token_hash, name_of(invitation.role, role_names), invitation.expires,
         invitation.note});
  });
}

std::optional<Invitation> PeopleRepository::invitation(std::string_view token_hash,
                                                       Instant now) const {
  std::optional<Invitation> found;
  database_.read([&](Connection& connection) {
    const auto rows = connection.run(
        "SELECT token_hash, role, expires, note FROM invitations "
        "WHERE token_hash = ? AND is_used = 0 AND expires > ?",
        {std::string(token_hash), now});
    if (rows.empty()) return;
    Fields fields(rows.front());
    found = {fields.text(), fields.choice<Role>(role_names), fields.whole(), fields.text()};
  });
  return found;
}

std::optional<Account> PeopleRepository::accept(std::string_view token_hash, const Account& account,
                                                Instant now) {
  std::optional<Account> made;
  database_.write([&](Connection& connection) {
    made.reset();
    // Marking it as used first decides between two holders of the same link.
    const auto taken = connection.run(
        "UPDATE invitations SET is_used = 1 "
        "WHERE token_hash = ? AND is_used = 0 AND expires > ? RETURNING role",
        {std::string(token_hash), now});
    if (taken.empty()) return;
    Account invited = account;
    invited.role = Fields(taken.front()).choice<Role>(role_names);
    invited.id = add(connection, invited);
    made = std::move(invited);
  });
  return made;
}

std::size_t PeopleRepository::withdraw_invitations(std::string_view note) {
  std::size_t count = 0;
  database_.write([&](Connection& connection) {
    count = connection
                .run(
                    "UPDATE invitations SET is_used = 1 WHERE note = ? AND is_used = 0 "
                    "RETURNING token_hash",
                    {std::string(note)})
                .size();
  });
  return count;
}

void PeopleRepository::add_login(const Login& login) {
  database_.write([&](Connection& connection) {
    connection.run("INSERT INTO logins (token_hash, account, csrf, expires) VALUES (?, ?, ?, ?)",
                   {login.token_hash, login.account, login.csrf, login.expires});
  });
}

std::optional<Login> PeopleRepository::login(std::string_view token_hash, Instant now) const {
  std::optional<Login> found;
  database_.read([&](Connection& connection) {
    const auto rows = connection.run(
        "SELECT token_hash, account, csrf, expires FROM logins "
        "WHERE token_hash = ? AND expires > ?",
        {std::string(token_hash), now});
    if (rows.empty()) return;
    Fields fields(rows.front());
    found = {fields.text(), fields.whole(), fields.text(), fields.whole()};
  });
  return found;
}

void PeopleRepository::end_login(std::string_view token_hash) {
  database_.write([&](Connection& connection) {
    connection.run("DELETE FROM logins WHERE token_hash = ?", {std::string(token_hash)});
  });
}

void PeopleRepository::end_logins(RowId account) {
  database_.write([&](Connection& connection) {
    connection.run("DELETE FROM logins WHERE account = ?", {account});
    connection.run("DELETE FROM known_browsers WHERE account = ?", {account});
  });
}

void PeopleRepository::add_known_browser(const KnownBrowser& browser) {
  database_.write([&](Connection& connection) {
    connection.run(
        "INSERT INTO known_browsers (token_hash, account, expires) VALUES (?, ?, ?) "
        "ON CONFLICT (token_hash) DO UPDATE SET expires = excluded.expires",
        {browser.token_hash, browser.account, browser.expires});
  });
}

bool PeopleRepository::is_known_browser(std::string_view token_hash, RowId account,
                                        Instant now) const {
  bool is_known = false;
  database_.read([&](Connection& connection) {
    is_known = !connection
                    .run(
                        "SELECT account FROM known_browsers "
                        "WHERE token_hash = ? AND account = ? AND expires > ?",
                        {std::string(token_hash), account, now})
                    .empty();
  });
  return is_known;
}

void PeopleRepository::sweep(Instant now) {
  database_.write([&](Connection& connection) {
    connection.run("DELETE FROM known_browsers WHERE expires <= ?", {now});
    connection.run("DELETE FROM logins WHERE expires <= ?", {now});
    connection.run("DELETE FROM invitations WHERE is_used = 1 OR expires <= ?", {now});
  });
}

void PeopleRepository::record(const AuditRecord& record) {
  database_.write([&](Connection& connection) {
    connection.run(
        "INSERT INTO audit (at, account, action, detail, address) VALUES (?, ?, ?, ?, ?)",
        {record.at, record.account, record.action, record.detail, record.address});
  });
}

std::vector<AuditRecord> PeopleRepository::audit(std::size_t limit) const {
  std::vector<AuditRecord> records;
  database_.read([&](Connection& connection) {
    for (const SqlRow& row : connection.run(
             "SELECT at, account, action, detail, address FROM audit ORDER BY id DESC LIMIT ?",
             {static_cast<std::int64_t>(limit)})) {
      Fields fields(row);
      records.push_back(
          {fields.whole(), fields.whole(), fields.text(), fields.text(), fields.text()});
    }
  });
  return records;
}

}  // namespace podium::labelling
