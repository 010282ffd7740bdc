// SPDX-License-Identifier: Apache-2.0
#include "core/run/plugins.h"

#include <algorithm>
#include <dlfcn.h>
#include <filesystem>
#include <fmt/format.h>
#include <string_view>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/run/plugin_stamp.h"
#include "core/system/file_hash.h"
#include "core/system/text_file.h"

namespace gf::core {
namespace {

std::vector<Plugin>& plugins() {
  static std::vector<Plugin> all;
  return all;
}

[[noreturn]] void refuse(const std::string& file, const std::string& cause,
                         const std::string& way_out) {
  throw UserError(ExitCode::kUsage,
                  fmt::format("--plugin {}: {}; {}", excerpt_of_path(file), cause, way_out));
}

/// Reads the stamp from the file, because loading the file would run its constructors.
std::string stamp_in(const std::string& file, std::string_view bytes) {
  const std::string_view mark = GF_PLUGIN_MARK;
  if (bytes.substr(0, 4) != "\177ELF") refuse(file, "not a shared object", "build it as a MODULE");
  // The searched text is joined here. A program that contains this code has the mark and the stamp
  // as separate strings.
  const std::size_t at = bytes.find(std::string(mark) + "gpufabric: ");
  if (at == bytes.npos)
    refuse(file, "a shared object, but not a gpufabric plug-in",
           "its source needs GF_PLUGIN() of core/run/plugin.h");
  const std::string_view rest = bytes.substr(at + mark.size());
  return std::string(rest.substr(0, rest.find('\0')));
}

using Entry = void (*)();

Entry entry_of(const std::string& file, const std::string& path) {
  void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr)
    refuse(
        file, fmt::format("cannot be loaded: {}", excerpt(dlerror())),
        "compile it against this gpufabric, and load it with a program that exports its symbols");
  void* const entry = dlsym(handle, "gpufabric_plugin_register");
  if (entry == nullptr)
    refuse(file, "has no gpufabric_plugin_register()", "its source needs GF_PLUGIN() { ... }");
  return reinterpret_cast<Entry>(entry);
}

std::string bytes_of(const std::string& file) {
  try {
    return read_file(file, "a plug-in, a shared object");
  } catch (const UserError& error) {
    throw UserError(ExitCode::kUsage, fmt::format("--plugin {}", error.what()));
  }
}

}  // namespace

void load_plugin(const std::string& file) {
  const std::string bytes = bytes_of(file);
  const std::string path = std::filesystem::canonical(file).string();
  const auto same = [&path](const Plugin& plugin) { return plugin.file == path; };
  if (std::any_of(plugins().begin(), plugins().end(), same)) return;
  const std::string misfit = plugin_misfit(plugin_stamp(), stamp_in(file, bytes));
  if (!misfit.empty())
    refuse(file, "compiled for another program: " + misfit,
           "compile it with the headers and the compiler of this one");
  const Entry add = entry_of(file, path);
  try {
    add();
  } catch (const UserError& error) {
    refuse(file, error.what(), "nothing was run");
  }
  plugins().push_back({path, sha1_hex(bytes)});
}

const std::vector<Plugin>& loaded_plugins() { return plugins(); }

std::vector<std::string> plugin_words() {
  std::vector<std::string> words;
  for (const Plugin& plugin : plugins()) words.insert(words.end(), {"--plugin", plugin.file});
  return words;
}

}  // namespace gf::core
