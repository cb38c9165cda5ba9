const textParts = "h2,h3,h4,p,ul:not([class]),ol:not([class]),blockquote,[class$=person]";
/** Only text or people, in the whole width: the title stands beside them, so that the card is not half empty. */
const plainCard = `:is(.topics>.topic:not(:has(>:not(${textParts}))),.talk>:only-child)`;
/** Text and one image that is narrow, or about as high as wide or higher: they stand side by side for the same reason. */
const cardWithNarrowImage = `.topics>.topic:has(>figure:last-child>:is(.tall,.small)):not(:has(>:not(${textParts},figure:last-child)))`;

export const inboundStyle = `
body{background:radial-gradient(70rem 36rem at 50% -12rem,var(--glow),transparent) no-repeat var(--bg)}
main>*{max-width:76rem;margin-inline:auto;padding-inline:clamp(1.1rem,4vw,2.5rem)}
.intro{display:flex;flex-direction:column;align-items:center;text-align:center;padding-block:clamp(2.5rem,8vw,6rem) clamp(2.5rem,6vw,4.5rem)}
.hero .lead{text-wrap:balance}
.hero{max-width:52rem;display:flex;flex-direction:column;align-items:center}
.for{justify-content:center;padding:.35rem 1.1rem;border:1px solid var(--line);border-radius:2rem;background:var(--bg)}
@media(max-width:40rem){.for.long{border-radius:1.4rem;padding:.5rem 1.4rem}}
.intro .buttons{margin-top:2rem;justify-content:center}
.cards{display:flex;flex-wrap:wrap;justify-content:center;gap:2rem 4rem;padding-bottom:clamp(2.5rem,6vw,4rem);text-align:center}
.cards .logos{justify-content:center}
.topics,.row,.row>div{display:flex;flex-direction:column;gap:1.25rem}
.row>div{flex:1 1 0;min-width:0}
@media(min-width:60rem){.row{flex-direction:row}.row .topic{flex:1 1 auto}}
.topic{padding:clamp(1.4rem,3vw,2.25rem);border:1px solid var(--line);border-radius:1.25rem;background:var(--card)}
.topic>:is(p,ul,ol,blockquote,h3,h4,pre,.faq){max-width:46rem}
.topic>:is(ul,ol)[class]{max-width:none}
.topic>figure:not([class])>img:not(.tall){max-height:none}
.topic code,.topic pre{background:var(--bg)}
.topic:has(>.b-hero.behind){padding:0;border:0}
.topic:has(>.b-hero.behind)>h2,.topic:has(>.b-hero:only-of-type)>h2{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}
.topic:has(>:is(.b-hero,.b-quote,.b-stats,.b-logos)){background:0 0;border-color:transparent;padding-inline:0}
.topic:has(>.b-quote):not(:has(>:nth-child(3))){text-align:center;padding-block:clamp(2rem,5vw,3.5rem)}
.topic:has(>.b-quote):not(:has(>:nth-child(3)))>h2{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}
.topic:not(:has(>:nth-child(3)))>.b-quote{max-width:48rem;margin-inline:auto}
.topic:not(:has(>:nth-child(3)))>.b-quote figcaption{justify-content:center;text-align:start}
.topic:has(>.b-stats>:only-child):not(:has(>:nth-child(3))){text-align:center}
.topic:not(:has(>:nth-child(3)))>.b-stats:has(>:only-child){--figure:clamp(3rem,2rem + 4vw,5.5rem)}
.topic:not(:has(>:nth-child(3)))>.b-stats>:only-child{padding:0;border:0}
.topic>h2+.faq:last-child{max-width:none}
@media(min-width:60rem){.topic:has(>h2+.faq:last-child),${plainCard}{display:grid;grid-template-columns:1fr 2fr;gap:0 3rem}
${plainCard}>*{grid-column:2}
${plainCard}>h2{grid-area:1/1/span 99}
${cardWithNarrowImage}{display:grid;grid-template:1fr repeat(30,min-content) 1fr/minmax(18rem,1fr) auto;gap:0 3rem}
${cardWithNarrowImage}::before{content:""}
${cardWithNarrowImage}>:nth-last-child(2){margin-bottom:0}
${cardWithNarrowImage}>figure{grid-area:1/2/-1;margin:0}}
.talk{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:2.5rem;margin-top:clamp(3rem,7vw,5rem)}
.closing{margin-top:clamp(3rem,7vw,5rem)}
.closing:not(:has(a)){display:none}
.closing>div{display:flex;flex-direction:column;align-items:center;gap:1.75rem;padding:clamp(2.5rem,6vw,4.5rem) 1.5rem;border-radius:1.5rem;background:linear-gradient(160deg,var(--fill),var(--deep));color:var(--on);text-align:center}
.closing p{margin:0;max-width:34rem;font-size:clamp(1.5rem,1.2rem + 1.6vw,2.4rem);line-height:1.15;letter-spacing:-.025em;font-weight:700;text-wrap:balance}
.closing .button{min-height:3.25rem;padding-inline:2rem;font-size:1.1rem;background:var(--on);color:var(--fill);border-color:var(--on)}
.closing :focus-visible{outline-color:var(--on)}
@media(min-width:62rem){.b-stats:not(.long):has(>:nth-child(4):last-child){grid-template-columns:repeat(4,1fr)}}
@media print{.top,.bottom,main>*{padding-inline:0}.topics,.row,.row>div{display:block}.topic{border:0;padding:0;margin-bottom:1.5rem}.intro{padding:1rem 0}.closing{display:none}body{background:#fff}}`;
