/* Byte order of the network. */
#include <arpa/inet.h>
#include <byteswap.h>

#undef htonl
#undef htons
#undef ntohl
#undef ntohs

uint32_t(htonl)(uint32_t n) { return __builtin_bswap32(n); }
uint16_t(htons)(uint16_t n) { return __builtin_bswap16(n); }
uint32_t(ntohl)(uint32_t n) { return __builtin_bswap32(n); }
uint16_t(ntohs)(uint16_t n) { return __builtin_bswap16(n); }
