#pragma once

#include <memory>
#include <string>

#include <openssl/ssl.h>

namespace podium {

struct TlsContextDeleter {
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
};

using TlsContext = std::unique_ptr<SSL_CTX, TlsContextDeleter>;

/// How Podium's servers speak TLS: version 1.2 or newer, forward-secret ciphers only, no
/// renegotiation, no compression. `certificate` and `key` are PEM files or pipes; the certificate
/// may be followed by those that signed it. Throws DataError when one cannot be read, or when they
/// are no certificate with its key. Only when a service starts, it may wait for a pipe.
TlsContext server_tls_context(const std::string& certificate, const std::string& key,
                              bool is_starting);

}  // namespace podium
