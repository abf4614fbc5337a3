#include "fields.h"

#include <string.h>

int split_fields(char *line, char **fields, int most) {
  int count = 0;
  for (char *at = strtok(line, ",\n"); at != NULL && count < most; at = strtok(NULL, ",\n")) fields[count++] = at;
  return count;
}
