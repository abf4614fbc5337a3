#ifndef FIELDS_H
#define FIELDS_H

/* Splits a line at its commas. Returns how many fields there are; at most `most` are stored. Changes the line. */
int split_fields(char *line, char **fields, int most);

#endif
