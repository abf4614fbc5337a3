#!/usr/bin/perl
# reached_test.pl FORGE: every stage of every preset that asks an agent has a golden prompt, or known.txt says why not.
# That a golden prompt is really sent is the matter of naive_test.pl.
use strict;
use warnings;
BEGIN { unshift @INC, $0 =~ m{^(.*)/} ? $1 : '.' }
use Cwd qw(abs_path);
use Goldens;
use Json;

my $here   = abs_path($0 =~ m{^(.*)/} ? $1 : '.');
my $forge  = abs_path($ARGV[0]);
my %known  = Goldens::Known("$here/known.txt");
my %golden = map { m{/([^/]+)\.\d+\.md$} ? ($1 => 1) : () } glob "$here/prompts/*/*.md";
my ($failed, %stages) = (0);
chdir '/';
for my $prompt (@{Json::Read(scalar `"$forge" prompt --all --json`)->{prompts}}) {
  my $name = "$prompt->{pipeline}.$prompt->{stage}" . ($prompt->{member} ? ".$prompt->{member}" : '');
  $stages{$name} = "not reached: $prompt->{pipeline}/$prompt->{stage}" . ($prompt->{member} ? ".$prompt->{member}" : '');
}
for my $name (sort keys %stages) {
  my $line = $stages{$name};
  my $why = $golden{$name} && exists $known{$line} ? "known.txt says `$line`, but there is a golden prompt of it"
    : !$golden{$name} && !exists $known{$line} ? "no scenario reaches $name: no golden prompt has its name" : next;
  print "FAILED: $why\n";
  $failed = 1;
}
printf "%d stages and members, %d without a golden prompt\n", scalar keys %stages, scalar grep { !$golden{$_} } keys %stages;
exit $failed;
