The journal, for people and for scripts.

  $ . "$DATA/setup.sh"
  $ forge run "write two files" --auto > /dev/null
  $ forge log
      1  hh:mm:ss                          started: write two files
      2  hh:mm:ss  plan                    started (unit 1)
      3  hh:mm:ss                          running in process PID on HOST
      4  hh:mm:ss  plan                    done in TIME, 1.2k tokens, $0.01: plan with 2 steps
      5  hh:mm:ss  plan                    the plan has 2 steps
      6  hh:mm:ss  approve                 would ask: Build this plan?
      7  hh:mm:ss  approve                 approved without a person: the run is unattended
      8  hh:mm:ss  build                   2 steps to do
      9  hh:mm:ss  one implement           step running
     10  hh:mm:ss  one implement           started (unit 2)
     11  hh:mm:ss  one implement           done in TIME, 600 tokens, $0.005: one.txt is there.
     12  hh:mm:ss  one verify              started (unit 3)
     13  hh:mm:ss  one verify              process PID
     14  hh:mm:ss  one verify              done in TIME: 1 of 1 commands passed
     15  hh:mm:ss  one verify              passed
     16  hh:mm:ss  one commit              started (unit 4)
     17  hh:mm:ss  one commit              done in TIME: commit HASH
     18  hh:mm:ss  one                     step done
     19  hh:mm:ss  two implement           step running
     20  hh:mm:ss  two implement           started (unit 5)
     21  hh:mm:ss  two implement           done in TIME, 600 tokens, $0.005: two.txt is there.
     22  hh:mm:ss  two verify              started (unit 6)
     23  hh:mm:ss  two verify              process PID
     24  hh:mm:ss  two verify              done in TIME: 1 of 1 commands passed
     25  hh:mm:ss  two verify              passed
     26  hh:mm:ss  two commit              started (unit 7)
     27  hh:mm:ss  two commit              done in TIME: commit HASH
     28  hh:mm:ss  two                     step done
     29  hh:mm:ss  build                   all steps done
     30  hh:mm:ss                          the run has completed
  $ forge log --json | head -1 | grep -oE '^\{"seq":1,"at":"[^"]*","kind":"started","run":1,"step":null,"stage":null,"iteration":0,"attempt":0,"data":\{"objective":"write two files"'
  {"seq":1,"at":"TIME","kind":"started","run":1,"step":null,"stage":null,"iteration":0,"attempt":0,"data":{"objective":"write two files"
  $ forge log 1 --json | tail -1
  {"seq":30,"at":"TIME","kind":"run-status","run":1,"step":null,"stage":null,"iteration":0,"attempt":0,"data":{"from":"active","to":"completed"}}
  $ forge log 1 --json | grep -c .
  30
  $ forge log --follow | tail -1
     30  hh:mm:ss                          the run has completed
  $ forge log 9
  forge: no run `9`
    hint: forge list
  [2]
  $ forge log --json 9
  forge: no run `9`
    hint: forge list
  {"error":{"code":"not-found","message":"no run `9`","hint":"forge list"}}
  [2]
  $ forge log --folow
  forge: log: unknown option `--folow`
    hint: did you mean `--follow`?
  [2]
