#!/usr/bin/perl
# naive_test.pl FORGE [SCENARIO...] [--figures] [--form FILE] [--keep DIR]: takes every scenario of scenarios.txt through
# the program with agent.pl, which knows nothing but its prompt. Fails when an answer is sent back for its form, when a
# prompt speaks of what it does not show, when a prompt differs from its golden file, or when a scenario needs more units
# or bytes than limits.txt allows. FORGE_ACCEPT=1 takes the prompts of today as golden.
#   --figures     only print units, bytes, the share that repeats and the rounds for form
#   --form FILE   for prompts that show no form of a plan (agent.pl)
#   --keep DIR    leave prompts and answers there
use strict;
use warnings;
BEGIN { unshift @INC, $0 =~ m{^(.*)/} ? $1 : '.' }
use Cwd qw(abs_path);
use Figures;
use Goldens;
use Mentions;
use Scenario;

my ($forge, %wanted, $figures_only, $form, $keep);
while (@ARGV) {
  my $word = shift @ARGV;
  if    ($word eq '--figures') { $figures_only = 1 }
  elsif ($word eq '--form')    { $form = abs_path(shift @ARGV) }
  elsif ($word eq '--keep')    { $keep = shift @ARGV; mkdir $keep; $keep = abs_path($keep) }
  elsif (!defined $forge)      { $forge = abs_path($word) }
  else                         { $wanted{$word} = 1 }
}
die "usage: naive_test.pl FORGE [SCENARIO...]\n" if !defined $forge;
my $here = abs_path($0 =~ m{^(.*)/} ? $1 : '.');
my $work = `mktemp -d`;
chomp $work;
$work = abs_path($work);
END { my $status = $?; chdir '/'; system 'rm', '-rf', '--one-file-system', $work if $work; $? = $status }

# Nothing of the caller's surroundings may show in a prompt.
delete $ENV{$_} for grep { /^(FORGE|XDG|GIT|LC)_/ && $_ ne 'FORGE_ACCEPT' } keys %ENV;
%ENV = (%ENV, LANG => 'C', TERM => 'dumb', TZ => 'UTC', USER => 'ada', GIT_AUTHOR_NAME => 'Ada', GIT_AUTHOR_EMAIL => 'ada@example.org',
  GIT_COMMITTER_NAME => 'Ada', GIT_COMMITTER_EMAIL => 'ada@example.org', FORGE_WORKSPACE_MIN_FREE => 0, FORGE_MIN_FREE_MEMORY => 0);

my @scenarios = grep { !%wanted || $wanted{$_->{name}} } Scenario::Load("$here/scenarios.txt");
die "no such scenario\n" if !@scenarios;
my %known = Goldens::Known("$here/known.txt");
my $limits = Figures::Limits("$here/limits.txt");
my (@failures, @rows);
for my $scenario (@scenarios) {
  my (@units, @mentions, %seen);
  for my $mode (grep { !$figures_only || /approves|sized/ } @{$scenario->{modes}}) {
    my $root = "$work/$scenario->{name}.$mode";
    my $played = Scenario::Play($scenario, $mode, {forge => $forge, root => $root, here => $here, form => $form});
    my $place = "$scenario->{name} ($mode)";
    my $figures = Figures::Of($played->{runs});
    push @rows, [$scenario->{name}, $mode, $figures];
    my @faults = defined $played->{problem} ? ("does not end: $played->{problem}") : ();
    push @faults, map { "sent back for its form: $_" } @{$figures->{form}} if $mode ne 'slips';
    push @faults, Figures::Over($limits, $scenario->{name}, $figures) if $mode eq 'sized';
    for my $run (@{$played->{runs}}) {
      for my $unit (@{$run->{units}}) {
        my $who = $unit->{place} . ($unit->{member} ? ".$unit->{member}" : '');
        push @mentions, map { "$scenario->{name}: $who: $_" } Mentions::Faults($unit->{prompt}, $unit);
        Goldens::Keep($keep, $scenario->{name}, $mode, $unit) if $keep;
      }
      push @units, @{$run->{units}};
    }
    push @failures, map { "$place: $_" } @faults;
    system 'rm', '-rf', '--one-file-system', $root;
  }
  push @failures, grep { !$seen{$_}++ } @mentions;
  push @failures, Goldens::Compare("$here/prompts/$scenario->{name}", \@units, $work) if !$figures_only;
}
print Figures::Table(\@rows, $limits);
exit 0 if $figures_only;
# A fault that is known is no failure; one that is gone is to be struck from the list.
my @new = grep { !$known{$_}++ } @failures;
print "FAILED: $_\n" for @new;
my %mine = map { $_->{name} => 1 } @scenarios;
for my $line (sort grep { $known{$_} == 0 && !/^not reached: / } keys %known) {
  my ($name) = $line =~ /^([\w-]+)/;
  next if %wanted && !$mine{$name};
  print "FAILED: known.txt lists what does not happen any more: $line\n";
  push @new, $line;
}
printf "%d scenarios, %d failures\n", scalar @scenarios, scalar @new;
exit @new ? 1 : 0;
