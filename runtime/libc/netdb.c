/* Services, of which none is known, and the texts of errors about names of hosts. */
#include <netdb.h>
#include <stddef.h>

static int host_error;
int *__h_errno_location(void) { return &host_error; }

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
