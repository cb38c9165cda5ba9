export const salesDeckStyle = `
html{scroll-snap-type:y proximity;scroll-padding:0}
body{counter-reset:slide}
.top{position:absolute;z-index:2;max-width:none;color:var(--on);left:0;right:0}
.top .button.main{background:var(--on);color:var(--fill);border-color:var(--on)}
.top .brand img{background:#fff;border-radius:.5rem;padding:.3rem .5rem;height:2.75rem}
.top :focus-visible,.hero :focus-visible{outline-color:var(--on)}
.hero,.topic,.cards,.slide{counter-increment:slide;position:relative;min-height:100svh;scroll-snap-align:start;display:flex;flex-direction:column;justify-content:safe center;padding:5.5rem clamp(1.25rem,9vw,9rem)}
.hero::after,.topic::after,.cards::after,.slide::after{content:counter(slide);position:absolute;inset-inline-end:clamp(1.25rem,4vw,3rem);bottom:1.5rem;font-size:.95rem;font-variant-numeric:tabular-nums;color:var(--soft)}
.hero{background:linear-gradient(160deg,var(--fill),var(--deep));color:var(--on)}
.hero h1{font-size:clamp(2.3rem,1.4rem + 5vw,5.25rem);max-width:18ch}
.hero .lead,.hero .for,.hero .for b{color:inherit}
.hero .lead{font-size:clamp(1.15rem,1rem + .9vw,1.6rem)}
.hero::after{color:inherit}
.topic>*,.cards>*,.slide>*{width:100%;max-width:60rem}
.topic{font-size:clamp(1.0625rem,.95rem + .45vw,1.3rem)}
.topic h2,.cards h2,.slide h2{font-size:clamp(1.75rem,1.2rem + 2.4vw,3.1rem);letter-spacing:-.025em;line-height:1.12;font-weight:700;color:var(--ink)}
.topic h2::before{content:"";display:block;width:3rem;height:4px;border-radius:2px;background:var(--go);margin-bottom:1.5rem}
.topic:nth-child(odd){background:var(--card)}
.topic:nth-child(odd) :is(code,pre){background:var(--bg)}
.topic :is(figure img,p>img){width:auto;max-height:45vh}
.cards{gap:2.5rem}
.cards .logos li{font-size:clamp(1.2rem,1rem + 1vw,1.8rem)}
.slide{gap:3rem}
@media(min-width:60rem){.slide{display:grid;grid-template-columns:1fr 1fr;align-content:safe center;column-gap:6rem}.slide>.buttons{grid-column:1/-1}.slide>*{max-width:none}}
.slide>*{margin:0}
.slide form{max-width:40rem}
.slide h2{font-size:clamp(1.5rem,1.2rem + 1.4vw,2.2rem)}
.bottom{margin-top:0}
@media print{
@page{size:A4 landscape;margin:0}
html,body{-webkit-print-color-adjust:exact;print-color-adjust:exact}
.hero,.topic,.cards{min-height:100vh;break-after:page;padding:14mm 20mm;justify-content:center}
.topic:nth-child(odd){background:0}
.topic{font-size:13pt}
.topic :is(figure img,p>img){max-height:30vh}
.slide,.bottom{display:none}
}`;
