# What a scenario costs: units that ask an agent, bytes of their prompts, the share of the bytes that an earlier prompt of
# the run had already, answers sent back for their form. And the limits they are held against.
package Figures;
use strict;
use warnings;

# Of(RUNS) -> {units, bytes, repeats, form}; the runs are one tree.
sub Of {
  my ($runs) = @_;
  my %figures = (units => 0, bytes => 0, repeats => 0, form => []);
  my (%seen, $again);
  $again = 0;
  for my $run (@$runs) {
    push @{$figures{form}}, @{$run->{form}};
    for my $unit (@{$run->{units}}) {
      ++$figures{units};
      $figures{bytes} += length $unit->{prompt};
      my @lines = split /^/, $unit->{prompt};
      $again += length for grep { $seen{$_} } @lines;
      $seen{$_} = 1 for @lines;
    }
  }
  $figures{repeats} = $figures{bytes} ? $again / $figures{bytes} : 0;
  return \%figures;
}

# Limits(FILE) -> {SCENARIO => {units, kilobytes, wanted_units, wanted_kilobytes}}
sub Limits {
  my ($file) = @_;
  my %limits;
  open my $in, '<', $file or return \%limits;
  while (my $line = <$in>) {
    next if $line =~ /^#|^\s*$/;
    my ($name, $units, $kilobytes, $wanted_units, $wanted_kilobytes) = split ' ', $line;
    $limits{$name} = {units => $units, kilobytes => $kilobytes, wanted_units => $wanted_units, wanted_kilobytes => $wanted_kilobytes};
  }
  return \%limits;
}

# What of the figures is above its limit.
sub Over {
  my ($limits, $name, $figures) = @_;
  my $limit = $limits->{$name} or return;
  my @over;
  push @over, "more than $limit->{units} units" if $figures->{units} > $limit->{units};
  push @over, "more than $limit->{kilobytes} KB of prompts" if $figures->{bytes} > 1000 * $limit->{kilobytes};
  return @over;
}

sub Table {
  my ($rows, $limits) = @_;
  my $text = sprintf "%-16s %-9s %6s %9s %8s %6s   %s\n", 'scenario', 'mode', 'units', 'KB', 'repeats', 'form', 'wanted';
  for (@$rows) {
    my ($name, $mode, $figures) = @$_;
    my $limit = $mode eq 'sized' ? $limits->{$name} : undef;
    my $wanted = $limit && defined $limit->{wanted_units} ? "$limit->{wanted_units} units, $limit->{wanted_kilobytes} KB, 0 for form" : '';
    $text .= sprintf "%-16s %-9s %6d %9.1f %7.0f%% %6d   %s\n", $name, $mode, $figures->{units}, $figures->{bytes} / 1000,
      100 * $figures->{repeats}, scalar @{$figures->{form}}, $wanted;
  }
  return $text =~ s/ +$//mgr;
}

1;
