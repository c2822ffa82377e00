// digest_authentication_encode: the answer to a WWW-Authenticate challenge of the input.
#include "src/http.c"
#include "wget_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  char *challenge = malloc(size + 8);
  if (!challenge) abort();
  memcpy(challenge, "Digest ", 7);
  if (size) memcpy(challenge + 7, data, size);
  challenge[size + 7] = 0;
  uerr_t status = 0;
  known_authentication_scheme_p(challenge, challenge + size + 7);
  char *answer = digest_authentication_encode(challenge, "user", "password", "GET", "/", &status);
  xfree(answer);
  free(challenge);
  return 0;
}
