export const customStyle = `
.top,.bottom,.document{max-width:66rem}
.document{flex:1;width:100%;margin-inline:auto;padding-inline:clamp(1.1rem,4vw,2.5rem)}
.hero{padding:clamp(1rem,3vw,2.5rem) 0 1.75rem}
h1{font-size:clamp(1.9rem,1.4rem + 2vw,2.75rem)}
main>.buttons{margin-bottom:1rem}
main>section:not(.hero),.cards{padding:2rem 0;border-top:1px solid var(--line)}
.cards section+section{margin-top:1.5rem}
.contents p{margin:0 0 .25rem;font-size:.875rem;font-weight:600;color:var(--soft)}
.contents ol{list-style:none;margin:0;padding:0}
.contents li{margin:0}
.contents a{display:flex;align-items:center;min-height:2.75rem;line-height:1.35;padding:.3rem 0;color:var(--ink);text-decoration:none;font-size:.95rem}
.contents a:hover{color:var(--go);text-decoration:underline}
@media(max-width:56rem){.document{display:flex;flex-direction:column}.contents{margin:1rem 0 0;padding:1rem 1.25rem;border:1px solid var(--line);border-radius:.9rem;background:var(--card)}}
@media(min-width:56.01rem){.document{display:grid;grid-template-columns:14rem minmax(0,1fr);gap:clamp(2rem,5vw,4.5rem)}.contents{position:sticky;top:1.5rem;align-self:start;padding-top:clamp(1.25rem,3vw,2.75rem);max-height:100vh;overflow-y:auto}main{max-width:44rem}}
@media print{.document{display:block}.contents{border:0;padding:0}}`;
