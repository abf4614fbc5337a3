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
:root { --ink:#1f2430; --soft:#667085; --line:#d8dce4; --page:#ffffff; --card:#f6f7f9; --good:#2f7d4a; --bad:#b3372f;
  --warn:#9a6a00; --agent:#4a7ab5; --check:#4b8f5f; --merge:#8a63b8; --live:#c98a1a; }
@media (prefers-color-scheme: dark) { :root { --ink:#e3e6ec; --soft:#98a1b3; --line:#3a404d; --page:#16181d;
  --card:#1f232b; --good:#6cc08a; --bad:#ef8078; --warn:#e0b04a; --agent:#6f9fdb; --check:#6ab381; --merge:#b08be0;
  --live:#e0a94a; } }
* { box-sizing: border-box; }
body { margin:0; background:var(--page); color:var(--ink); font:16px/1.5 system-ui, sans-serif; overflow-wrap:anywhere; }
main { max-width:1180px; margin:0 auto; padding:16px; }
h1 { font-size:1.4rem; line-height:1.25; margin:.2em 0; }
h2 { font-size:1.1rem; margin:2em 0 .6em; border-bottom:1px solid var(--line); padding-bottom:.2em; }
p, pre { margin:.5em 0; }
pre { white-space:pre-wrap; font:13px/1.45 ui-monospace, monospace; }
code { font:.88em ui-monospace, monospace; }
.quiet { color:var(--soft); }
.badge { display:inline-block; padding:0 .6em; border-radius:1em; border:1px solid currentColor; font-size:.85rem; white-space:nowrap; }
.good { color:var(--good); } .bad { color:var(--bad); } .warn { color:var(--warn); }
.facts { display:grid; grid-template-columns:repeat(auto-fit, minmax(140px, 1fr)); gap:8px; margin:1em 0; padding:0; }
.facts div { background:var(--card); border-radius:6px; padding:8px 12px; }
.facts b { display:block; font-size:1.15rem; }
.scroll { overflow-x:auto; max-height:85vh; border:1px solid var(--line); border-radius:6px; }
table { border-collapse:collapse; width:100%; font-size:.9rem; }
th, td { text-align:left; vertical-align:top; padding:5px 9px; border-bottom:1px solid var(--line); min-width:3.5em; }
th { position:sticky; top:0; background:var(--card); font-weight:600; }
td.text { min-width:16em; }
td.number, th.number { text-align:right; white-space:nowrap; }
td.word { white-space:nowrap; }
svg { display:block; }
svg text { font:11px ui-monospace, monospace; fill:var(--ink); }
svg .quiet { fill:var(--soft); }
svg .name { font-weight:600; }
svg .grid { stroke:var(--line); stroke-width:.5; }
svg .edge { fill:none; stroke:var(--soft); stroke-width:1.2; }
.timeline .agent { fill:var(--agent); } .timeline .check { fill:var(--check); } .timeline .merge { fill:var(--merge); }
.timeline .bad { fill:var(--bad); } .timeline .live { fill:var(--live); } .timeline .idle { fill:var(--card); }
.graph rect { fill:var(--card); stroke:var(--soft); }
.graph .done { stroke:var(--good); } .graph .failed { stroke:var(--bad); stroke-width:2; }
.graph .running { stroke:var(--live); stroke-width:2; } .graph .skipped { stroke-dasharray:4 3; }
.key span { margin-right:1em; white-space:nowrap; } .key i { display:inline-block; width:.8em; height:.8em; border-radius:2px; }
@media (max-width: 520px) { main { padding:10px; } h1 { font-size:1.15rem; } th, td { padding:4px 6px; } }
@media print { .scroll { overflow:visible; max-height:none; } }
</style>
)";

}  // namespace forge
