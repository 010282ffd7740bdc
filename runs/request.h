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

/// A run that somebody wants: `gpufabric run PLATFORM`, as a value. Two requests that resolve to
/// the same configuration are the same run, however they were written (key.h).
struct Request {
  std::string platform;
  Words settings;      ///< "name=value", as -p takes them; the last one that matches wins.
  Words configs = {};  ///< INI files; settings win over them.
  Words options = {};  ///< Further words of `gpufabric run`: {"--stop-at", "1 ms"}.
  /// Files that are made for the run: the text of each, by the parameter that names it ("trace"),
  /// and with what that has before the path ("workload=file:").
  std::map<std::string, std::string> inputs = {};
  std::uint64_t seed = 1;
  /// Its directory holds the page of the run, too. No part of the key: a run that the store has
  /// without a page is made again, and the one in the store gets what it lacks.
  bool page = false;
  /// Sources of the settings that are not from the command line, "points.csv:3", by their position.
  /// They appear in messages and are no part of the key.
  std::map<std::size_t, std::string> origins = {};
};

/// The two parts of the name of an input: parameter, and what its value has before the path.
std::pair<std::string, std::string> parts_of_input(const std::string& name);

/// What `gpufabric run` is given, without --outdir. `inputs`: paths, by parameter.
Words words_of(const Request& request, const std::map<std::string, std::string>& inputs);

/// The same words as one line, as a shell takes them, plug-ins of this program among them.
std::string command_line_of(const Request& request,
                            const std::map<std::string, std::string>& inputs);

/// One line for messages and lists: "gpufabric run pcie_t2 -p 'a=1'", as a shell would take it.
/// Long values are cut.
std::string command_of(const Request& request);

}  // namespace gf::runs
