#!/bin/sh
# Notifications: what a command and a webhook get, each event once, over crashes; what hangs or fails harms no run; the
# bell and the title of a terminal.
. "$(dirname "$0")/lib.sh"
here=$(cd "$(dirname "$0")" && pwd)
export FORGE_WORKSPACE_MIN_FREE=0 FORGE_MIN_FREE_MEMORY=0 FORGE_SANDBOX=off
hook=
trap '[ -z "$hook" ] || kill "$hook"; rm -rf "$root"' EXIT

# project [SETTING=VALUE]...: the settings are those of [notify].
project() {
  mkdir -p .forge/pipelines
  printf '.forge/\n' >.gitignore && git add .gitignore && git commit -q -m ignore
  printf '[[turn]]\ntext = "done"\nrepeat = true\n' >"$work/agent.toml"
  printf 'name = "one"\nabout = "one stage"\n[[stage]]\nname = "look"\nrole = "researcher"\n' >.forge/pipelines/one.toml
  cat >.forge/pipelines/ask.toml <<'END'
name = "ask"
about = "a question, then one stage"
[[stage]]
name = "may-i"
kind = "ask"
question = "May I?"
[[stage]]
name = "look"
role = "researcher"
END
  cat >.forge/pipelines/late.toml <<'END'
name = "late"
about = "one stage, then a question"
[[stage]]
name = "look"
role = "researcher"
[[stage]]
name = "may-i"
kind = "ask"
question = "May I?"
END
  for setting; do expect 0 forge config set "notify.${setting%%=*}" "${setting#*=}"; done
}

# web FAILURES: a web server that takes webhooks at $url.
web() {
  mkfifo "$work/web.end"
  rm -f "$work/port"
  python3 "$here/hook_server.py" "$work/port" "$work/hooks" "$1" <"$work/web.end" &
  hook=$!
  exec 7>"$work/web.end"
  until [ -s "$work/port" ]; do :; done
  url=http://127.0.0.1:$(cat "$work/port")/forge
}
web_end() {
  exec 7>&-
  wait "$hook"
  hook=
}

# events FILE: the events of the notices in it, in one line.
events() { sed -n 's/.*"event":"\([a-z-]*\)".*/\1/p' "$1" | tr '\n' ' '; }

scenario "a command gets each event once, as JSON and in variables"
project "command=cat >>'$root/1/told'; echo \"\$FORGE_EVENT \$FORGE_EVENT_RUN \$FORGE_EVENT_SUMMARY\" >>'$root/1/words'"
expect 3 forge run first --pipeline ask
is "told" "$(events "$work/told")" "needs-you "
expect 0 forge answer 1 yes --go
is "told" "$(events "$work/told")" "needs-you done "
has "$work/told" '"text":"May I?"'
has "$work/told" "\"project\":\"$work/repo\""
has "$work/told" '"objective":"first"'
has "$work/words" "needs-you 1 run 1 needs you: May I?"
has "$work/words" "done 1 run 1 is done"
printf '[[turn]]\nfail = "permanent"\nrepeat = true\n' >"$work/fails.toml"
expect 4 forge run second --pipeline one --agent "replay:$work/fails.toml"
is "told" "$(events "$work/told")" "needs-you done failed "
is "marks that are left" "$(ls .forge/state/notify/001.* 2>/dev/null)" ""

scenario "a run that ran before notifications were set tells nothing of its past"
project
expect 3 forge run first --pipeline ask
expect 0 forge config set notify.command "cat >>'$work/told'"
expect 0 forge answer 1 yes --go
is "told" "$(events "$work/told")" "done "

