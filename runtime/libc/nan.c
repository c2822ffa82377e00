/* NaNs with a payload given as text. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double nan(const char *payload) {
  char text[strlen(payload) + 6];
  strcpy(stpcpy(stpcpy(text, "NAN("), payload), ")");
  return strtod(text, NULL);
}

float nanf(const char *payload) {
  char text[strlen(payload) + 6];
  strcpy(stpcpy(stpcpy(text, "NAN("), payload), ")");
  return strtof(text, NULL);
}

long double nanl(const char *payload) {
  char text[strlen(payload) + 6];
  strcpy(stpcpy(stpcpy(text, "NAN("), payload), ")");
  return strtold(text, NULL);
}
