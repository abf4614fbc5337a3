# Prompts as files that a person reads in a review: one for each stage, member and round. What differs from run to run is
# replaced by words, and long blocks are cut.
package Goldens;
use strict;
use warnings;

my $longest_block = 48;    # lines

sub _slurp { my ($path) = @_; open my $in, '<', $path or return undef; local $/; return scalar <$in> }

# Known(FILE) -> faults that are known, with 0: lines of the file.
sub Known {
  my ($file) = @_;
  my $text = _slurp($file) // '';
  return map { $_ => 0 } grep { !/^#|^\s*$/ } split /\n/, $text;
}

sub _name {
  my ($unit) = @_;
  return "$unit->{pipeline}.$unit->{stage}" . ($unit->{member} ? ".$unit->{member}" : '') . ".$unit->{round}.md";
}

sub _normal {
  my ($text, $work) = @_;
  $text =~ s/\Q$work\E[^\s"'`]*/DIRECTORY/g;
  $text =~ s/\d{4}-\d\d-\d\dT[\d:.]+Z/TIME/g;
  $text =~ s/20\d\d-[01]\d-[0-3]\d/DATE/g;
  $text =~ s/\b(?:[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{12})\b/HASH/g;
  $text =~ s/^index [0-9a-f]+\.\.[0-9a-f]+/index HASH..HASH/mg;
  $text =~ s/\bunit \d+/unit N/g;
  $text =~ s/\bF\d+\b/F#/g;    # members of a panel answer in any order
  $text =~ s/\b\d+(?:\.\d+)?m?s\b/TIME/g;
  my ($out, $fence, @inside) = ('');
  for my $line (split /^/, $text) {
    if (!defined $fence) {
      $out .= $line;
      ($fence, @inside) = ($1) if $line =~ /^(`{3,})\w*$/;
    } elsif ($line eq "$fence\n") {
      my $cut = @inside - $longest_block;
      splice @inside, $longest_block * 2 / 3, $cut, "[... $cut lines ...]\n" if $cut > 1;
      $out .= join('', @inside) . $line;
      undef $fence;
    } else {
      push @inside, $line;
    }
  }
  return $out;
}

# Keep(DIR, SCENARIO, MODE, UNIT): the prompt and the answer as they are, for a person who looks for a fault.
sub Keep {
  my ($directory, $scenario, $mode, $unit) = @_;
  my $path = sprintf '%s/%s.%s.%d-%03d-%s%s', $directory, $scenario, $mode, $unit->{run}, $unit->{unit}, $unit->{step} ? "$unit->{step}." : '', _name($unit);
  for (['', $unit->{prompt}], ['.answer', $unit->{answer}]) {
    open my $out, '>', "$path$_->[0]" or die "$path: $!\n";
    print $out $_->[1] // '';
  }
}

# Compare(DIR, UNITS, WORK) -> what differs. Of a stage, member and round the first unit counts; rounds 1 to 3. What another
# scenario keeps is not kept again.
sub Compare {
  my ($directory, $units, $work) = @_;
  my ($above) = $directory =~ m{^(.*)/};
  my %elsewhere = map { m{([^/]+)$} ? ($1 => 1) : () } grep { index($_, "$directory/") != 0 } glob "$above/*/*.md";
  my %now;
  for my $unit (@$units) {
    my $name = _name($unit);
    $now{$name} //= _normal($unit->{prompt}, $work) if !$elsewhere{$name} && $unit->{round} <= 3 && $unit->{attempt} == 1;
  }
  my @differ;
  if ($ENV{FORGE_ACCEPT}) {
    unlink glob "$directory/*.md";
    system 'mkdir', '-p', $directory if %now;
    for my $name (keys %now) {
      open my $out, '>', "$directory/$name" or die "$directory/$name: $!\n";
      print $out $now{$name};
    }
    return;
  }
  my %kept = map { m{([^/]+)$} ? ($1 => _slurp($_)) : () } glob "$directory/*.md";
  my ($folder) = $directory =~ m{([^/]+)$};
  for my $name (sort keys %now) {
    if (!defined $kept{$name}) { push @differ, "$folder/$name is new; FORGE_ACCEPT=1 takes it" }
    elsif ($kept{$name} ne $now{$name}) {
      push @differ, "$folder/$name differs; FORGE_ACCEPT=1 takes the new one";
      _show_difference("$directory/$name", $now{$name}, $work);
    }
  }
  push @differ, map { "$folder/$_: no such prompt any more; FORGE_ACCEPT=1 removes it" } grep { !exists $now{$_} } sort keys %kept;
  return @differ;
}

sub _show_difference {
  my ($path, $now, $work) = @_;
  open my $out, '>', "$work/now" or die "$work/now: $!\n";
  print $out $now;
  close $out;
  print `diff -u "$path" "$work/now" | head -n 30`;
}

1;
