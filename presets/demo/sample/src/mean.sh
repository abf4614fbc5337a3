# mean VALUE...: the arithmetic mean; 0 for an empty list.
mean() {
  printf '%s\n' "$@" | awk 'NF { sum += $1; n++ } END { print n ? sum / n : 0 }'
}
