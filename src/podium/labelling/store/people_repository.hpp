#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "podium/labelling/store/database.hpp"

namespace podium::labelling {

enum class Role : std::uint8_t { administrator, assessor };
inline constexpr std::array<std::string_view, 2> role_names = {"administrator", "assessor"};

struct Account {
  RowId id = 0;
  std::string name;
  Role role = Role::assessor;
  std::string password_hash;  ///< argon2id; empty: cannot log in (a program)
  bool is_program = false;
  bool is_enabled = true;
  Instant created = 0;
};

struct Invitation {
  std::string token_hash;
  Role role = Role::assessor;
  Instant expires = 0;
  std::string note;  ///< of the administrator: for whom it is
};

struct Login {
  std::string token_hash;
  RowId account = 0;
  std::string csrf;
  Instant expires = 0;
};

/// A browser that has logged in to an account; strangers cannot use up its attempts to do so again.
struct KnownBrowser {
  std::string token_hash;
  RowId account = 0;
  Instant expires = 0;
};

struct AuditRecord {
  Instant at = 0;
  RowId account = 0;  ///< 0: nobody was logged in
  std::string action;
  std::string detail;
  std::string address;
};

/// Accounts, their invitations, logins and browsers, and the audit of what they did; see
/// LabelStore.
class PeopleRepository {
 public:
  explicit PeopleRepository(Database& database) : database_(database) {}

  /// Throws UsageError when another account has the name, or one that looks like it (looks_of).
  RowId add_account(const Account& account);
  std::vector<Account> accounts() const;
  std::optional<Account> account(RowId id) const;
  /// The account with this name; else the one whose name is the same but for case, width and
  /// script.
  std::optional<Account> find_account(std::string_view name) const;
  void set_password(RowId account, std::string_view password_hash);
  void set_enabled(RowId account, bool is_enabled);

  void add_invitation(const Invitation& invitation);
  std::optional<Invitation> invitation(std::string_view token_hash, Instant now) const;
  /// Creates the account of a valid invitation and marks the invitation as used, in one step.
  std::optional<Account> accept(std::string_view token_hash, const Account& account, Instant now);

  /// Withdraws the unused invitations with this note; returns their number.
  std::size_t withdraw_invitations(std::string_view note);

  void add_login(const Login& login);
  std::optional<Login> login(std::string_view token_hash, Instant now) const;
  void end_login(std::string_view token_hash);
  /// Also forgets the known browsers of the account.
  void end_logins(RowId account);
  /// Adds a browser, or prolongs the time of one.
  void add_known_browser(const KnownBrowser& browser);
  bool is_known_browser(std::string_view token_hash, RowId account, Instant now) const;
  /// Deletes expired logins and browsers, and expired or used invitations.
  void sweep(Instant now);

  void record(const AuditRecord& record);
  /// The last records, newest first.
  std::vector<AuditRecord> audit(std::size_t limit) const;

 private:
  Database& database_;
};

}  // namespace podium::labelling
