// SPDX-License-Identifier: Apache-2.0
#include "hw/riscv/debug/gdb_link.h"

#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <numeric>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/base/error.h"

namespace gf::hw::riscv {
namespace {

constexpr char kInterrupt = '\x03';

std::string checksum(const std::string& packet) {
  const auto sum = std::accumulate(packet.begin(), packet.end(), 0u, [](unsigned before, char c) {
    return before + static_cast<unsigned char>(c);
  });
  return fmt::format("{:02x}", sum & 0xFF);
}

}  // namespace

GdbLink::GdbLink(unsigned port) : port_(port) {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int yes = 1;
  ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_port = htons(static_cast<std::uint16_t>(port));
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof at;
  auto* const address = reinterpret_cast<sockaddr*>(&at);
  if (::bind(listener_, address, length) != 0 || ::listen(listener_, 1) != 0) {
    const std::string cause = std::strerror(errno);
    ::close(listener_);
    core::fail_config("gdb", "port", std::to_string(port), "a free port of 127.0.0.1", cause);
  }
  ::getsockname(listener_, address, &length);
  port_ = ntohs(at.sin_port);
}

GdbLink::~GdbLink() {
  hang_up();
  ::close(listener_);
}

void GdbLink::hang_up() {
  if (peer_ >= 0) ::close(peer_);
  peer_ = -1;
}

void GdbLink::wait_for_peer() {
  // A signal ends the wait; it comes from the user, and the run ends at its next slice.
  pollfd look{listener_, POLLIN, 0};
  if (::poll(&look, 1, -1) <= 0) return;
  peer_ = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
  if (peer_ < 0) return;
  // An acknowledgement must not be delayed until the answer after it.
  const int yes = 1;
  ::setsockopt(peer_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

int GdbLink::next_byte() {
  unsigned char byte = 0;
  if (peer_ >= 0 && ::recv(peer_, &byte, 1, 0) == 1) return byte;
  hang_up();
  return -1;
}

std::string GdbLink::receive() {
  for (;;) {
    int byte = next_byte();
    if (byte < 0) return {};
    if (byte == kInterrupt) return {kInterrupt};
    if (byte != '$') continue;  // acknowledgements
    std::string packet;
    while ((byte = next_byte()) != '#' && byte >= 0) packet += static_cast<char>(byte);
    const int high = next_byte(), low = next_byte();
    if (low < 0) return {};
    const bool good =
        checksum(packet) == std::string{static_cast<char>(high), static_cast<char>(low)};
    ::send(peer_, good ? "+" : "-", 1, MSG_NOSIGNAL);
    if (good) return packet;
  }
}

void GdbLink::send(const std::string& packet) {
  const std::string whole = "$" + packet + "#" + checksum(packet);
  std::size_t sent = 0;
  while (peer_ >= 0 && sent < whole.size()) {
    const ssize_t done = ::send(peer_, whole.data() + sent, whole.size() - sent, MSG_NOSIGNAL);
    if (done <= 0) return hang_up();
    sent += static_cast<std::size_t>(done);
  }
}

bool GdbLink::has_input() const {
  pollfd look{peer_, POLLIN, 0};
  return peer_ >= 0 && ::poll(&look, 1, 0) > 0;
}

}  // namespace gf::hw::riscv
