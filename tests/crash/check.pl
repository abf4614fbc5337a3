#!/usr/bin/perl
# Compares the journal of a completed run with git and with the files, after any number of kills.
#   check.pl checkout REPOSITORY         prints what is yours: files, index, branches, stash, configuration
#   check.pl FORGE REPOSITORY RUN BEFORE [MARK]
# BEFORE is a file with the first form's output from before the run. A process whose environment has MARK (NAME=VALUE) is
# left over. Prints one line for each thing that is wrong; the exit status is 1 then.
# What an engine left that was killed after its run's end is removed by `forge doctor`, which runs first.
use strict;
use warnings;

$ENV{GIT_OPTIONAL_LOCKS} = 0;    # nothing of the checkout changes because we look
my @wrong;
sub wrong { push @wrong, join '', @_ }

# lines COMMAND...: its output; a failure is wrong.
sub lines {
  open(my $out, '-|', @_) or die "$_[0]: $!";
  chomp(my @lines = <$out>);
  close $out or wrong("fails: @_");
  return @lines;
}

sub slurp {
  open(my $in, '<', $_[0]) or return undef;
  local $/;
  return scalar <$in>;
}

# files DIRECTORY SKIP: every path below it, sorted, but not those that SKIP matches.
sub files {
  my ($top, $skip) = @_;
  my (@found, @left) = ();
  @left = ($top);
  while (defined(my $directory = shift @left)) {
    opendir(my $in, $directory) or next;
    for my $name (sort grep { !/^\.\.?$/ } readdir $in) {
      my $path = "$directory/$name";
      next if $skip && $path =~ $skip;
      push @found, $path;
      push @left, $path if -d $path && !-l $path;
    }
  }
  return sort @found;
}

sub checkout {
  my ($repo) = @_;
  my @out;
  for my $path (files($repo, qr{^\Q$repo\E/\.(git|forge)$})) {
    my $content = -l $path ? 'link ' . readlink $path : -d $path ? 'directory' : 'file ' . slurp($path);
    $content =~ s/\n/\\n/g;
    push @out, sprintf '%s %o %s', substr($path, length $repo), (lstat $path)[2], $content;
  }
  push @out, map { "index $_" } lines('git', '-C', $repo, 'ls-files', '--stage', '-v');
  push @out, grep { !m{ refs/(heads/)?forge/} } lines('git', '-C', $repo, 'for-each-ref', '--format=%(objectname) %(refname)');
  push @out, map { "stash $_" } lines('git', '-C', $repo, 'stash', 'list', '--format=%H %gs');
  for my $name (qw(HEAD config info/exclude MERGE_HEAD CHERRY_PICK_HEAD)) {
    my $content = slurp("$repo/.git/$name");
    push @out, map { ".git/$name: $_" } split /\n/, $content if defined $content;
  }
  push @out, map { '.git/' . substr $_, length("$repo/.git/") } files("$repo/.git/hooks");
  return @out;
}

if (@ARGV == 2 && $ARGV[0] eq 'checkout') {
  print map { "$_\n" } checkout($ARGV[1]);
  exit(@wrong != 0);
}
@ARGV >= 4 or die "usage: check.pl FORGE REPOSITORY RUN BEFORE [MARK] | check.pl checkout REPOSITORY\n";
my ($forge, $repo, $run, $before, $mark) = @ARGV;
chdir $repo or die "$repo: $!";

# ---- the user's checkout
my %now = map { $_ => 1 } checkout($repo);
my %then = map { $_ => 1 } split /\n/, slurp($before) // die "$before: $!";
wrong("the checkout lost: $_") for grep { !$now{$_} } sort keys %then;
wrong("the checkout has now: $_") for grep { !$then{$_} } sort keys %now;

