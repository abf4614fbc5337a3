A run whose first commit git cannot keep is named, with what to type.

  $ . "$DATA/setup.sh"
  $ printf '.forge/\n*.out\n' >.gitignore; echo a >mine.txt; git add .gitignore mine.txt; git commit -q -m ignore
  $ echo b >mine.txt; git branch forge
  $ forge run --auto "two files" --include-changes
  $ git branch -q -D forge; forge resume 1 >run.out; git show forge/run-001:mine.txt
