A watcher at a terminal is asked what the run asks.

  $ . "$DATA/setup.sh"
  $ forge run "two files" > run.out; tail -n 1 run.out
    type     forge answer 1 yes --go
  $ look() { TERM=xterm NO_COLOR=1 script -qec 'forge watch' /dev/null | tr -d '\r' | sed 's/\x1b\[[0-9;]*[A-Za-z]//g; s/^\[yes[^]]*\] *//; s/^  *//'; }
  $ printf '\n' | look | grep -A2 'run 1 asks'
  run 1 asks: Build this plan?
  yes    approve it as it is now
  no     cancel the run
  $ printf 'perhaps\nyes\n\nno\n' | look | grep -E 'choose|answered|nothing runs|not running|next'
  nothing is decided; choose one of: yes, no, later
  hh:mm:ss  question 1 answered `yes` by ada
  nothing runs run 1 now
  run it in the background? [yes/no] nothing is decided; choose one of: yes, no
  run it in the background? [yes/no] run 1 is not running
  next: forge resume 1
  $ forge status | grep -E 'status|waiting|running'
    status     active
    engine     not running
    one   running  implement  write one
    waiting    one implement begins when an engine runs it


It offers to go on in the background, and stays.

  $ forge run "two more" > run.out; tail -n 1 run.out
    type     forge answer 2 yes --go
  $ look2() { TERM=xterm NO_COLOR=1 script -qec 'forge watch 2' /dev/null | tr -d '\r' | sed 's/\x1b\[[0-9;]*[A-Za-z]//g; s/^  *//'; }
  $ printf 'yes\nyes\n' | look2 | grep -E 'nothing runs|in the background|has completed'
  nothing runs run 2 now
  run it in the background? [yes/no] run 2 runs in the background, in process PID
  run 2 has completed


A run that asks at its own terminal goes on with an answer that is given elsewhere.

  $ mkfifo keys; TERM=xterm NO_COLOR=1 script -qec 'forge run "and two"' /dev/null <keys >asks.out 2>&1 & exec 9>keys
  $ until grep -q 'run 3 asks' asks.out; do sleep 0.1; done
  $ until forge status 3 | grep -q 'waits for an answer'; do sleep 0.1; done; forge status 3 | grep engine | sed 's/process [0-9]*/process N/'
    engine     process N, which waits for an answer at its terminal
  $ forge answer 3 yes | sed 's/process [0-9]*/process N/'
  run 3: answered `yes`; the run is active
    process N continues it
  next: forge watch 3
  $ wait; tr -d '\r' <asks.out | sed 's/\x1b\[[0-9;]*[A-Za-z]//g' | grep -E 'elsewhere|run 3 has'
  question 1 of run 3 was answered elsewhere
  run 3 has completed


One that sleeps (Ctrl-Z) takes no answer: --go goes on without it, and it finds the run done when it wakes up.

  $ mkfifo more; TERM=xterm NO_COLOR=1 script -qec 'forge run "and two again"' /dev/null <more >sleeps.out 2>&1 & exec 9>more
  $ until grep -q 'run 4 asks' sleeps.out; do sleep 0.1; done
  $ until forge status 4 | grep -q 'waits for an answer'; do sleep 0.1; done
  $ asker=$(forge status 4 | sed -n 's/.*engine *process \([0-9]*\).*/\1/p'); terminal=$(ps -o ppid= -p "$asker"); kill -STOP "$asker"
  $ until forge status 4 | grep -q 'engine *not running'; do sleep 0.1; done; forge answer 4 yes --go | grep 'run 4 has'
  run 4 has completed
  $ kill -CONT "$asker" $terminal; wait; tr -d '\r' <sleeps.out | sed 's/\x1b\[[0-9;]*[A-Za-z]//g' | grep -E 'elsewhere|run 4 has'
  question 1 of run 4 was answered elsewhere
  run 4 has completed


An engine that took the run while the person was asked is not called a server.

  $ sed "s|test -s one.txt|until test -e $PWD/.git/go; do sleep 0.1; done|" "$DATA/steps.toml" >"$HOME/agent.toml"; export FORGE_AGENT="replay:$HOME/agent.toml"
  $ forge run "two in turn" > run.out; tail -n 1 run.out
    type     forge answer 5 yes --go
  $ mkfifo third; TERM=xterm NO_COLOR=1 script -qec 'forge watch 5' /dev/null <third >twice.out 2>&1 & exec 9>third
  $ echo yes >&9; until grep -q 'in the background?' twice.out; do sleep 0.1; done; forge resume 5 --detach | head -1
  run 5 runs in the background, in process PID
  $ echo yes >&9; until grep -q 'follow' twice.out; do sleep 0.1; done; touch .git/go; exec 9>&-; wait
  $ tr -d '\r' <twice.out | sed 's/\x1b\[[0-9;]*[A-Za-z]//g' | grep -E 'in process|server|has completed'
  run 5 is already running in process PID
  run 5 has completed
