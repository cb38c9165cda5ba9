export const inboundStyle = `
body{background:radial-gradient(70rem 36rem at 50% -12rem,var(--glow),transparent) no-repeat var(--bg)}
main>*{max-width:76rem;margin-inline:auto;padding-inline:clamp(1.1rem,4vw,2.5rem)}
.intro{display:flex;flex-direction:column;align-items:center;text-align:center;padding-block:clamp(2.5rem,8vw,6rem) clamp(2.5rem,6vw,4.5rem)}
.hero{max-width:52rem;display:flex;flex-direction:column;align-items:center}
.for{justify-content:center;padding:.35rem 1.1rem;border:1px solid var(--line);border-radius:2rem;background:var(--bg)}
.intro .buttons{margin-top:2rem;justify-content:center}
.cards{display:flex;flex-wrap:wrap;justify-content:center;gap:2rem 4rem;padding-bottom:clamp(2.5rem,6vw,4rem);text-align:center}
.cards .logos{justify-content:center}
.topics{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,25rem),1fr));gap:1.25rem}
.topic{min-width:0;padding:clamp(1.4rem,3vw,2.1rem);border:1px solid var(--line);border-radius:1.25rem;background:var(--card)}
.topic:first-child,.topic:last-child:nth-child(even){grid-column:1/-1}
.topic>*{max-width:46rem}
.topic code,.topic pre{background:var(--bg)}
.talk{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:2.5rem;margin-top:clamp(3rem,7vw,5rem)}
@media print{.topics{display:block}.topic{border:0;padding:0;margin-bottom:1.5rem}.intro{padding:1rem 0}body{background:#fff}}`;
