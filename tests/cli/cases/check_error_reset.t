When a limit ends, as the message says it: `forge check error` shows the wait. Waits change with the clock, so only what does not is
shown.

  $ forge check error "429 reset in 7s"
  rate-limit: retried after 7.0s
  $ forge check error "You've hit your usage limit. Try again in 2 days 3 hours 7 minutes."
  quota: retried after 51h07m
  $ forge check error "read: connection was reset by peer"
  network: retried after 3.0s
  $ forge check error "You exceeded your current quota. Please retry in 31.5s."
  quota: retried after 31.5s
  $ waits() { forge check error "$1" --json | sed 's/.*"backoff_ms":\([0-9]*\).*/\1/'; }

A time of day is within a day, and 70 seconds are 70 seconds: seconds since 1970 say it exactly.

  $ ms=$(waits "You've hit your usage limit, or try again at 9:50 AM.") && [ "$ms" -gt 0 ] && [ "$ms" -le 86400000 ] && echo yes
  yes
  $ ms=$(waits "limit reached, resets 11pm (UTC)") && [ "$ms" -gt 0 ] && [ "$ms" -le 86400000 ] && [ "$ms" != 300000 ] && echo yes
  yes
  $ ms=$(waits "usage limit reached|$(($(date +%s) + 70))") && [ "$ms" -gt 60000 ] && [ "$ms" -le 71000 ] && echo yes
  yes
  $ ms=$(waits "RESOURCE_EXHAUSTED: GenerateRequestsPerDayPerProjectPerModel. Please retry in 31s.") && [ "$ms" -gt 0 ] && [ "$ms" != 31000 ] && echo yes
  yes

The zone of this machine is TZ's.

  $ a=$(TZ=UTC0 waits "usage limit: resets 3:07pm") b=$(TZ=IST-5:30 waits "usage limit: resets 3:07pm") && d=$((a - b)) && [ $d -lt 0 ] && d=$((-d)); [ "$d" -gt 10000000 ] && echo differ
  differ
