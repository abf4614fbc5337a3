set -eu
work=$(mktemp -d)
from="$work/my files [1]"
to="$work/to *"
mkdir -p "$from/a b" "$from/-n" "$from/*"
echo 1 >"$from/with space"
echo 2 >"$from/a b/-rf"
echo 3 >"$from/-n/-e"
echo 4 >"$from/*/?"
echo 5 >"$from/two
lines"
echo 6 >"$from/back\\slash"
echo 7 >"$from/ leading and trailing "
echo 8 >"$from/.hidden"
[ "$(sh ./backup.sh "$from" "$to")" = "8 files" ] || { echo "the count is wrong"; exit 1; }
diff -r "$from" "$to"
cp backup.sh "$work/"
cd "$work"
mkdir -- -d && echo x >./-d/y
[ "$(sh ./backup.sh ./-d out)" = "1 files" ]
cmp ./-d/y out/y
mkdir empty
[ "$(sh ./backup.sh empty none)" = "0 files" ]
cd - >/dev/null
sh tests/run.sh
rm -r "$work"
