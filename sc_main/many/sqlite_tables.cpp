// SPDX-License-Identifier: Apache-2.0
#include "sc_main/many/sqlite_tables.h"

#include <cctype>
#include <fmt/format.h>
#include <set>
#include <sqlite3.h>
#include <stdexcept>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "core/base/units.h"

namespace gf::app {
namespace {

std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + "\"";
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

void SqliteTables::Close::operator()(sqlite3* database) const { sqlite3_close(database); }
void SqliteTables::Close::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

SqliteTables::SqliteTables() {
  sqlite3* database = nullptr;
  const int code = sqlite3_open(":memory:", &database);
  database_.reset(database);
  check(code);
  run("BEGIN");
}

SqliteTables::~SqliteTables() = default;

void SqliteTables::check(int code) const {
  if (code != SQLITE_OK) throw std::runtime_error(sqlite3_errmsg(database_.get()));
}

void SqliteTables::run(const std::string& sql) {
  check(sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr));
}

void SqliteTables::add_table(const std::string& name, const std::vector<std::string>& columns) {
  std::string list, marks;
  for (const std::string& column : columns) {
    list += (list.empty() ? "" : ",") + quoted(column);
    marks += marks.empty() ? "?" : ",?";
  }
  run(fmt::format("CREATE TABLE {}({})", quoted(name), list));
  sqlite3_stmt* insert = nullptr;
  const std::string sql = fmt::format("INSERT INTO {} VALUES({})", quoted(name), marks);
  check(sqlite3_prepare_v2(database_.get(), sql.c_str(), -1, &insert, nullptr));
  insert_.reset(insert);
}

void SqliteTables::add_row(const std::vector<Value>& values) {
  sqlite3_stmt* const insert = insert_.get();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const int at = static_cast<int>(i) + 1;
    if (const auto* whole = std::get_if<std::int64_t>(&values[i]))
      check(sqlite3_bind_int64(insert, at, *whole));
    else if (const auto* number = std::get_if<double>(&values[i]))
      check(sqlite3_bind_double(insert, at, *number));
    else if (const auto* text = std::get_if<std::string>(&values[i]))
      check(sqlite3_bind_text64(insert, at, text->data(), text->size(), SQLITE_TRANSIENT,
                                SQLITE_UTF8));
    else
      check(sqlite3_bind_null(insert, at));
  }
  sqlite3_step(insert);
  check(sqlite3_reset(insert));  // It has the error of the step.
}

std::string SqliteTables::bytes() {
  insert_.reset();
  run("COMMIT");
  sqlite3_int64 size = 0;
  const std::unique_ptr<unsigned char, decltype(&sqlite3_free)> content(
      sqlite3_serialize(database_.get(), "main", &size, 0), sqlite3_free);
  if (!content) throw std::runtime_error("SQLite has no memory for the file");
  return {reinterpret_cast<const char*>(content.get()), static_cast<std::size_t>(size)};
}

std::vector<std::string> SqliteTables::distinct(std::vector<std::string> names) {
  std::set<std::string> seen;
  for (std::string& name : names) {
    const std::string wanted = name;
    for (unsigned i = 2; !seen.insert(lower(name)).second; ++i)
      name = fmt::format("{}_{}", wanted, i);
  }
  return names;
}

std::optional<Quantity> quantity_of(const std::string& text) {
  const auto tried = [&](auto parse, const char* unit) -> std::optional<Quantity> {
    try {
      return Quantity{parse(text), unit};
    } catch (const core::UserError&) {
      return std::nullopt;
    }
  };
  if (text.empty() || std::isalpha(static_cast<unsigned char>(text.front())) != 0) return {};
  if (const auto number = core::parse_number<double>(text)) return Quantity{*number, ""};
  if (auto size = tried([](const auto& t) { return 1. * core::parse_bytes(t).count(); }, "B"))
    return size;
  if (auto rate =
          tried([](const auto& t) { return core::parse_byte_rate(t).bytes_per_second(); }, "B/s"))
    return rate;
  return tried([](const auto& t) { return core::parse_time(t).to_seconds(); }, "s");
}

}  // namespace gf::app
