What Forge keeps below .forge/state only its user can read, whatever wrote it.

  $ . "$DATA/setup.sh"
  $ umask 022; forge run "count words" --pipeline small --auto > out 2>&1; tail -n 1 out
  next: forge land 1
  $ forge memory add "tests need a fixed clock" --category gotcha > out; forge search words > out; forge list > out
  $ find .forge/state -name '*.db' | sort
  .forge/state/forge.db
  .forge/state/memory.db
  .forge/state/search.db
  $ find .forge/state -type f -perm /077
  $ stat -c %a .forge/state .forge/state/forge.db .forge/plans/*.md
  700
  600
  644

Files that an older Forge left for others to read are closed when the project is opened.

  $ find .forge/state -type f -exec chmod 644 {} +; forge list > out; find .forge/state -type f -perm /077
