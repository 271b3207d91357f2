#include "podium/http/tls_context.hpp"

#include "podium/base/error.hpp"
#include "podium/base/io/file.hpp"
#include "podium/base/text.hpp"

namespace podium {

namespace {

/// Of TLS 1.2; those of TLS 1.3 are all forward-secret.
constexpr const char* ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20:!aNULL:!PSK";

bool set_rules(SSL_CTX& context) {
  SSL_CTX_set_options(
      &context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE);
  SSL_CTX_set_mode(&context, SSL_MODE_RELEASE_BUFFERS);  // idle connections hold less memory
  return SSL_CTX_set_min_proto_version(&context, TLS1_2_VERSION) == 1 &&
         SSL_CTX_set_cipher_list(&context, ciphers) == 1;
}

bool load(SSL_CTX& context, const std::string& certificate, const std::string& key) {
  return SSL_CTX_use_certificate_chain_file(&context, certificate.c_str()) == 1 &&
         SSL_CTX_use_PrivateKey_file(&context, key.c_str(), SSL_FILETYPE_PEM) == 1 &&
         SSL_CTX_check_private_key(&context) == 1;
}

}  // namespace

TlsContext server_tls_context(const std::string& certificate, const std::string& key) {
  for (const std::string& file : {certificate, key}) {
    (void)InputText(file);  // throws the usual error for a file that cannot be read
  }
  TlsContext context(SSL_CTX_new(TLS_server_method()));
  expects(context && set_rules(*context), "OpenSSL with TLS 1.2");
  if (!load(*context, certificate, key)) {
    throw DataError({certificate},
                    "not a PEM certificate that matches the PEM key in " + in_quotes(key));
  }
  return context;
}

}  // namespace podium
