// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace gf::test {

/// `text` without fenced and indented code blocks and without `code` spans.
std::string prose_of(const std::string& text);

/// Targets of the links and pictures of a Markdown page, inline and as HTML (src=, srcset=, href=).
std::vector<std::string> link_targets(const std::string& text);

/// What "#name" may say in a link to the page: its headings as GitHub names them.
std::set<std::string> anchors_of(const std::string& text);

/// Links of `page` that lead nowhere, one line each. Addresses of other sites are not followed.
std::vector<std::string> broken_links(const std::filesystem::path& page);

}  // namespace gf::test
