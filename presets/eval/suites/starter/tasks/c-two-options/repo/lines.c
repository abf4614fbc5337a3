/* lines FILE: prints the lines of a file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
  char **lines;
  size_t count;
};

static struct text read_lines(FILE *file) {
  struct text text = {NULL, 0};
  char *line = NULL;
  size_t room = 0;
  while (getline(&line, &room, file) >= 0) {
    line[strcspn(line, "\n")] = '\0';
    text.lines = realloc(text.lines, (text.count + 1) * sizeof *text.lines);
    if (text.lines == NULL) abort();
    text.lines[text.count++] = strdup(line);
  }
  free(line);
  return text;
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: lines FILE\n");
    return 2;
  }
  FILE *file = fopen(argv[1], "r");
  if (file == NULL) {
    perror(argv[1]);
    return 1;
  }
  const struct text text = read_lines(file);
  fclose(file);
  for (size_t i = 0; i < text.count; i++) printf("%s\n", text.lines[i]);
  return 0;
}
