export const customStyle = `
.top,.bottom,main{max-width:66rem}
main{margin-inline:auto;padding-inline:clamp(1.1rem,4vw,2.5rem)}
.hero{padding:clamp(1rem,3vw,2.5rem) 0 1.75rem}
h1{font-size:clamp(1.9rem,1.4rem + 2vw,2.75rem)}
.intro .buttons{margin-bottom:2.25rem}
.text>*{padding:2rem 0;border-top:1px solid var(--line)}
.cards section+section{margin-top:1.5rem}
.contents p{margin:0 0 .25rem;font-size:.875rem;font-weight:600;color:var(--soft)}
.contents ol{list-style:none;margin:0;padding:0}
.contents li{margin:0}
.contents:not(:has(a)){display:none}
.contents a{display:flex;align-items:center;min-height:2.75rem;line-height:1.35;padding:.3rem 0;color:var(--ink);text-decoration:none;font-size:.95rem}
.contents a:hover{color:var(--go);text-decoration:underline}
.b-hero h3{font-size:clamp(1.4rem,1.2rem + .9vw,1.9rem)}
@media(max-width:56rem){.contents{margin-bottom:1.5rem;padding:1rem 1.25rem;border:1px solid var(--line);border-radius:.9rem;background:var(--card)}}
@media(min-width:56.01rem){main{display:grid;grid-template:auto 1fr/14rem minmax(0,1fr);column-gap:clamp(2rem,5vw,4.5rem)}.intro,.text{grid-column:2;max-width:44rem}.contents{grid-area:1/1/3/2;position:sticky;top:1.5rem;align-self:start;padding-top:clamp(1rem,3vw,2.5rem);max-height:100vh;overflow-y:auto}}
@media print{main{display:block}.contents{border:0;padding:0}}`;