# ---- the journal
my (%started, %ended, %done, %commit, %snapshot, %rebased, %planned, %adopted, %empty, %below);
my ($status, $units, $usd, $tokens) = ('', 0, 0, 0);
for my $line (lines($forge, 'log', $run, '--json')) {
  my ($kind) = $line =~ /"kind":"([^"]*)"/;
  my ($step) = $line =~ /"step":"([^"]*)"/;
  my ($unit) = $line =~ /"data":\{"unit":(\d+)/;
  my $lane = $step // 'run';
  if ($kind eq 'unit-started') {
    ($started{$unit}) = $line =~ /"data":\{"unit":\d+,"kind":"([a-z]*)"/;
  } elsif ($kind eq 'ended') {
    wrong("unit $unit of $lane ended twice") if $ended{$unit}++;
    if ($line =~ /"snapshot":"([0-9a-f]+)"/) {
      # An integration that is sent back leaves the work on top of the branch.
      if (($started{$unit} // '') eq 'integrate') { $rebased{$1} = $lane } else { $snapshot{"refs/forge/$run/$lane/$unit"} = $1 }
    }
    # A step's last integrated commit; one without changes makes none.
    $commit{$lane}{$unit} = $1 if $line =~ /"commit":"([0-9a-f]{40,})","empty":false/;
    # An earlier attempt's commit was on the branch already, and the journal did not know.
    $empty{$lane} = 1 if $line =~ /"empty":true/;
    $units++ if ($started{$unit} // '') =~ /^(agent|learn)$/;
    $below{$lane} = 1 if ($started{$unit} // '') eq 'child';
    # What a run below spent is its own.
    if (($started{$unit} // '') ne 'child' && $line =~ /"usage":\{([^}]*)\}/) {
      my $usage = $1;
      $usd += $1 if $usage =~ /"usd":([0-9.e-]+)/;
      $tokens += $1 while $usage =~ /"(?:input|output)_tokens":(\d+)/g;
    }
    if ($line =~ /"plan":\{"hash"/) {
      %planned = ();
      $planned{$1} = 1 while $line =~ /\{"id":"([^"]*)","title"/g;
    }
  } elsif ($kind eq 'step-done') {
    wrong("step $step is done twice") if $done{$step}++;
    $adopted{$step} = 1 if $line =~ /"its work was found on the branch"/;
  } elsif ($kind eq 'run-status') {
    ($status) = $line =~ /"to":"([^"]*)"/;
  }
}
wrong("the run is $status, not completed") if $status ne 'completed';
wrong("step $_ is not done") for grep { !$done{$_} } sort keys %planned;

# ---- git: every attempt's snapshot, and every accepted step once
my %ref = map { reverse split / /, $_, 2 } lines('git', 'for-each-ref', '--format=%(objectname) %(refname)', 'refs/forge', 'refs/heads/forge');
for my $name (sort keys %snapshot) {
  wrong("$name is ", $ref{$name} // 'missing', ', the journal says ', $snapshot{$name}) if ($ref{$name} // '') ne $snapshot{$name};
}
for my $commit (sort keys %rebased) {
  my $lane = $rebased{$commit};
  my @kept = grep { $ref{$_} eq $commit && m{^refs/forge/\Q$run/$lane\E/} } keys %ref;
  wrong("the rebased work of $lane is in no ref: $commit") if !@kept;
}
my $branch = sprintf 'refs/heads/forge/run-%03d', $run;
wrong("$branch is not at refs/forge/$run/tip") if ($ref{$branch} // '') ne ($ref{"refs/forge/$run/tip"} // 'missing');
my (%on_branch, %by_unit);
my @tips = ($branch, grep { m{^refs/forge/\Q$run\E/unsquashed-} } sort keys %ref);
for my $tip (@tips) {
  my %times;
  for my $line (lines('git', 'log', '--format=%H %(trailers:key=Forge-Unit,valueonly,separator=%x2C)', "refs/forge/$run/base..$tip")) {
    my ($hash, $unit) = split / /, $line;
    $on_branch{$hash} = 1;
    wrong("unit $unit is on $tip twice") if $unit && $times{$unit}++;
    wrong("a commit of no unit is on $tip: $hash") if !$unit;
  }
}
for my $lane (sort keys %commit) {
  next if $lane ne 'run' && !$done{$lane};
  wrong("the commit of $lane is not on the branch: $_") for grep { !$on_branch{$_} } values %{$commit{$lane}};
  wrong("$lane was integrated ", scalar keys %{$commit{$lane}}, ' times') if $lane ne 'run' && keys %{$commit{$lane}} > 1;
}
# What was adopted is in git only, by its subject.
for my $step (sort keys %done) {
  # A run below has its commits on its own branch.
  next if $commit{$step} || $below{$step};
  my @found = grep { /^plan-\d+ \Q$step\E: / } lines('git', 'log', '--format=%s', @tips, "^refs/forge/$run/base");
  my $in_git = $adopted{$step} || $empty{$step};
  wrong("step $step is done, and no commit of it was integrated") if !$in_git;
  wrong("the adopted step $step is on the branch ", scalar @found, ' times') if $in_git && @found != 1;
}
wrong("git fsck: $_") for grep { !/^notice: / } lines('git', 'fsck', '--full', '--strict', '--no-dangling', '--no-progress');

# ---- costs: each unit once
my $cost = join '', lines($forge, 'cost', $run, '--json');
my ($total) = $cost =~ /"total":\{([^}]*)\}/;
my ($counted) = ($total // '') =~ /"units":(\d+)/;
wrong("forge cost counts ", $counted // 'no', " units, the journal has $units") if ($counted // -1) != $units;
my $cost_usd = ($total // '') =~ /"usd":([0-9.e-]+)/ ? $1 : 0;
wrong("forge cost says $cost_usd USD, the journal has $usd") if abs($cost_usd - $usd) > 1e-6;
my $cost_tokens = 0;
$cost_tokens += $1 while ($total // '') =~ /"(?:input|output)_tokens":(\d+)/g;
wrong("forge cost says $cost_tokens tokens, the journal has $tokens") if $cost_tokens != $tokens;

# ---- what is left behind
for my $worktree (split /\n\n/, join "\n", lines('git', 'worktree', 'list', '--porcelain')) {
  my ($path) = $worktree =~ /^worktree (.*)/;
  wrong("git cannot find the worktree $path") if $worktree =~ /^prunable/m || !-d $path;
}
# An engine that died after its run's last record could not give its worktrees back: they are the completed run's.
my $places = join '', lines($forge, 'workspaces', 'list', '--json');
wrong("the worktree $1 is $2") while $places =~ /"directory":"([^"]*)"[^}]*?"status":"((?!idle"|completed")[^"]*)"/g;
wrong("a lock is left: $_") for grep { /\.lock$/ } files("$repo/.git");
lines($forge, 'doctor');
wrong("left in TMPDIR: $_") for files($ENV{TMPDIR} // '/tmp', qr{/forge-unit-[^/]*/});
if ($mark) {
  my (%own, $pid) = ();
  for ($pid = $$; $pid && $pid > 1; ) {
    $own{$pid} = 1;
    ($pid) = (slurp("/proc/$pid/stat") // '') =~ /^\d+ \(.*\) \S (\d+)/;
  }
  for my $path (glob '/proc/[0-9]*/environ') {
    my ($id) = $path =~ /(\d+)/;
    next if $own{$id};
    my $environment = slurp($path) // '';
    next if "\0$environment" !~ /\0\Q$mark\E\0/;
    my $command = slurp("/proc/$id/cmdline") // '';
    $command =~ tr/\0/ /;
    wrong("process $id is left: $command") if $command ne '';
  }
}

# ---- the worktrees that are kept for later runs can be removed, all of them
lines($forge, 'workspaces', 'clean');
my @worktrees = grep { /^worktree / } lines('git', 'worktree', 'list', '--porcelain');
wrong("`forge workspaces clean` leaves: @worktrees[1 .. $#worktrees]") if @worktrees > 1;

print map { "  $_\n" } @wrong;
exit(@wrong != 0);
