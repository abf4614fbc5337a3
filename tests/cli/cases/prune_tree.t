`forge prune RUN` is about the run and all runs below it, and about none that an engine still has.

  $ . "$DATA/setup.sh"
  $ store() { python3 -c 'import sqlite3, sys; sqlite3.connect(".forge/state/forge.db").executescript(sys.argv[1])' "$1"; }
  $ forge run "the parent" > /dev/null
  [3]
  $ forge spawn 1 "a child" > /dev/null; forge resume 2 > /dev/null; true
  $ forge spawn 2 "a grandchild" > /dev/null; forge resume 3 > /dev/null; true
  $ forge run "another" > /dev/null
  [3]
  $ for run in 3 2 1 4; do forge cancel $run > /dev/null; done
  $ store "UPDATE run SET updated = updated - 100 * 86400000"
  $ forge prune 1 --older-than 90 --dry-run | sed -E 's/[0-9.]+ k?B/SIZE/'
  RUN  WHY        REFS  ON NO BRANCH  OBJECTIVE
  1    cancelled  4     0             the parent
  2    cancelled  4     0             a child
  3    cancelled  4     0             a grandchild
  RUN  STATUS     ENDED       RECORDS  OBJECTIVE
  3    cancelled  DATE  SIZE   a grandchild
  2    cancelled  DATE  SIZE   a child
  1    cancelled  DATE  SIZE   the parent
  $ forge prune 2 --older-than 90 --dry-run | sed -E 's/[0-9.]+ k?B/SIZE/'
  RUN  WHY        REFS  ON NO BRANCH  OBJECTIVE
  2    cancelled  4     0             a child
  3    cancelled  4     0             a grandchild
  RUN  STATUS     ENDED       RECORDS  OBJECTIVE
  3    cancelled  DATE  SIZE   a grandchild
  2    cancelled  DATE  SIZE   a child
  $ forge prune 3 --older-than 90 --dry-run | sed -E 's/[0-9.]+ k?B/SIZE/'
  RUN  WHY        REFS  ON NO BRANCH  OBJECTIVE
  3    cancelled  4     0             a grandchild
  RUN  STATUS     ENDED       RECORDS  OBJECTIVE
  3    cancelled  DATE  SIZE   a grandchild

An engine on another machine ended run 2, and has not given it back: it may still write.

  $ store "INSERT INTO lease (run, pid, pid_start, boot, host, heartbeat, term) VALUES (2, 1, 1, 'b', 'elsewhere', strftime('%s', 'now') * 1000, 3600000)"
  $ forge prune 1 --older-than 90 --dry-run | sed -E 's/[0-9.]+ k?B/SIZE/'
  RUN  WHY        REFS  ON NO BRANCH  OBJECTIVE
  1    cancelled  4     0             the parent
  3    cancelled  4     0             a grandchild
  RUN  STATUS     ENDED       RECORDS  OBJECTIVE
  3    cancelled  DATE  SIZE   a grandchild
  1    cancelled  DATE  SIZE   the parent
  $ forge prune 2
  RUN  WHY        REFS  ON NO BRANCH  OBJECTIVE
  3    cancelled  4     0             a grandchild
  run 2 stays: its engine is still running
  forge: prune deletes only after asking
    hint: to delete without a question: --yes
  [2]
  $ forge prune 1 --older-than 90 --yes | tail -n 1 | sed -E 's/[0-9.]+ k?B/SIZE/'
  deleted 8 refs and SIZE of records
  $ for run in 001 002 003 004; do test -e .forge/state/runs/$run/units/1/prompt.md && echo "$run has its records"; done
  002 has its records
  004 has its records
  $ git for-each-ref --format='%(refname)' refs/forge | cut -d/ -f3 | sort -u | tr '\n' ' '
  2 4

Its lease has run out: nothing more comes.

  $ store "UPDATE lease SET heartbeat = heartbeat - 7200000"
  $ forge prune 1 --older-than 90 --yes | tail -n 1 | sed -E 's/[0-9.]+ k?B/SIZE/'
  deleted 4 refs and SIZE of records
  $ git for-each-ref --format='%(refname)' refs/forge | cut -d/ -f3 | sort -u | tr '\n' ' '
  4