scenario "a webhook is signed, and tried again until it is taken"
web 2
project "webhook=$url" secret_variable=HOOK_SECRET
export HOOK_SECRET=swordfish
expect 0 forge run first --pipeline one --auto
# The second try is a moment later; what the engine could not wait for, the next one sends.
expect 0 forge run second --pipeline one --auto
expect 0 forge run third --pipeline one --auto
web_end
out=$(python3 - "$work/hooks" <<'END'
import hashlib, hmac, json, sys
taken = []
for line in open(sys.argv[1]):
    request = json.loads(line)
    headers = {name.lower(): value for name, value in request["headers"].items()}
    wanted = "sha256=" + hmac.new(b"swordfish", request["body"].encode(), hashlib.sha256).hexdigest()
    assert headers["x-forge-signature"] == wanted, "the signature"
    body = json.loads(request["body"])
    assert headers["x-forge-event"] == body["event"] and headers["x-forge-delivery"] == body["id"], "the headers"
    if request["status"] == 204:
        taken.append(body["id"])
assert len(taken) == len(set(taken)), "one was taken twice"
print(*sorted(id.split("-")[0] for id in taken))
END
)
is "runs whose end was taken" "$out" "1 2 3"
lacks .forge/config.toml swordfish
is "files with the secret" "$(grep -rl swordfish .forge)" ""

scenario "without its secret nothing is sent, and the run is unharmed"
web 0
project "webhook=$url" "secret_command=exit 3"
expect 0 forge run first --pipeline one --auto
says "run 1 has completed"
web_end
is "requests" "$(cat "$work/hooks" 2>/dev/null)" ""
has .forge/state/notify/log "secret_command failed (exit 3)"

scenario "a command that hangs is killed, told of once, and harms no run"
project "command=cat >>'$root/5/told'; exec sleep 1000"
expect 3 forge run first --pipeline ask
says "waiting up to 12 s for notify.command (Ctrl-C: do not wait)"
says "warning: notify.command was killed after 10 s"
expect 0 forge answer 1 yes --go
says "run 1 has completed"
is "told" "$(events "$work/told")" "needs-you done "
is "log" "$(grep -c 'notify.command was killed after 10 s' .forge/state/notify/log)" 2

scenario "a command that fails is not repeated"
project "command=cat >>'$root/6/told'; exit 9"
expect 0 forge run first --pipeline one --auto
is "told" "$(events "$work/told")" "done "
has .forge/state/notify/log "notify.command failed (exit 9)"
expect 0 forge run second --pipeline one --auto
is "told" "$(events "$work/told")" "done done "

scenario "an engine that dies before it sends: the next engine of the project sends it, once"
project "command=cat >>'$root/7/told'"
expect 137 env FORGE_CRASH=ended forge run first --pipeline one --auto
expect 0 forge status 1
says "completed"
is "told" "$(cat "$work/told" 2>/dev/null)" ""
expect 0 forge run second --pipeline one --auto
expect 0 forge run third --pipeline one --auto
is "told" "$(sed -n 's/.*"id":"\([0-9]*\)-.*/\1/p' "$work/told" | sort | tr '\n' ' ')" "1 2 3 "

scenario "an engine that is killed while the command runs: the command goes on, and is not started again"
project "command=[ -e '$root/8/once' ] || { : >'$root/8/once'; kill -9 \$PPID; }; cat >>'$root/8/told'; echo x >'$root/8/sent'"
mkfifo "$work/sent"
forge run first --pipeline one --auto >"$work/out" 2>&1 &
pid=$!
cat "$work/sent" >/dev/null
wait "$pid"
is "exit" $? 137
is "told" "$(events "$work/told")" "done "
rm "$work/sent"
expect 0 forge run second --pipeline one --auto
expect 0 forge run third --pipeline one --auto
is "told" "$(sed -n 's/.*"id":"\([0-9]*\)-.*/\1/p' "$work/told" | sort | tr '\n' ' ')" "1 2 3 "
is "files that are left" "$(ls .forge/state/notify | grep -v '^command.lock$')" ""

scenario "a server sends what an engine that died could not"
project "command=cat >>'$root/9/told'; echo x >'$root/9/sent'"
expect 137 env FORGE_CRASH=ended forge run first --pipeline one --auto
mkfifo "$work/sent"
forge serve >"$work/served" 2>&1 &
server=$!
cat "$work/sent" >/dev/null
kill -TERM "$server"
wait "$server"
is "told" "$(events "$work/told")" "done "

