#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/labelling/label/analysis/judgements.hpp"
#include "podium/labelling/label/session/answer.hpp"
#include "podium/labelling/label/session/session.hpp"
#include "podium/labelling/store/database.hpp"

namespace podium::labelling {

using RowId = std::int64_t;

/// Milliseconds since 1970 (UTC). The store has no clock: callers pass the time.
using Instant = std::int64_t;

/// The request conflicts with the current state: a name is in use, or settings can no longer be
/// changed.
class ConflictError : public UsageError {
 public:
  using UsageError::UsageError;
};

// --- projects, queries and documents ---

struct ProjectSettings {
  std::string name;
  std::string guidelines;  ///< for assessors; plain text
  SessionOptions session;
  std::vector<std::string> scale = {"bad", "fair", "good", "excellent",
                                    "perfect"};  ///< worst first
  std::uint64_t seed = 1;
  std::uint32_t overlap = 1;  ///< how many assessors judge each query with each tool
};

struct Project {
  RowId id = 0;
  ProjectSettings settings;
  Instant created = 0;
};

struct LabelDocument {
  std::string id;
  std::string title;
  std::string url;
  std::string snippet;
  std::string body;
  bool is_html = false;  ///< of body; untrusted, shown only in a sandbox
};

/// Maximum of documents per query: a session has a table of all pairs.
inline constexpr std::size_t max_documents = 1000;

/// A query with its candidates in first-stage order: DocIndex is the index in `document`.
struct LabelQuery {
  std::string id;
  std::string text;
  std::string description;
  std::vector<LabelDocument> document;
  std::vector<GoldPair> gold;
};

/// A query without its documents' bodies.
struct StoredQuery {
  RowId id = 0;
  RowId project = 0;
  LabelQuery query;  ///< bodies are empty
};

/// The summary of a query for lists.
struct QueryHead {
  RowId id = 0;
  std::string name;
  std::string text;
  std::size_t documents = 0;
};

// --- people ---

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

// --- work ---

enum class Tool : std::uint8_t { preferences, grades };
inline constexpr std::array<std::string_view, 2> tool_names = {"preferences", "grades"};

/// One query to be labelled by one assessor with one tool.
struct Task {
  RowId id = 0;
  RowId project = 0;
  RowId query = 0;  ///< of StoredQuery
  RowId account = 0;
  Tool tool = Tool::preferences;
  bool is_done = false;
  std::size_t entries = 0;   ///< length of its log
  std::size_t answered = 0;  ///< answers that were not undone
};

/// Maximum of bytes of what an assessor writes about an answer.
inline constexpr std::size_t longest_comment = 10'000;

/// One line of a task's log.
struct StoredEntry {
  std::string key;  ///< chosen by the client; an entry with a known key is a repetition
  std::variant<Answer, Grading, Undo> action;
  std::string comment;
  double seconds = 0.0;  ///< from question to answer, without pauses
  double paused = 0.0;
  Instant at = 0;
};

/// The result of appending an entry.
enum class Appended : std::uint8_t {
  stored,    ///< it is on disk
  repeated,  ///< an entry with this key exists already; nothing changed
  conflict,  ///< the log has grown in the meantime; nothing changed
};

struct AuditRecord {
  Instant at = 0;
  RowId account = 0;  ///< 0: nobody was logged in
  std::string action;
  std::string detail;
  std::string address;
};

/// The data of labelling in either database; every change is a transaction that is on disk when the
/// function returns. Safe to use from several threads, and by several servers at once. Throws
/// StorageError when the database fails, UsageError when a requested row does not exist.
class LabelStore {
 public:
  /// Creates or updates the tables.
  explicit LabelStore(std::unique_ptr<Database> database);

  /// Both throw ConflictError when another project has the name.
  RowId create_project(const ProjectSettings& settings, Instant at);
  /// Once there are tasks, the settings that determine their sessions (options, seed, number of
  /// grades) are fixed: changing them throws ConflictError.
  void change_project(RowId project, const ProjectSettings& settings);
  std::vector<Project> projects() const;
  Project project(RowId id) const;
  std::optional<Project> find_project(std::string_view name) const;

  /// Adds queries with their documents. Throws UsageError, adding nothing, when an id is not
  /// allowed (label_id_problem), a query id exists already, a query has the same document twice, or
  /// it has fewer than two documents or more than max_documents.
  void add_queries(RowId project, std::span<const LabelQuery> queries);
  std::vector<StoredQuery> queries(RowId project) const;
  std::vector<QueryHead> query_heads(RowId project) const;
  StoredQuery query(RowId id) const;
  LabelDocument document(RowId query, DocIndex document) const;

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

  /// Throws UsageError when a query is already assigned to the assessor.
  void add_tasks(std::span<const Task> tasks);
  Task task(RowId id) const;
  std::vector<Task> tasks_of(RowId account) const;
  std::vector<Task> tasks_in(RowId project) const;

  /// The log of a task from entry `first` on.
  std::vector<StoredEntry> entries(RowId task, std::size_t first = 0) const;

  /// Appends to a log that the caller knows to have `expected` entries.
  Appended append(RowId task, std::size_t expected, const StoredEntry& entry, bool is_done_then);

  void adjudicate(RowId query, RowId account, std::span<const DocIndex> top, Instant at);

  void record(const AuditRecord& record);
  /// The last records, newest first.
  std::vector<AuditRecord> audit(std::size_t limit) const;

  /// All judgements of a project.
  Judgements judgements(RowId project) const;

 private:
  std::unique_ptr<Database> database_;
};

/// The setup of a task's session.
SessionSetup session_setup(const Project& project, const LabelQuery& query,
                           std::string_view assessor);

/// The path of a folder's database file, which need not exist.
std::filesystem::path database_file(const std::string& folder);

/// Creates a missing folder with access for its owner only.
void create_store_folder(const std::string& folder);

/// Opens "postgresql://...", or the file of a folder. A missing folder or file is created with
/// access for its owner only; a file without content is refused (open_sqlite).
std::unique_ptr<Database> open_database(const std::string& folder, const std::string& url);

}  // namespace podium::labelling
