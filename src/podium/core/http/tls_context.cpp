#include "podium/core/http/tls_context.hpp"

#include <openssl/err.h>
#include <openssl/pem.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/copied_text.hpp"
#include "podium/core/base/text.hpp"

namespace podium {

namespace {

/// Of TLS 1.2; those of TLS 1.3 are all forward-secret.
constexpr const char* ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20:!aNULL:!PSK";

template <auto free>
struct Free {
  template <class Object>
  void operator()(Object* object) const {
    free(object);
  }
};

using Memory = std::unique_ptr<BIO, Free<BIO_free>>;
using Certificate = std::unique_ptr<X509, Free<X509_free>>;
using Key = std::unique_ptr<EVP_PKEY, Free<EVP_PKEY_free>>;

bool set_rules(SSL_CTX& context) {
  SSL_CTX_set_options(
      &context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE);
  SSL_CTX_set_mode(&context, SSL_MODE_RELEASE_BUFFERS);  // idle connections hold less memory
  return SSL_CTX_set_min_proto_version(&context, TLS1_2_VERSION) == 1 &&
         SSL_CTX_set_cipher_list(&context, ciphers) == 1;
}

/// The text as OpenSSL reads it.
Memory memory_of(std::string_view text) {
  return Memory(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

/// Whether the reading of a list of certificates ended because there was no other one.
bool is_at_end() {
  const unsigned long reason = ERR_peek_last_error();
  ERR_clear_error();
  return ERR_GET_LIB(reason) == ERR_LIB_PEM && ERR_GET_REASON(reason) == PEM_R_NO_START_LINE;
}

/// A certificate, and those that lead from it to one that clients know.
bool use_certificates(SSL_CTX& context, std::string_view text) {
  const Memory memory = memory_of(text);
  const Certificate own(PEM_read_bio_X509_AUX(memory.get(), nullptr, nullptr, nullptr));
  if (!own || SSL_CTX_use_certificate(&context, own.get()) != 1) return false;
  while (Certificate next{PEM_read_bio_X509(memory.get(), nullptr, nullptr, nullptr)}) {
    if (SSL_CTX_add1_chain_cert(&context, next.get()) != 1) return false;
  }
  return is_at_end();
}

/// For a service that runs: nobody waits to type one, and OpenSSL takes the signals meanwhile.
int no_passphrase(char* /*buffer*/, int /*size*/, int /*is_writing*/, void* /*data*/) {
  return -1;
}

bool use_key(SSL_CTX& context, const Key& key) {
  return SSL_CTX_use_PrivateKey(&context, key.get()) == 1 &&
         SSL_CTX_check_private_key(&context) == 1;
}

}  // namespace

TlsContext server_tls_context(const std::string& certificate, const std::string& key,
                              bool is_starting) {
  // Read once, and not by OpenSSL: they may be pipes.
  const std::string certificate_text = copied_text(certificate, is_starting);
  const std::string key_text = copied_text(key, is_starting);
  TlsContext context(SSL_CTX_new(TLS_server_method()));
  expects(context && set_rules(*context), "OpenSSL with TLS 1.2");
  ERR_clear_error();
  const bool has_certificate = use_certificates(*context, certificate_text);
  const Key private_key(PEM_read_bio_PrivateKey(memory_of(key_text).get(), nullptr,
                                                is_starting ? nullptr : no_passphrase, nullptr));
  const bool is_pair = has_certificate && private_key && use_key(*context, private_key);
  ERR_clear_error();
  if (!has_certificate) throw DataError({certificate}, "found no PEM certificate that is whole");
  if (!private_key) {
    throw DataError({key}, "found no PEM private key, or its passphrase is wrong");
  }
  if (!is_pair) {
    throw DataError({certificate}, "the certificate does not match the key in " + in_quotes(key));
  }
  return context;
}

}  // namespace podium