scenario "a question that was answered meanwhile is not told of"
project "command=cat >>'$root/10/told'"
expect 137 env FORGE_CRASH=ended forge run first --pipeline late
expect 0 forge answer 1 yes
expect 0 forge run second --pipeline one --auto
is "told" "$(events "$work/told")" "done done "

scenario "Ctrl-C ends the wait for a command that hangs; the next engine sends what is left"
project "command=exec sleep 1000"
mkfifo "$work/said"
forge run first --pipeline one --auto >"$work/out" 2>"$work/said" &
pid=$!
exec 6<"$work/said"
read -r line <&6 # it comes when the wait has begun
kill -INT "$pid"
wait "$pid"
is "exit" $? 0
exec 6<&-
is "line" "$line" "waiting up to 12 s for notify.command (Ctrl-C: do not wait)"
is "log" "$(cat .forge/state/notify/log 2>/dev/null)" ""
expect 0 forge config set notify.command "cat >>'$work/told'"
expect 0 forge run second --pipeline one --auto
is "told" "$(sed -n 's/.*"id":"\([0-9]*\)-.*/\1/p' "$work/told" | tr '\n' ' ')" "1 2 "

scenario "a limit is told once, with its end"
project "command=cat >>'$root/12/told'; echo x >'$root/12/sent'"
mkfifo "$work/sent"
printf '[[turn]]\nfail = "quota"\nrepeat = true\n' >"$work/quota.toml"
expect 0 forge run first --pipeline one --auto --agent "replay:$work/quota.toml" --detach
pid=$(printf '%s\n' "$out" | sed -n 's/.*in process //p')
cat "$work/sent" >/dev/null
expect 0 forge status 1
says "waiting"
is "told" "$(events "$work/told")" "limit "
has "$work/told" '"until":"20'
kill -9 "$pid"
expect 0 forge cancel 1

scenario "a webhook that is no URL is refused"
project
expect 2 forge config set notify.webhook ftp://example.org
says "http:// or https://"

scenario "a terminal gets the bell and a title, if it is to"
project
is "exit" "$(python3 "$here/on_terminal.py" "$work/screen" end forge run first --pipeline one --auto)" 0
is "titles" "$(grep -c "$(printf '\033]2;forge: run 1 is done\007\007')" "$work/screen")" 1
expect 0 forge config set notify.terminal false
is "exit" "$(python3 "$here/on_terminal.py" "$work/screen" end forge run second --pipeline one --auto)" 0
is "titles" "$(grep -c "$(printf '\007')" "$work/screen")" 0

scenario "no secret of the environment is kept with a run"
project secret_variable=FORGE_HOOK_SECRET
export FORGE_HOOK_SECRET=sword-and-fish deploy_token=fish-and-sword FORGE_PASS_ENV=deploy_token
printf 'name = "show"\nabout = "a stage and a test"\n[[stage]]\nname = "look"\nrole = "researcher"\n[[stage]]\nname = "test"\nkind = "check"\ncommands = ["project"]\n' >.forge/pipelines/show.toml
# shellcheck disable=SC2016  # for the shell of the commands
expect 0 forge config set verify 'echo "test <$FORGE_HOOK_SECRET> <$deploy_token>"; exit 1'
# shellcheck disable=SC2016
run forge run first --pipeline show --agent 'command:echo "agent <$FORGE_HOOK_SECRET>"; echo "$deploy_token" >&2'
expect 0 forge status 1
says 'test <> <<secret>>'
is "files with a secret" "$(grep -rl 'fish-and-sword\|sword-and-fish' .forge)" ""
expect 0 forge output 1 --unit 1
says 'agent <>'
unset FORGE_HOOK_SECRET deploy_token FORGE_PASS_ENV
finish
