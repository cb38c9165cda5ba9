export const salesDeckStyle = `
html{font-size:max(100%,25% + min(.8825vw,1.6vh));scroll-snap-type:y proximity;scroll-padding:var(--bar) 0 0;--bar:4.5rem}
body{counter-reset:slide}
.top{position:sticky;top:0;z-index:3;max-width:none;min-height:var(--bar);padding-block:.5rem;background:var(--bg);border-bottom:1px solid var(--line)}
.top::after{content:"";position:absolute;inset-inline:0;bottom:-1px;height:3px;background:var(--go);transform:scaleX(0);transform-origin:0 0}
[dir=rtl] .top::after{transform-origin:100% 0}
@supports(animation-timeline:scroll()){.top::after{animation:read linear both;animation-timeline:scroll()}}
@keyframes read{to{transform:scaleX(1)}}
main>*{counter-increment:slide;position:relative;min-height:100svh;scroll-snap-align:start;display:flex;flex-direction:column;justify-content:safe center;padding:4rem clamp(1.25rem,9vw,9rem) calc(4rem + var(--bar))}
main>*::after{content:"\\2066" counter(slide) attr(data-of) "\\2069";position:absolute;inset-inline-end:clamp(1.25rem,4vw,3rem);bottom:calc(1.25rem + var(--bar));font-size:.95rem;font-variant-numeric:tabular-nums;color:var(--soft)}
.hero{background:linear-gradient(160deg,var(--fill),var(--deep));color:var(--on)}
.hero h1{font-size:clamp(2.3rem,1.4rem + 5vw,5.25rem);max-width:18ch}
.hero :is(.lead,.for,b){color:inherit}
.hero .lead{font-size:clamp(1.1rem,1rem + .9vw,1.6rem)}
.hero::after{color:inherit}
.topic>*,.cards>*,.slide>*{width:100%;max-width:60rem}
.topic{font-size:clamp(1.0625rem,.95rem + .45vw,1.3rem)}
.topic>h2,.cards h2{font-size:clamp(1.75rem,1.2rem + 2.4vw,3.1rem);letter-spacing:-.025em;line-height:1.12;font-weight:700;color:var(--ink)}
.topic :is(h3,h4,h5,h6):not(.b-hero h3){font-size:1.1em}
.b-person .name{font-size:1.1em}
.topic>h2::before{content:"";display:block;width:3rem;height:4px;border-radius:2px;background:var(--go);margin-bottom:1.5rem}
main>:is(.topic,.group):nth-child(odd){background:var(--card)}
main>:nth-child(odd) :is(code,pre){background:var(--bg)}
.group{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr));gap:clamp(2rem,4vw,4rem);align-content:safe center}
.group>.topic{max-width:none;padding-top:1.5rem;border-top:4px solid var(--go)}
.group>.topic>h2,.slide h2{font-size:clamp(1.5rem,1.2rem + 1.4vw,2.2rem)}
.group>.topic>h2::before{content:none}
.topic>:is(figure:not([class]),p)>img{width:auto;max-height:55vh;contain-intrinsic-size:100rem 100rem}
.topic>.wide{max-width:76rem}
.topic>:is(.b-hero,.b-plans,.b-features,.b-gallery,.b-stats,.b-logos,.b-video){max-width:76rem}
.b-video video{width:auto;height:min(60vh,45vw);max-width:100%;background:0 0}
.topic>.b-stats{font-size:1.1em;--figure:clamp(2.75rem,1.5rem + 4.5vw,5.5rem)}
@media(min-width:62rem){.b-stats:not(.long):has(>:nth-child(4):last-child){grid-template-columns:repeat(4,1fr)}}
.topic>.b-stats.long{--figure:clamp(2.25rem,1.2rem + 2.4vw,3.1rem)}
.topic:has(>.b-stats>:only-child):not(:has(>:nth-child(3)))>.b-stats{--figure:clamp(4rem,1.5rem + 15vw,15rem)}
.topic:has(>.b-stats>:only-child):not(:has(>:nth-child(3))) dd{letter-spacing:-.05em}
.topic:has(>.b-stats.long>:only-child):not(:has(>:nth-child(3)))>.b-stats{--figure:clamp(2.5rem,1rem + 7vw,8rem)}
.topic:has(>.b-stats>:only-child):not(:has(>:nth-child(3))) dt{font-size:clamp(1.5rem,1.2rem + 1.4vw,2.2rem)}
.topic:has(>.b-stats>:only-child):not(:has(>:nth-child(3))) .b-stats div{padding:0;border:0}
.topic>.b-quote figcaption{font-size:1em}
.topic>.b-quote img{width:3.75em;height:3.75em}
.b-gallery figure:only-child img{max-height:55vh}
main .logos li{font-size:1.2em}
main .logos img{height:clamp(2.25rem,1.5rem + 2vw,3.5rem);max-width:min(13rem,100%)}
.topic>.b-quote blockquote{font-size:clamp(1.5rem,1.1rem + 2.2vw,2.9rem);line-height:1.25}
.topic:has(>.b-hero.behind):not(:has(>:nth-child(3))){padding:0;>.b-hero{max-width:none;min-height:100svh;border-radius:0}}
.topic:has(>.b-quote):not(:has(>:nth-child(3)))>h2{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}
.topic:has(>.b-hero.behind)::after{color:#fff;z-index:2}
.b-hero.behind>div{padding-bottom:calc(4rem + var(--bar));padding-inline:clamp(1.25rem,9vw,9rem)}
@media print,(min-width:60rem){.topic:has(>figure:not([class])):not(:has(>figure~figure,>:is(.wide,pre,.faq),>:nth-child(7))):has(>:is(p,ul,ol)){display:grid;grid-template:1fr repeat(5,auto) 1fr/1fr 1fr;column-gap:5rem;&::before{content:""}>*{grid-column:1;max-width:none}>figure{grid-area:1/2/8/3;align-self:center;margin:0}}}
.cards{gap:2.5rem}
.slide{gap:3rem}
@media(min-width:60rem){.slide{display:grid;grid-template-columns:1fr 1fr;align-content:safe center;column-gap:6rem}.slide>.buttons{grid-column:1/-1}.slide>*{max-width:none}}
.slide>*{margin:0}
.bottom{margin-top:0;scroll-snap-align:end}
@media print{
@page{size:A4 landscape;margin:0}
html,body{-webkit-print-color-adjust:exact;print-color-adjust:exact;--bar:0px}
.top{position:absolute;inset-inline:0;border:0;padding:5mm 20mm}
.top::after{content:none}
main>*{min-height:100vh;padding:14mm 20mm;justify-content:center}
main>*::after{content:counter(slide)}
main>:not(.hero){break-before:page}
main>:is(.topic,.group):nth-child(odd){background:0}
.topic{font-size:13pt;break-inside:auto!important}
.topic>*{break-after:auto!important}
.topic:has(>.b-plans){padding-block:10mm 0;>h2{font-size:22pt}}
.topic :is(figure:not([class])>img,p>img){max-height:24vh}
.topic:has(>figure:not([class])):not(:has(>figure~figure,>:is(.wide,pre,.faq),>:nth-child(7))):has(>:is(p,ul,ol))>figure>img{max-height:60vh}
.topic figcaption{font-size:10pt}
.b-gallery.halves figure{flex-basis:20.1%}
main>.slide,.bottom{display:none}
}`;
