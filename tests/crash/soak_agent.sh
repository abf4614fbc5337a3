#!/bin/sh
# The agent of soak.sh. Its work shows when it is done twice: it appends to files, and makes files with names that no
# other call makes.
set -eu
cat >/dev/null
case $FORGE_STAGE in
  plan)
    printf '# Plan: a soak\n\n## Objective\nEvery step once.\n\n## Steps\n'
    for step in s1 s2 s3 s4; do
      printf '\n### Step %s: append %s\n- Verify: `test -s count-%s`\n' $step $step $step
    done
    # Wrong at first: the second round must find the first one's files.
    printf '\n### Step s5: append s5 after s1\n- Depends: s1\n- Verify: `test $(wc -l <count-s5) -ge 2`\n'
    ;;
  implement)
    echo "$FORGE_ITERATION" >>"count-$FORGE_STEP"
    sleep "0.0$((FORGE_UNIT * 37 % 90 + 10))"
    mkdir -p made
    echo "$FORGE_UNIT" >"made/$FORGE_STEP.$FORGE_ITERATION.$$.$(date +%N)"
    # All steps write to `shared`, undeclared. A step that was sent back keeps both sides of a conflict.
    if [ "$FORGE_ITERATION" = 1 ]; then
      echo "$FORGE_STEP" >>shared
    else
      sed -i '/^<<<<<<</d; /^=======$/d; /^>>>>>>>/d' shared
    fi
    echo "$FORGE_STEP: round $FORGE_ITERATION is done"
    ;;
  docs)
    echo documented >>README.md
    echo "the readme has a line more"
    ;;
esac
echo 'FORGE-USAGE {"input_tokens": 100, "output_tokens": 10, "usd": 0.01}'
