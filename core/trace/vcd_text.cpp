// SPDX-License-Identifier: Apache-2.0
#include "core/trace/vcd_text.h"

namespace gf::core {
namespace {

std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', begin)) {
    parts.push_back(path.substr(begin, dot - begin));
    begin = dot + 1;
  }
  parts.push_back(path.substr(begin));
  return parts;
}

std::string range_of(unsigned bits) {
  return bits == 1 ? "" : "[" + std::to_string(bits - 1) + ":0]";
}

}  // namespace

void VcdScopes::declare(const std::string& path, unsigned bits, const std::string& code,
                        const std::string& description) {
  std::vector<std::string> scopes = parts_of(path);
  const std::string name = scopes.back();
  scopes.pop_back();
  std::size_t common = 0;
  while (common < open_.size() && common < scopes.size() && open_[common] == scopes[common])
    ++common;
  leave_to(common);
  for (; common < scopes.size(); ++common) {
    text_ += "$scope module " + scopes[common] + " $end\n";
    open_.push_back(scopes[common]);
  }
  text_ += "$comment " + name + ": " + description + " $end\n";
  const std::string range = bits == 1 ? "" : " " + range_of(bits);
  text_ += "$var wire " + std::to_string(bits) + " " + code + " " + name + range + " $end\n";
}

void VcdScopes::close() { leave_to(0); }

void VcdScopes::leave_to(std::size_t depth) {
  for (; open_.size() > depth; open_.pop_back()) text_ += "$upscope $end\n";
}

std::string vcd_code(std::size_t id) {
  constexpr std::size_t kFirst = '!';
  constexpr std::size_t kCount = '~' - '!' + 1;
  std::string code;
  // The digits start at 1, without a zero. No two ids then have the same code, and all short codes
  // are used.
  for (++id; id > 0; id = (id - 1) / kCount) {
    code += static_cast<char>(kFirst + (id - 1) % kCount);
  }
  return code;
}

void append_vcd_value(std::string& text, std::int64_t value, unsigned bits) {
  // A positive value has 63 bits at most; a shift by 64 would be undefined.
  const bool fits = value >= 0 && (bits >= 63 || value >> bits == 0);
  // IEEE 1364-2005, 18.2: the value of a scalar is directly followed by its code. That of a vector
  // has "b" in front and is separated from its code by a blank.
  if (bits == 1) {
    text += !fits ? 'x' : value == 0 ? '0' : '1';
    return;
  }
  text += 'b';
  if (!fits) {
    text += 'x';
  } else if (value == 0) {
    text += '0';
  } else {
    const auto number = static_cast<std::uint64_t>(value);
    for (int bit = 63 - __builtin_clzll(number); bit >= 0; --bit)
      text += (number >> bit & 1) != 0 ? '1' : '0';
  }
  text += ' ';
}

std::string vcd_name(const std::string& path, unsigned bits) { return path + range_of(bits); }

}  // namespace gf::core
