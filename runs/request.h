// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gf::runs {

using Words = std::vector<std::string>;

/// A requested run: the arguments of `gpufabric run PLATFORM`, as a value. Two requests that
/// resolve to the same configuration are the same run, however they were written (key.h).
struct Request {
  std::string platform;
  Words settings;      ///< "name=value", as -p takes them; the last one that matches wins.
  Words configs = {};  ///< INI files; settings win over them.
  Words options = {};  ///< Further arguments of `gpufabric run`: {"--stop-at", "1 ms"}.
  /// Files that are made for the run: the text of each, by the parameter that names it ("trace").
  /// The parameter may be followed by "=" and the part of its value before the path
  /// ("workload=file:").
  std::map<std::string, std::string> inputs = {};
  std::uint64_t seed = 1;
  /// Whether its directory also holds the page of the run. Not part of the key: a stored run
  /// without a page is executed again, and the stored one gets the missing files.
  bool page = false;
  /// Sources of the settings that are not from the command line, "points.csv:3", by their index.
  /// They appear in messages and are not part of the key.
  std::map<std::size_t, std::string> origins = {};
};

/// Returns the two parts of the name of an input: the parameter, and the part of its value before
/// the path.
std::pair<std::string, std::string> parts_of_input(const std::string& name);

/// Returns the arguments of `gpufabric run`, without --outdir. `inputs`: paths, by parameter.
Words words_of(const Request& request, const std::map<std::string, std::string>& inputs);

/// Returns the same arguments as one line for a shell, including the plug-ins of this program.
std::string command_line_of(const Request& request,
                            const std::map<std::string, std::string>& inputs);

/// Returns one line for messages and lists, quoted for a shell: "gpufabric run pcie_t2 -p 'a=1'".
/// Long values are cut.
std::string command_of(const Request& request);

}  // namespace gf::runs
