`forge output` and `forge diff` without a run show the last one, not an older one that failed.

  $ . "$DATA/setup.sh"
  $ forge run --auto "this one fails" --agent command:false > /dev/null 2>&1
  [4]
  $ forge run --auto "two files" > /dev/null
  $ forge list | cut -c1-14
  RUN  STATUS
  1    failed
  2    completed
  $ forge diff --stat
   one.txt | 1 +
   two.txt | 1 +
   2 files changed, 2 insertions(+)
  $ forge output --json | head -n 1 | cut -c1-20
  {"run":2,"unit":6,"s
