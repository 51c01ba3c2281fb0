/** Colours are told apart by the colour-blind, and every one has a sign beside it. */
export const REPORT_STYLE = `
:root { color-scheme: light dark; --text: #1b1f24; --dim: #5b6470; --line: #d5dae0; --back: #fff; --panel: #f5f7f9;
  --better: #00695c; --worse: #b3261e; --undecided: #5b6470; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e9ed; --dim: #9aa4b0; --line: #3a424c; --back: #14171b; --panel: #1c2127;
    --better: #4db6ac; --worse: #f28b82; --undecided: #9aa4b0; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; margin: .5rem 0 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem .3rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { color: var(--dim); font-weight: 600; white-space: nowrap; }
.figures td, .whole { white-space: nowrap; }
.wide { min-width: 44rem; width: 100%; }
.wide td { overflow-wrap: anywhere; min-width: 4.5rem; }
.wide td:first-child { min-width: 12rem; }
@media (max-width: 40rem) {
  .wide { min-width: 0; } .wide thead { display: none; } .wide tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .wide td { display: block; border: 0; padding: .1rem 0; } .wide td::before { content: attr(data-head); color: var(--dim); display: inline-block; min-width: 9rem; }
  .wide td:first-child { font-weight: 600; } .wide td:first-child::before { display: none; }
}
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
ol { margin: 0; padding-left: 1.2rem; }
small, footer, figcaption { color: var(--dim); font-size: .85rem; }
footer { margin-top: 3rem; }
.verdict { font-weight: 600; }
.warning { border-left: 4px solid var(--worse); padding-left: .6rem; }
.better { color: var(--better); } .worse { color: var(--worse); } .undecided { color: var(--undecided); }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 1rem; margin-top: 1rem; }
figure { margin: 0; padding: .6rem; background: var(--panel); border-radius: 6px; }
svg { display: block; width: 100%; height: auto; max-width: 34rem; }
svg text { font: 12px system-ui, sans-serif; fill: var(--text); }
svg text.tick { font-size: 11px; fill: var(--dim); }
.grid { stroke: var(--line); fill: none; } .axis { stroke: var(--dim); fill: none; }
.interval { stroke: currentColor; stroke-width: 1.5; fill: none; }
.point { stroke: currentColor; stroke-width: 1.5; fill: currentColor; }
.undecided .point { fill: var(--panel); }
.place { fill: currentColor; fill-opacity: .45; stroke: currentColor; stroke-opacity: .8; }
.better-area { fill: var(--better); } .worse-area { fill: var(--worse); }
`;
