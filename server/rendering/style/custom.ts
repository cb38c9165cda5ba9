export const customStyle = `
body{--side:max(clamp(1.1rem,4vw,2.5rem),calc((100% - 68rem)/2))}
.top,.bottom{max-width:none;padding-inline:var(--side)}
.cover{display:flex;flex-direction:column;justify-content:flex-end;min-height:min(34rem,68svh);padding:clamp(3rem,10vw,7rem) var(--side) clamp(1.75rem,4vw,3rem);background:linear-gradient(160deg,var(--fill),var(--deep));color:var(--on)}
.cover h1{max-width:20ch;font-size:clamp(2.1rem,1.4rem + 3.4vw,4rem)}
.cover :is(.for,.for b,.lead,.date){color:inherit}
.cover .buttons{margin-top:2rem}
.cover .button{color:inherit;border-color:currentColor}
.cover .button:hover{background:rgb(127 127 127/.25);border-color:currentColor}
.cover .button.main{background:var(--on);color:var(--fill);border-color:var(--on)}
.cover .button.main:hover{box-shadow:none;opacity:.9}
.cover :focus-visible{outline-color:var(--on)}
.cover .date{margin:clamp(2rem,5vw,3.5rem) 0 0;padding-top:1rem;border-top:1px solid rgb(127 127 127/.45);font-size:.95rem}
.reading{padding:clamp(1.5rem,4vw,3rem) var(--side) 0}
.text>*{padding:2rem 0;border-top:1px solid var(--line)}
.text>:first-child{padding-top:0;border:0}
.cards section+section{margin-top:1.5rem}
.contents p{margin:0 0 .25rem;font-size:.875rem;font-weight:600;color:var(--soft)}
.contents ol{list-style:none;margin:0;padding:0}
.contents li{margin:0}
.contents:not(:has(li+li)){display:none}
.contents a{display:flex;align-items:center;min-height:2.75rem;line-height:1.35;padding:.3rem 0;color:var(--ink);text-decoration:none;font-size:.95rem}
.contents a:hover{color:var(--go);text-decoration:underline}
.b-hero h3{font-size:clamp(1.4rem,1.2rem + .9vw,1.9rem)}
@media screen and (max-width:56rem){html{scroll-padding-top:4.5rem}.reading:has(.contents li+li){padding-top:0}.contents{position:sticky;top:0;z-index:2;margin:0 calc(-1*var(--side)) 1.75rem;padding-inline:calc(var(--side) - .75rem);background:var(--bg);border-bottom:1px solid var(--line);overflow-x:auto;scrollbar-width:none}.contents p{display:none}.contents ol{display:flex}.contents a{display:block;max-width:75vw;min-height:0;padding:0 .75rem;overflow:hidden;white-space:nowrap;text-overflow:ellipsis;line-height:3.25rem;color:var(--soft)}.contents [aria-current]{color:var(--ink);box-shadow:inset 0 -3px var(--go)}}
@media screen and (min-width:56.01rem){.reading:has(.contents li+li){display:grid;grid-template-columns:15rem minmax(0,1fr);column-gap:clamp(2rem,5vw,4.5rem)}.text{max-width:46rem;grid-column:2}.contents{position:sticky;top:1.5rem;align-self:start;max-height:calc(100vh - 3rem);overflow-y:auto}.contents li{border-inline-start:2px solid var(--line)}.contents a{padding-inline:1rem .3rem}.contents :has(>[aria-current]){border-color:var(--go)}.contents [aria-current]{color:var(--go);font-weight:600}}
@media print{.top,.bottom{padding-inline:0}.cover{min-height:0;padding:0 0 8mm;color:#000;background:0 0}.reading{padding:0}.contents{margin-bottom:10mm}.contents a{min-height:0}}`;
