/* average FILE: the average of the fourth column (temperature) of a file of day,station,remark,temperature,sky. */
#include <stdio.h>
#include <stdlib.h>

#include "fields.h"

enum { MOST_FIELDS = 8, TEMPERATURE = 3 };

int main(int argc, char **argv) {
  char line[256];
  char *fields[MOST_FIELDS];
  double sum = 0;
  int days = 0;
  FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
  if (file == NULL) {
    fprintf(stderr, "usage: average FILE\n");
    return 2;
  }
  while (fgets(line, sizeof line, file) != NULL) {
    if (split_fields(line, fields, MOST_FIELDS) <= TEMPERATURE) continue;
    sum += atof(fields[TEMPERATURE]);
    days++;
  }
  fclose(file);
  printf("average %.2f\n", days == 0 ? 0.0 : sum / days);
  return 0;
}
