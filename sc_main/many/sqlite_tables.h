// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace gf::app {

/// Tables of a SQLite database. They are built in memory, so that WholeFile can write the file in
/// one step. Equal tables give equal bytes with one version of SQLite.
class SqliteTables {
 public:
  using Value = std::variant<std::monostate, std::int64_t, double, std::string>;  ///< First: NULL.
  static constexpr std::size_t kMostColumns = 2000;  ///< SQLite's limit for a table.

  SqliteTables();
  ~SqliteTables();
  SqliteTables(const SqliteTables&) = delete;
  SqliteTables& operator=(const SqliteTables&) = delete;

  /// Begins the next table. `columns`: at most kMostColumns names, see distinct(). Throws
  /// std::runtime_error with SQLite's message if it cannot, like the other functions.
  void add_table(const std::string& name, const std::vector<std::string>& columns);
  /// Adds a row to the table begun last; it has one value per column.
  void add_row(const std::vector<Value>& values);
  /// Returns the content of the database file. Call it once, at the end.
  std::string bytes();

  /// Returns names that SQLite tells apart, which ignores the case of letters: a name that was
  /// there before gets "_2", "_3", ...
  static std::vector<std::string> distinct(std::vector<std::string> names);

 private:
  struct Close {
    void operator()(sqlite3* database) const;
    void operator()(sqlite3_stmt* statement) const;
  };
  void check(int code) const;  ///< Throws unless SQLite's `code` is SQLITE_OK.
  void run(const std::string& sql);

  std::unique_ptr<sqlite3, Close> database_;
  std::unique_ptr<sqlite3_stmt, Close> insert_;
};

/// A parameter's text as a number: "4 KiB" is 4096 with the unit "B", "0.5" has the unit "".
struct Quantity {
  double value = 0;
  std::string unit;  ///< "B", "B/s", "s" or empty.
};
/// Returns nothing for a text that is no number of such a unit.
std::optional<Quantity> quantity_of(const std::string& text);

}  // namespace gf::app
