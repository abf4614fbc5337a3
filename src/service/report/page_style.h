// How pages of HTML begin and look: light and dark, readable on a telephone, nothing loaded from anywhere. Knows no
// content.
#pragma once

#include <string_view>

namespace forge {

inline constexpr std::string_view kPageHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<link rel="icon" href="data:,">
)";

inline constexpr std::string_view kPageStyle = R"(<style>
:root { color-scheme:light dark; --ink:#1d1c1a; --soft:#66635d; --line:#e4e3df; --strong:#cfcdc7; --page:#fbfbfa; --card:#ffffff;
  --accent:#b4450f; --accent-soft:#fdf1ea; --good:#1c7a45; --bad:#b3261e; --warn:#7a5b00; --agent:#2458b8; --check:#1c7a45;
  --merge:#7a5bb0; --live:#b4450f; --add:#e6f4ea; --del:#fdeceb; }
@media (prefers-color-scheme: dark) { :root { --ink:#edebe6; --soft:#a39f96; --line:#31302c; --strong:#45433e; --page:#161513;
  --card:#1e1d1b; --accent:#ff8a4c; --accent-soft:#33231a; --good:#6fcf97; --bad:#ff8f86; --warn:#e7c65a; --agent:#8ab4ff;
  --check:#6fcf97; --merge:#b79be6; --live:#ff8a4c; --add:#17301f; --del:#391d1b; } }
* { box-sizing: border-box; }
body { margin:0; background:var(--page); color:var(--ink); font:14px/1.45 Inter, system-ui, sans-serif; font-variant-numeric:tabular-nums;
  overflow-wrap:anywhere; }
main { max-width:1080px; margin:0 auto; padding:20px 24px 60px; }
h1 { font-size:20px; line-height:1.25; letter-spacing:-.015em; margin:4px 0 6px; }
h2 { font-size:12px; font-weight:600; color:var(--soft); margin:28px 0 8px; }
p, pre { margin:6px 0; }
pre { white-space:pre-wrap; font:12.5px/1.5 ui-monospace, monospace; }
code { font:.92em ui-monospace, monospace; }
.quiet { color:var(--soft); }
.badge { font-weight:600; font-size:12.5px; white-space:nowrap; }
.badge::before { content:""; display:inline-block; width:8px; height:8px; border-radius:50%; background:currentColor; margin-right:6px; }
.badge.bad::before { border-radius:0; } .badge.warn::before { clip-path:polygon(50% 0, 100% 50%, 50% 100%, 0 50%); }
.badge.quiet::before { border-radius:0; height:2px; vertical-align:3px; }
.good { color:var(--good); } .bad { color:var(--bad); } .warn { color:var(--warn); }
.note { border:1px solid var(--line); border-left:3px solid var(--bad); border-radius:8px; background:var(--card); padding:10px 14px; }
.facts { display:flex; flex-wrap:wrap; gap:6px 28px; margin:14px 0 4px; padding:0; }
.facts div { min-width:0; } .facts b { display:block; font-size:15px; font-weight:600; } .facts span { font-size:12px; }
.scroll { overflow-x:auto; border:1px solid var(--line); border-radius:8px; background:var(--card); }
table { border-collapse:collapse; width:100%; font-size:13px; }
th, td { text-align:left; vertical-align:top; padding:7px 12px; border-top:1px solid var(--line); min-width:3em; }
th { font-weight:500; color:var(--soft); border-top:0; }
td.text { min-width:16em; }
td.number, th.number { text-align:right; white-space:nowrap; }
td.word { font-weight:600; white-space:nowrap; } th, .short { white-space:nowrap; overflow-wrap:normal; }
td pre { border-left:2px solid var(--bad); padding-left:10px; }
details { margin:8px 0; } summary { cursor:pointer; color:var(--soft); }
details.commit { border:1px solid var(--line); border-radius:8px; background:var(--card); padding:7px 12px; margin:6px 0; }
details.commit summary { color:var(--ink); } .diff { margin:8px -12px -7px; padding:6px 0; border-top:1px solid var(--line); }
.diff span { display:block; padding:0 12px; } .diff .a { background:var(--add); } .diff .d { background:var(--del); }
.diff .h { color:var(--soft); }
.next { border:1px solid var(--line); border-left:3px solid var(--accent); border-radius:8px; background:var(--card); padding:9px 14px; }
.story { list-style:none; margin:0; padding:0; border-left:2px solid var(--line); }
.story li { display:grid; grid-template-columns:72px minmax(0, 1fr); gap:12px; padding:4px 0 4px 14px; position:relative; }
.story li::before { content:""; position:absolute; left:-6px; top:10px; width:8px; height:8px; background:var(--bad); }
.story .ask::before { background:var(--accent); clip-path:polygon(50% 0, 100% 50%, 50% 100%, 0 50%); }
.story .ok::before { background:var(--good); border-radius:50%; } .story time { color:var(--soft); text-align:right; }
.timeline { border:1px solid var(--line); border-radius:8px; background:var(--card); padding:6px 14px 8px; }
.lane { display:grid; grid-template-columns:minmax(40px, 120px) minmax(0, 1fr); gap:12px; align-items:center; min-height:20px; font-size:12.5px; }
.lane > div { position:relative; height:12px; } .lane > span { white-space:nowrap; overflow:hidden; text-overflow:ellipsis; }
.lane i, .lane u { position:absolute; top:0; height:12px; border-radius:2px; min-width:2px; } .lane u { top:-4px; height:20px; border-radius:0; }
.lane u, .key u { background:repeating-linear-gradient(135deg, var(--strong) 0 2px, transparent 2px 5px); }
.ticks { color:var(--soft); font-size:11.5px; } .ticks > div { height:16px; } .ticks b { position:absolute; font-weight:400; white-space:nowrap;
  border-left:1px solid var(--strong); padding-left:4px; line-height:14px; }
.timeline .agent { background:var(--agent); } .timeline .check { background:var(--check); } .timeline .merge { background:var(--merge); }
.timeline .bad { background:var(--bad); } .timeline .live { background:var(--live); }
.waits { list-style:none; margin:8px 0; padding:0; color:var(--soft); } .waits b { color:var(--ink); margin-right:6px; }
svg { display:block; margin:10px; }
svg text { font:11px ui-monospace, monospace; fill:var(--ink); }
svg .quiet { fill:var(--soft); }
svg .name { font-weight:600; }
svg .edge { fill:none; stroke:var(--soft); stroke-width:1.2; }
.graph rect { fill:var(--card); stroke:var(--soft); }
.graph .done { stroke:var(--good); } .graph .failed { stroke:var(--bad); stroke-width:2; }
.graph .running { stroke:var(--live); stroke-width:2; } .graph .skipped { stroke-dasharray:4 3; }
.key { font-size:12.5px; } .key span { margin-right:1em; white-space:nowrap; }
.key i, .key u { display:inline-block; width:.8em; height:.8em; border-radius:2px; }
@media (max-width: 640px) { main { padding:12px 14px 40px; } h1 { font-size:18px; } .facts { gap:6px 20px; }
  .stack, .stack tbody, .stack tr, .stack td { display:block; } .stack thead { display:none; }
  .stack tr { padding:8px 12px; border-top:1px solid var(--line); } .stack tr:first-child { border-top:0; }
  .stack td { border:0; padding:1px 0; min-width:0; } .stack td.word { display:inline-block; white-space:normal; margin-right:10px; }
  .stack td.word + td { display:inline-block; } .stack td:empty { display:none; }
  .stack td.number { display:inline-block; text-align:left; margin-right:14px; color:var(--soft); }
  .stack td.number[data-of]::before { content:attr(data-of) " "; } .stack td.text { min-width:0; }
  .story li { grid-template-columns:minmax(0, 1fr); gap:0; } .story time { text-align:left; font-size:12px; }
  .lane { grid-template-columns:minmax(0, 1fr); gap:0; padding:3px 0; } .times b:nth-child(even) { display:none; } }
@media print { .scroll { overflow:visible; } details > * { display:block; } }
</style>
)";

}  // namespace forge
