A run whose first commit git cannot keep is named, with what to type.

  $ . "$DATA/setup.sh"
  $ printf '.forge/\n*.out\n' >.gitignore; echo a >mine.txt; git add .gitignore mine.txt; git commit -q -m ignore
  $ echo b >mine.txt; git branch forge
  $ forge run --auto "two files" --include-changes
  forge: run 1 was made, but git did not keep commit HASH, which it begins with: make the branch forge/run-001: git update-ref: fatal: cannot lock ref 'refs/heads/forge/run-001': 'refs/heads/forge' exists; cannot create 'refs/heads/forge/run-001'
    hint: a branch named forge is in the way; rename it: git branch -m forge forge-old; mend that and continue: forge resume 1; or give it up: forge abandon 1
  [2]
  $ git branch -q -D forge; forge resume 1 >run.out; git show forge/run-001:mine.txt
  b
