#!/usr/bin/perl
# Turns what FORGE_FAULT=...:noted wrote (src/os/fault.h) into the list of faults of a sweep: every call site with every
# error that such a call can give, once.
#   fault_list.pl NOTED all PART PARTS    the PART-th of PARTS (from 1), always the same ones
#   fault_list.pl NOTED COUNT SEED        COUNT of them, all kinds of calls in turn
#   fault_list.pl NOTED counts            how often each kind of call was reached, and from how many sites
# A line is SCENARIO SPEC; each line of NOTED begins with the scenario. A site that two scenarios reach belongs to the first.
use strict;
use warnings;
use Digest::MD5 qw(md5_hex);

my ($noted, $what, @rest) = @ARGV;
open(my $in, '<', $noted) or die "$noted: $!";
my (%scenario, %fails, %calls, %sites);
while (<$in>) {
  my ($scenario, $call, $site, $fails) = split ' ';
  $calls{$call}++;
  next if $scenario{"$call/$site"};
  $sites{$call}++;
  $scenario{"$call/$site"} = $scenario;
  $fails{"$call/$site"} = $fails;
}
if ($what eq 'counts') {
  printf "%-9s %6d calls %4d sites\n", $_, $calls{$_}, $sites{$_} for sort keys %calls;
  exit;
}
my %faults;    # by kind of call
for my $place (sort keys %scenario) {
  my ($call) = split m{/}, $place;
  push @{$faults{$call}}, map { "$scenario{$place} $place:1:$_" } split /,/, $fails{$place};
}
if ($what eq 'all') {
  my ($part, $parts) = @rest;
  for my $fault (map { @{$faults{$_}} } sort keys %faults) {
    print "$fault\n" if hex(substr md5_hex($fault), 0, 6) % $parts == $part - 1;
  }
  exit;
}
my $seed = $rest[0];
my @turns = map { [sort { md5_hex("$seed $a") cmp md5_hex("$seed $b") } @{$faults{$_}}] } sort { md5_hex("$seed $a") cmp md5_hex("$seed $b") } keys %faults;
for (my $left = $what; $left > 0 && grep { @$_ } @turns; ) {
  for my $turn (grep { @$_ } @turns) {
    print shift @$turn, "\n" if $left-- > 0;
  }
}
