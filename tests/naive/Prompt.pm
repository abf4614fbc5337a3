# A prompt as its reader sees it: sections below `# Title`, and fenced blocks with the line above them.
package Prompt;
use strict;
use warnings;

# Parse(TEXT) -> {section => {TITLE => text without its blocks}, order => [TITLE], blocks => [{section, label, text}]}.
# What stands before the first heading is the section ''.
sub Parse {
  my ($text) = @_;
  my %prompt = (section => {}, order => [''], blocks => []);
  my ($title, $above, $fence, $block) = ('', '', undef, undef);
  for my $line (split /\n/, $text) {
    if (defined $fence) {
      if ($line eq $fence) { push @{$prompt{blocks}}, $block; undef $fence }
      else                 { $block->{text} .= "$line\n" }
      next;
    }
    if ($line =~ /^(`{3,})\w*$/) {
      $fence = $1;
      $block = {section => $title, label => lc $above, text => ''};
      next;
    }
    if ($line =~ /^# (.+)$/) { $title = $1; $above = ''; push @{$prompt{order}}, $title; next }
    $prompt{section}{$title} .= "$line\n";
    $above = $line if $line =~ /\S/;
  }
  return \%prompt;
}

1;
