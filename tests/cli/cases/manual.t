The manual page: every command is in it, and no line of prose is taken for a request of roff's.

  $ forge help --man > forge.1; echo "$?"
  0
  $ test "$(grep -c '^\.SS ' forge.1)" = "$(forge help --markdown | grep -c '^### ')" && echo "every command"
  every command
  $ grep -oE "^[.'][^ ]*" forge.1 | sort -u | paste -sd ' '
  .B .BR .I .PP .RE .RS .SH .SS .TH .TP .\" .ad .br .fi .nf .nh
  $ sed -n '/^\.SH NAME/,/^\.SH DESC/p' forge.1
  .SH NAME
  forge \- take an objective in a git repository to verified commits
  .SH SYNOPSIS
  .B forge
  .I COMMAND
  [arguments] [options]
  .br
  .B forge
  .I "OBJECTIVE"
  [options]
  .br
  .B forge
  .SH DESCRIPTION
  $ sed -n '/^\.SS .fBforge demo/,/^\.SS/p' forge.1 | head -8
  .SS \fBforge demo [options]\fR
  watch a complete run with a scripted agent.
  .PP
  Creates a small library with tests in a temporary directory and takes an objective through the default pipeline: plan, audit, revision, approval, two steps, a failing validation and its repair, review, commits. The agent is scripted; everything else is real. Nothing outside that directory is changed.
  With \-\-milestone, the objective goes through \(gamilestone\(ga: two slices, each a run of its own, with a rate limit, a failing test and its repair, and an objection of a review that is conceded and fixed.
  .TP
  \fB\-\-milestone\fR
  a milestone of two slices instead of one run
  $ grep -cE '(^|[^\\])[`~^]' forge.1
  0
  [1]
  $ forge help --man --markdown | head -1
  # Commands
