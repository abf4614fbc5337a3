A plan that was edited while it is asked about: the answer at a terminal is one about the plan that is shown.

  $ . "$DATA/setup.sh"
  $ forge run "two files" >run.out; tail -n 1 run.out
    type     forge answer 1 yes --go
  $ sed -i 's/write two/write another/' .forge/plans/plan-001-*.md
  $ look() { TERM=xterm NO_COLOR=1 script -qec 'forge watch 1' /dev/null | tr -d '\r' | sed 's/\x1b\[[0-9;]*[A-Za-z]//g; s/^\[yes[^]]*\] *//; s/^  *//'; }
  $ printf 'yes\nno\n' | look | grep -E 'two +write|asks|answered|nothing|forge:'
  two  write another
  run 1 asks: Build this plan?
  later  decide nothing now: the run waits
  hh:mm:ss  approve: asks: Build this plan?
  hh:mm:ss  question 2 answered `yes` by ada
  nothing runs run 1 now

One that is edited while the question stands there is asked about again.

  $ forge run "two more" >run.out; tail -n 1 run.out
    type     forge answer 2 yes --go
  $ mkfifo keys; TERM=xterm NO_COLOR=1 script -qec 'forge watch 2' /dev/null <keys >asks.out 2>&1 & exec 9>keys
  $ until grep -q '/d\]' asks.out; do sleep 0.1; done; sed -i 's/write two/write another/' .forge/plans/plan-002-*.md; echo yes >&9
  $ until grep -q 'another' asks.out; do sleep 0.1; done; echo yes >&9; until grep -q 'background' asks.out; do sleep 0.1; done; echo no >&9; wait; exec 9>&-
  $ tr -d '\r' <asks.out | sed 's/\x1b\[[0-9;]*[A-Za-z]//g; s/^\[yes[^]]*\] *//; s/^  *//' | grep -E 'two +write|asks|answered|nothing|forge:'
  two  write two
  run 2 asks: Build this plan?
  later  decide nothing now: the run waits
  nothing is decided: the plan was edited meanwhile
  hh:mm:ss  approve: asks: Build this plan?
  two  write another
  run 2 asks: Build this plan?
  later  decide nothing now: the run waits
  hh:mm:ss  question 2 answered `yes` by ada
  nothing runs run 2 now
