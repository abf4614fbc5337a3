A watcher at a terminal is asked what the run asks.

  $ . "$DATA/setup.sh"
  $ forge run "two files" > run.out; tail -n 1 run.out
    type     forge answer 1 yes
  $ look() { TERM=xterm NO_COLOR=1 script -qec 'forge watch' /dev/null | tr -d '\r' | sed 's/\x1b\[[0-9;]*[A-Za-z]//g; s/^\[yes[^]]*\] *//; s/^  *//'; }
  $ printf '\n' | look | grep -A2 'run 1 asks'
  run 1 asks: Build this plan?
  yes    approve it as it is now
  no     cancel the run
  $ printf 'perhaps\nyes\n' | look | grep -E 'choose|answered|not running|next'
  nothing is decided; choose one of: yes, no, later
  hh:mm:ss  question 1 answered `yes` by ada
  run 1 is not running
  next: forge resume 1
  $ forge status | grep status
    status     active
