#!/bin/sh
# browser_test.sh SAMPLE_REPORT SAMPLE_EVAL [PICTURES]: opens the page of a small and of a large run, and of an evaluation, in
# headless Chromium. The page has no script error, sends no request, and is not wider than a window of 360, 400 or
# 1600 pixels; at 400 no table of a report scrolls sideways either. Every wait that the
# timeline lists has its letter in it. PICTURES: a directory for screenshots, light and dark, wide and narrow.
set -u
sample=$1
evaluation=$2
pictures=${3:-}
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -z "$browser" ]; then
  echo "skipped: chromium is not installed (apt-get install chromium)"
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

# The page itself: its messages on the console, and its requests.
check_page() {
  browse --log-net-log="$work/net.json" --net-log-capture-mode=Everything --virtual-time-budget=3000 --dump-dom \
    "file://$work/$1.html" >"$work/dom.html" 2>"$work/log"
  grep -q '</html>' "$work/dom.html" || fail "$1: the page did not load"
  if grep 'CONSOLE' "$work/log"; then fail "$1: the browser complains"; fi
  # The browser's own services send requests too, which fail here. Only requests of the page count.
  if grep -o 'site=file://[^}]*}[^}]*"url":"https\{0,1\}:[^"]*"' "$work/net.json"; then
    fail "$1: the page sends a request"
  fi
}

# The same page in a frame of that width, with a script that reports its width.
check_width() {
  sed -e '/Content-Security-Policy/d' \
    -e 's|</body>|<script>document.querySelectorAll("details").forEach(d => d.open = true); parent.postMessage(document.documentElement.scrollWidth + " inside " + [...document.querySelectorAll(".scroll,pre,.timeline,details")].filter(e => !e.querySelector("svg") \&\& e.scrollWidth > e.clientWidth + 1).length + " unseen " + [...document.querySelectorAll(".waits b")].filter(w => ![...document.querySelectorAll(".ticks b")].some(t => t.textContent == w.textContent \&\& t.offsetWidth)).length, "*")</script></body>|' \
    "$work/$1.html" >"$work/measured.html"
  cat >"$work/frame.html" <<END
<!DOCTYPE html><body style="margin:0"><p id="width">none</p>
<script>addEventListener("message", e => { document.getElementById("width").textContent = "came out " + e.data; });</script>
<iframe src="measured.html" width="$2" height="900" style="border:0"></iframe>
END
  browse --allow-file-access-from-files --virtual-time-budget=5000 --dump-dom "file://$work/frame.html" >"$work/dom.html" 2>"$work/log"
  width=$(sed -n 's/.*came out \([0-9]*\).*/\1/p' "$work/dom.html" | head -1)
  [ -n "$width" ] || fail "$1: the page did not report its width"
  inside=$(sed -n 's/.*came out [0-9]* inside \([0-9]*\).*/\1/p' "$work/dom.html" | head -1)
  [ "$1" = eval ] || [ "$2" != 400 ] || [ "$inside" = 0 ] || fail "$1: $inside parts scroll sideways in a window of $2"
  unseen=$(sed -n 's/.*came out [0-9]* inside [0-9]* unseen \([0-9]*\).*/\1/p' "$work/dom.html" | head -1)
  [ "${unseen:-none}" = 0 ] || fail "$1: ${unseen:-none} waits of the list have no letter in the timeline in a window of $2"
  [ "${width:-99999}" -le "$2" ] || fail "$1: $width pixels wide in a window of $2"
}

"$sample" 7 6 >"$work/small.html" || fail "no small page"
"$sample" 500 20 >"$work/large.html" || fail "no large page"
"$evaluation" >"$work/eval.html" || fail "no page of an evaluation"
# A second wait, beside the one of the sample.
sed -e 's|\(<span>waits</span>.*</b>\)</div></div>|\1<b style="left:90%">B</b></div></div>|' \
  -e 's|<li><b>A</b>.*|&<li><b>B</b> 2m 0s for an answer</li>|' "$work/small.html" >"$work/waits.html"
grep -q '>B</b></div>' "$work/waits.html" || fail "no page with two waits"
for page in small waits large eval; do
  check_page $page
  check_width $page 360
  check_width $page 400
  check_width $page 1600
done
# shot NAME WIDTH HEIGHT SCHEME
shot() {
  sed -e '/Content-Security-Policy/d' "$work/small.html" >"$work/$1.html"
  [ "$4" = light ] || sed -i 's/@media (prefers-color-scheme: dark) { :root/@media all { :root/' "$work/$1.html"
  # Headless windows are at least 500 pixels wide: a narrow page is shown in a frame.
  echo "<!DOCTYPE html><body style=\"margin:0\"><iframe src=\"$1.html\" width=\"$2\" height=\"$3\" style=\"border:0\"></iframe>" >"$work/shot.html"
  browse --allow-file-access-from-files --hide-scrollbars --window-size="$2,$3" --screenshot="$pictures/$1.png" "file://$work/shot.html" 2>/dev/null || fail "no picture $1"
}
if [ -n "$pictures" ]; then
  shot report 1200 2500 light
  shot report-dark 1200 2500 dark
  shot report-narrow 400 2600 light
  shot report-narrow-dark 400 2600 dark
fi
[ $failed = 0 ] && echo "the page is quiet, alone and fits"
exit $failed
