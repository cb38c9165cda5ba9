/** The whole look of the reference: light and dark, from 320 pixels up, and on paper. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #fcfbf8; --raised: #f5f2eb; --ink: #23211d; --soft: #645f55; --line: #e3ded3; --field: #8a8375; --accent: #1d5d4c;
  --get: #2a5a8c; --post: #1d6a42; --change: #86560b; --delete: #a5322a;
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", P052, "Book Antiqua", Georgia, serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #171613; --raised: #201f1b; --ink: #e8e4da; --soft: #a59f92; --line: #35322c; --field: #7d766a; --accent: #8ac7b2;
    --get: #8fb8e6; --post: #86cfa3; --change: #dfb466; --delete: #f09a8f;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1.5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 0.9375rem/1.55 var(--sans); }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 0.18em; }
a:focus-visible, summary:focus-visible, button:focus-visible, input:focus-visible, textarea:focus-visible, pre:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
p { margin: 0 0 0.75em; max-width: 42em; }
ul { list-style: none; margin: 0; padding: 0; }
code, pre, var { font-family: var(--mono); font-size: 0.8125rem; font-style: normal; }
code { overflow-wrap: anywhere; }
h1, h2 { font-family: var(--serif); font-weight: 400; line-height: 1.15; margin: 0; }
h1 { font-size: 2.25rem; letter-spacing: -0.01em; }
.title h1 { font-size: 3.25rem; }
h2 { font-size: 1.75rem; }
h3, .operation h2 { font: 600 1.0625rem/1.35 var(--sans); margin: 0; }
h3 a, h2 a { color: inherit; text-decoration: none; }
h3 a:hover, h2 a:hover { text-decoration: underline; }

.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; padding: 0.4rem 0.8rem; background: var(--paper); z-index: 1; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

main { padding: 2.5rem 1.25rem 4rem; max-width: 74rem; }
.title { margin-bottom: 2.5rem; }
.title p { font: 1.25rem/1.5 var(--serif); margin-top: 0.75rem; max-width: 34em; }
.lead { color: var(--soft); margin-top: 0.5rem; }
.topic { border-top: 1px solid var(--line); padding: 1.25rem 0 1rem; }
.topic h2 { font-size: 1.3125rem; margin-bottom: 0.6rem; }
section.chapter { border-top: 1px solid var(--ink); margin-top: 3.5rem; padding-top: 1rem; }
header.chapter { margin-bottom: 2rem; }
section.chapter:has(> h1) { border-top: 0; margin-top: 0; padding-top: 0; }
.operation { border-top: 1px solid var(--line); margin-top: 1.75rem; padding-top: 1.25rem; }
.operation header { margin-bottom: 1rem; }
:target { scroll-margin-top: 1.5rem; }
h2:target a, h3:target a { color: var(--accent); }
tr:target, li:target { background: var(--raised); }

.method { font: 600 0.75rem/1 var(--mono); letter-spacing: 0.02em; }
.GET { color: var(--get); } .POST { color: var(--post); } .PUT, .PATCH { color: var(--change); } .DELETE { color: var(--delete); }
.route { margin: 0.25rem 0 0.35rem; max-width: none; }
.route code { font-size: 0.875rem; }
.route var { font-size: inherit; color: var(--soft); }
.facts { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.15rem 1rem; color: var(--soft); font-size: 0.8125rem; }
.badge { border: 1px solid; border-radius: 0.25rem; padding: 0 0.35rem; font-size: 0.75rem; line-height: 1.5; white-space: nowrap; }
.badge.contract { color: var(--accent); } .badge.extension { color: var(--soft); }

table { width: 100%; border-collapse: collapse; margin: 0 0 1.25rem; }
caption { text-align: left; font-size: 0.8125rem; font-weight: 600; padding-bottom: 0.3rem; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0 0.4rem; border-top: 1px solid var(--line); font-weight: 400; }
th { padding-right: 1rem; }
tbody th { width: 42%; overflow-wrap: anywhere; }
thead th { color: var(--soft); font-size: 0.8125rem; border-top: 0; }
td p { margin: 0.1rem 0 0; font-size: 0.875rem; }
.name { color: var(--ink); }
.name span { color: var(--soft); }
.note { color: var(--soft); font-size: 0.75rem; white-space: nowrap; }
.type { color: var(--soft); font-size: 0.875rem; }
.type code { color: var(--ink); }
.type code { display: inline-block; max-width: 100%; }
.answers tbody th { width: 3.25rem; font: 0.8125rem/1.7 var(--mono); }
.aside { color: var(--soft); }
.codes { font: 0.75rem/1.75 var(--mono); display: flex; flex-wrap: wrap; gap: 0 1.1rem; }
.codes b { font-weight: 400; color: var(--soft); }
.codes a { color: inherit; text-decoration-color: var(--line); }
.codes a:hover { color: var(--accent); text-decoration-color: currentColor; }
.wide { margin-top: 1rem; }
.wide tbody th { width: 30%; }
.wide tbody th a { color: inherit; text-decoration: none; }
dl { margin: 0; display: grid; grid-template-columns: minmax(6.5rem, 9rem) 1fr; gap: 0.4rem 1rem; max-width: 46em; }
dt { color: var(--soft); }
dd { margin: 0; }
pre {
  margin: 0 0 1rem; padding: 0.8rem 0.9rem; background: var(--raised); border-radius: 0.3rem;
  font-size: 0.75rem; line-height: 1.6; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2;
}
footer { border-top: 1px solid var(--ink); margin-top: 3.5rem; padding-top: 1rem; color: var(--soft); font-size: 0.875rem; }

.contents { margin-top: 1.5rem; }
.contents h3 { margin-bottom: 0.25rem; }
.contents li { padding: 0.15rem 0; display: grid; grid-template-columns: 4.5rem minmax(0, 1fr); align-items: baseline; }
.contents a { color: var(--ink); text-decoration-color: var(--line); overflow-wrap: anywhere; }
.contents a:hover { color: var(--accent); text-decoration-color: currentColor; }
.contents .names { display: flex; flex-wrap: wrap; gap: 0.1rem 1.1rem; font: 0.8125rem/1.9 var(--mono); }
.contents .names li { display: block; padding: 0; }

nav { padding: 1rem 1.25rem; border-bottom: 1px solid var(--line); font-size: 0.875rem; }
nav a { color: var(--ink); text-decoration: none; }
nav a:hover { color: var(--accent); text-decoration: underline; }
nav a[aria-current] { color: var(--accent); font-weight: 600; }
.wordmark { margin: 0 0 0.75rem; font: 1.375rem/1.2 var(--serif); }
.wordmark span { font: 0.75rem var(--mono); color: var(--soft); }
.pages { display: flex; flex-wrap: wrap; gap: 0.35rem 1rem; }
.pages ul { display: none; }
.elsewhere { margin: 0.75rem 0 0; }
.elsewhere a { color: var(--soft); }

input, textarea, button {
  font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--field); border-radius: 0.25rem; padding: 0.35rem 0.5rem; min-height: 2rem; max-width: 100%;
}
input, textarea { display: block; width: 100%; }
textarea { font: 0.75rem/1.5 var(--mono); resize: vertical; }
::placeholder { color: var(--soft); opacity: 1; }
button { cursor: pointer; padding-inline: 0.9rem; }
button:hover { border-color: var(--ink); }
.search, .key { margin: 0 0 0.75rem; }
.key label, .try label { display: block; font-size: 0.8125rem; color: var(--soft); }
.key p { margin: 0.2rem 0 0; font-size: 0.75rem; color: var(--soft); }
#found { margin: -0.25rem 0 1rem; padding: 0.5rem; background: var(--raised); border-radius: 0.3rem; max-height: 60vh; overflow-y: auto; }
.results li { border-top: 1px solid var(--line); }
.results li:first-child { border-top: 0; }
.results a { display: block; padding: 0.4rem 0.25rem; color: var(--ink); text-decoration: none; overflow-wrap: anywhere; }
.results a:hover, .results a:focus-visible { color: var(--accent); }
.results .note { white-space: normal; }
.try { margin: 0 0 1rem; }
.columns .try { margin-top: 0.5rem; }
.try summary { cursor: pointer; color: var(--accent); font-size: 0.875rem; padding: 0.2rem 0; min-height: 1.5rem; }
.try form { display: grid; gap: 0.5rem; padding: 0.5rem 0; }
.try output { font-size: 0.8125rem; color: var(--soft); overflow-wrap: anywhere; }
.try pre { max-height: 30rem; overflow: auto; }
[hidden] { display: none !important; }

@media (min-width: 54rem) {
  body { display: grid; grid-template-columns: 16.5rem minmax(0, 1fr); }
  main { padding: 3rem 2.5rem 6rem; }
  nav {
    display: block; position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.75rem 1rem 3rem 1.5rem;
    border-bottom: 0; border-right: 1px solid var(--line); scrollbar-width: thin; line-height: 1.75;
  }
  .wordmark { margin-bottom: 1rem; }
  .pages { display: block; }
  .pages > li { margin-top: 0.15rem; }
  .pages ul { display: block; margin: 0.15rem 0 0.6rem; }
  .pages ul a { display: flex; justify-content: space-between; align-items: baseline; gap: 0.5rem; color: var(--soft); font: 0.75rem/1.5rem var(--mono); min-height: 1.5rem; }
  .pages ul span:first-child { overflow-wrap: anywhere; }
  nav .method { font-size: 0.625rem; font-weight: 400; }
}
.example { display: block; width: 100%; height: 20rem; margin: 0.5rem 0 1.5rem; border: 1px solid var(--line); border-radius: 0.6rem; background: var(--paper); }
@media (min-width: 72rem) {
  .columns > .example { grid-column: 1 / -1; }
  .columns { display: grid; grid-template-columns: minmax(0, 1fr) 25rem; gap: 2rem; align-items: start; }
  .columns > :only-child { grid-column: 1 / -1; }
  .columns pre { margin: 0; }
  .columns .stream pre { margin-bottom: 1rem; }
}
@media (max-width: 30rem) {
  h1 { font-size: 1.9rem; }
  .title h1 { font-size: 2.5rem; }
  .title p { font-size: 1.125rem; }
  dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 0.6rem; }
  th { padding-right: 0.6rem; }
  .name, .route code { font-size: 0.75rem; }
  .answers tbody th { width: 2.75rem; }
}
@media print {
  :root { --paper: #fff; --raised: #fff; --ink: #000; --soft: #444; --line: #bbb; --accent: #000; --get: #000; --post: #000; --change: #000; --delete: #000; }
  html { font-size: 80%; }
  body { display: block; }
  nav, .skip, .try { display: none; }
  main { padding: 0; max-width: none; }
  pre { border: 1px solid var(--line); }
  h2, h3, caption, .operation header { break-after: avoid; }
  tr, .topic { break-inside: avoid; }
}
`;
