#!/bin/sh
# browser_test.sh SAMPLE_REPORT [PICTURE]: opens the page of a small and of a large run in headless Chromium. No script
# error, no request to anywhere, and nothing wider than a window of 360 or 1600 pixels. With PICTURE a screenshot is kept.
set -u
sample=$1
picture=${2:-}
browser=
for name in chromium chromium-browser google-chrome; do
  if command -v "$name" >/dev/null 2>&1; then
    browser=$name
    break
  fi
done
if [ -z "$browser" ]; then
  echo "skipped: no chromium here (apt-get install chromium)"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
  echo "FAILED: $*"
  failed=1
}

browse() {
  HOME=$work timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
    --user-data-dir="$work/profile" --no-first-run --disable-background-networking --disable-sync \
    --disable-component-update --host-resolver-rules="MAP * ~NOTFOUND" --enable-logging=stderr "$@"
}

# The page itself: what it complains about, and what it asks for.
check_page() {
  browse --log-net-log="$work/net.json" --net-log-capture-mode=Everything --virtual-time-budget=3000 --dump-dom \
    "file://$work/$1.html" >"$work/dom.html" 2>"$work/log"
  grep -q '</html>' "$work/dom.html" || fail "$1: the page did not load"
  if grep 'CONSOLE' "$work/log"; then fail "$1: the browser complains"; fi
  # The browser's own services ask too, and reach nobody; what counts is a request for the page's sake.
  if grep -o 'site=file://[^}]*}[^}]*"url":"https\{0,1\}:[^"]*"' "$work/net.json"; then
    fail "$1: the page asks for something outside"
  fi
}

# The same page in a frame of that width, with a script beside it that says how wide it came out.
check_width() {
  sed -e '/Content-Security-Policy/d' \
    -e 's|</body>|<script>parent.postMessage(document.documentElement.scrollWidth, "*")</script></body>|' \
    "$work/$1.html" >"$work/measured.html"
  cat >"$work/frame.html" <<END
<!DOCTYPE html><body style="margin:0"><p id="width">none</p>
<script>addEventListener("message", e => { document.getElementById("width").textContent = "came out " + e.data; });</script>
<iframe src="measured.html" width="$2" height="900" style="border:0"></iframe>
END
  browse --allow-file-access-from-files --virtual-time-budget=5000 --dump-dom "file://$work/frame.html" >"$work/dom.html" 2>"$work/log"
  width=$(sed -n 's/.*came out \([0-9]*\).*/\1/p' "$work/dom.html" | head -1)
  [ -n "$width" ] || fail "$1: nobody said how wide it is"
  [ "${width:-99999}" -le "$2" ] || fail "$1: $width pixels wide in a window of $2"
}

"$sample" 7 6 >"$work/small.html" || fail "no small page"
"$sample" 500 20 >"$work/large.html" || fail "no large page"
for page in small large; do
  check_page $page
  check_width $page 360
  check_width $page 1600
done
if [ -n "$picture" ]; then
  browse --hide-scrollbars --window-size=1200,1500 --screenshot="$picture" "file://$work/small.html" 2>/dev/null || fail "no picture"
fi
[ $failed = 0 ] && echo "the page is quiet, alone and fits"
exit $failed
