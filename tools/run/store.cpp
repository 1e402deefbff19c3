// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/run/store.h"

#include <sqlite3.h>

#include <ctime>
#include <stdexcept>

namespace weir::run {
namespace {

constexpr int kVersion = 1;

const char* const kTables = R"sql(
  CREATE TABLE runs (id INTEGER PRIMARY KEY, suite TEXT NOT NULL, weir TEXT NOT NULL, shard TEXT NOT NULL,
                     started TEXT NOT NULL, finished INTEGER NOT NULL DEFAULT 0);
  CREATE TABLE results (run INTEGER NOT NULL REFERENCES runs(id), check_name TEXT NOT NULL, method TEXT NOT NULL,
                        property TEXT NOT NULL, position INTEGER NOT NULL, key TEXT NOT NULL, verdict TEXT NOT NULL,
                        reason TEXT NOT NULL, time_ms REAL NOT NULL, json TEXT NOT NULL, reused INTEGER NOT NULL,
                        skipped INTEGER NOT NULL, PRIMARY KEY (run, check_name, method, property));
  CREATE INDEX results_by_key ON results (key);
  CREATE TABLE memory (name TEXT PRIMARY KEY, text TEXT NOT NULL);
)sql";

class StoreError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One prepared statement, bound from left to right.
class Statement {
 public:
  Statement(sqlite3* db, const char* sql) : db_(db) {
    if (sqlite3_prepare_v2(db, sql, -1, &statement_, nullptr) != SQLITE_OK) throw StoreError(sqlite3_errmsg(db));
  }
  Statement(const Statement&) = delete;
  ~Statement() { sqlite3_finalize(statement_); }

  Statement& with(const std::string& text) {
    sqlite3_bind_text(statement_, ++bound_, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
    return *this;
  }
  Statement& with(std::int64_t number) {
    sqlite3_bind_int64(statement_, ++bound_, number);
    return *this;
  }
  Statement& with(double number) {
    sqlite3_bind_double(statement_, ++bound_, number);
    return *this;
  }

  bool next() {
    const int code = sqlite3_step(statement_);
    if (code != SQLITE_ROW && code != SQLITE_DONE) throw StoreError(sqlite3_errmsg(db_));
    return code == SQLITE_ROW;
  }
  std::string text(int column) const {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    return bytes ? std::string(bytes, static_cast<size_t>(sqlite3_column_bytes(statement_, column))) : "";
  }
  std::int64_t number(int column) const { return sqlite3_column_int64(statement_, column); }
  double real(int column) const { return sqlite3_column_double(statement_, column); }

 private:
  sqlite3* db_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
};

const char* const kColumns =
    "check_name, method, property, position, key, verdict, reason, time_ms, json, reused, skipped";

StoredResult readResult(const Statement& row) {
  return {.check = row.text(0),
          .method = row.text(1),
          .property = row.text(2),
          .position = row.number(3),
          .key = row.text(4),
          .verdict = row.text(5),
          .reason = row.text(6),
          .time_ms = row.real(7),
          .json = row.text(8),
          .reused = row.number(9) != 0,
          .skipped = row.number(10) != 0};
}

std::string now() {
  const std::time_t time = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&time, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

}  // namespace

struct Store::Database {
  sqlite3* handle = nullptr;
  ~Database() { sqlite3_close(handle); }

  void execute(const char* sql) const {
    if (sqlite3_exec(handle, sql, nullptr, nullptr, nullptr) != SQLITE_OK) throw StoreError(sqlite3_errmsg(handle));
  }
};

Store::Store(std::unique_ptr<Database> database) : database_(std::move(database)) {}
Store::Store(Store&&) noexcept = default;
Store::~Store() = default;

std::optional<Store> Store::open(const std::string& path, std::string& error) {
  auto database = std::make_unique<Database>();
  try {
    if (sqlite3_open(path.c_str(), &database->handle) != SQLITE_OK) throw StoreError(sqlite3_errmsg(database->handle));
    sqlite3_busy_timeout(database->handle, 10000);
    database->execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
    Statement version(database->handle, "PRAGMA user_version");
    version.next();
    if (version.number(0) == 0) {
      const std::string make = std::string("BEGIN IMMEDIATE;") + kTables + "PRAGMA user_version = 1; COMMIT;";
      database->execute(make.c_str());
    } else if (version.number(0) != kVersion) {
      throw StoreError("it has version " + std::to_string(version.number(0)) + ", this weir reads version " +
                       std::to_string(kVersion));
    }
  } catch (const StoreError& e) {
    error = "cannot use '" + path + "': " + e.what();
    return std::nullopt;
  }
  return Store(std::move(database));
}

std::int64_t Store::beginRun(const std::string& suite, const std::string& weir, const std::string& shard) {
  Statement(database_->handle, "INSERT INTO runs (suite, weir, shard, started) VALUES (?, ?, ?, ?)")
      .with(suite)
      .with(weir)
      .with(shard)
      .with(now())
      .next();
  return sqlite3_last_insert_rowid(database_->handle);
}

void Store::finishRun(std::int64_t run) {
  Statement(database_->handle, "UPDATE runs SET finished = 1 WHERE id = ?").with(run).next();
}

std::vector<StoredRun> Store::runs(const std::string& suite) const {
  Statement rows(database_->handle,
                 "SELECT id, suite, weir, shard, started, finished FROM runs WHERE suite = ? ORDER BY id");
  rows.with(suite);
  std::vector<StoredRun> out;
  while (rows.next())
    out.push_back({rows.number(0), rows.text(1), rows.text(2), rows.text(3), rows.text(4), rows.number(5) != 0});
  return out;
}

void Store::put(std::int64_t run, const StoredResult& r) {
  static const std::string sql =
      std::string("INSERT OR REPLACE INTO results (run, ") + kColumns + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
  Statement(database_->handle, sql.c_str())
      .with(run)
      .with(r.check)
      .with(r.method)
      .with(r.property)
      .with(r.position)
      .with(r.key)
      .with(r.verdict)
      .with(r.reason)
      .with(r.time_ms)
      .with(r.json)
      .with(std::int64_t{r.reused})
      .with(std::int64_t{r.skipped})
      .next();
}

std::vector<StoredResult> Store::results(std::int64_t run) const {
  const std::string sql =
      std::string("SELECT ") + kColumns + " FROM results WHERE run = ? ORDER BY position, check_name, method, property";
  Statement rows(database_->handle, sql.c_str());
  rows.with(run);
  std::vector<StoredResult> out;
  while (rows.next()) out.push_back(readResult(rows));
  return out;
}

std::optional<StoredResult> Store::byKey(const std::string& key) const {
  if (key.empty()) return std::nullopt;
  const std::string sql = std::string("SELECT ") + kColumns + " FROM results WHERE key = ? ORDER BY run DESC LIMIT 1";
  Statement rows(database_->handle, sql.c_str());
  rows.with(key);
  if (!rows.next()) return std::nullopt;
  return readResult(rows);
}

std::optional<std::string> Store::remembered(const std::string& name) const {
  Statement rows(database_->handle, "SELECT text FROM memory WHERE name = ?");
  rows.with(name);
  if (!rows.next()) return std::nullopt;
  return rows.text(0);
}

void Store::remember(const std::string& name, const std::string& text) {
  Statement(database_->handle, "INSERT OR REPLACE INTO memory (name, text) VALUES (?, ?)").with(name).with(text).next();
}

}  // namespace weir::run
