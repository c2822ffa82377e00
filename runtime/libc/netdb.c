/* Names of hosts and services: there is no network to ask, so nothing is found. */
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>

static int host_error;
int *__h_errno_location(void) { return &host_error; }

int getaddrinfo(const char *restrict name, const char *restrict service, const struct addrinfo *restrict hints,
                struct addrinfo **restrict out) {
  (void)name, (void)service, (void)hints, (void)out;
  return EAI_FAIL;
}

void freeaddrinfo(struct addrinfo *list) { (void)list; }

int getnameinfo(const struct sockaddr *restrict address, socklen_t size, char *restrict host, socklen_t host_room,
                char *restrict service, socklen_t service_room, int flags) {
  (void)address, (void)size, (void)host, (void)host_room, (void)service, (void)service_room, (void)flags;
  return EAI_FAIL;
}

const char *gai_strerror(int code) {
  switch (code) {
    case EAI_ADDRFAMILY: return "Address family for hostname not supported";
    case EAI_AGAIN: return "Temporary failure in name resolution";
    case EAI_BADFLAGS: return "Bad value for ai_flags";
    case EAI_FAIL: return "Non-recoverable failure in name resolution";
    case EAI_FAMILY: return "ai_family not supported";
    case EAI_MEMORY: return "Memory allocation failure";
    case EAI_NODATA: return "No address associated with hostname";
    case EAI_NONAME: return "Name or service not known";
    case EAI_SERVICE: return "Servname not supported for ai_socktype";
    case EAI_SOCKTYPE: return "ai_socktype not supported";
    case EAI_SYSTEM: return "System error";
    default: return "Unknown error";
  }
}

struct hostent *gethostbyname(const char *name) {
  (void)name;
  h_errno = NO_RECOVERY;
  return NULL;
}

struct hostent *gethostbyaddr(const void *address, socklen_t size, int family) {
  (void)address, (void)size, (void)family;
  h_errno = NO_RECOVERY;
  return NULL;
}

struct servent *getservbyname(const char *name, const char *protocol) {
  (void)name, (void)protocol;
  return NULL;
}

struct servent *getservbyport(int port, const char *protocol) {
  (void)port, (void)protocol;
  return NULL;
}

const char *hstrerror(int code) {
  switch (code) {
    case 0: return "Resolver Error 0 (no error)";
    case HOST_NOT_FOUND: return "Unknown host";
    case TRY_AGAIN: return "Host name lookup failure";
    case NO_RECOVERY: return "Unknown server error";
    case NO_DATA: return "No address associated with name";
    default: return code < 0 ? "Resolver internal error" : "Unknown resolver error";
  }
}
