/** The styles of all pages. Colours are custom properties, set from the brand. */
export const baseStyle = `
*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-behavior:smooth;scroll-padding-top:1.5rem}
body{margin:0;min-height:100svh;display:flex;flex-direction:column;background:var(--bg);color:var(--ink);font:1.0625rem/1.65 var(--font,system-ui,"Noto Sans",sans-serif);overflow-wrap:anywhere;text-wrap:pretty;-webkit-font-smoothing:antialiased}
main{flex:1;display:block;width:100%}
h1,h2,h3,h4,h5,h6{margin:0 0 .6em;line-height:1.2;font-weight:650;letter-spacing:-.015em;text-wrap:balance}
h1{font-size:clamp(2rem,1.3rem + 3.2vw,3.5rem);line-height:1.08;letter-spacing:-.03em;font-weight:700}
h2{font-size:clamp(1.3rem,1.15rem + .7vw,1.65rem)}
h3{font-size:1.15rem;letter-spacing:0}
h4,h5,h6{font-size:1.0625rem;letter-spacing:0}
:is(:lang(de),:lang(nl),:lang(da),:lang(sv),:lang(nb),:lang(fi))>body{hyphens:auto;-webkit-hyphenate-limit-before:5;-webkit-hyphenate-limit-after:5;hyphenate-limit-chars:14 5 5}
code,[href^="mailto:"],.brand{hyphens:manual}
* + :is(h3,h4,h5,h6){margin-top:1.8em}
p,ul,ol,pre,blockquote,figure,.wide,.faq{margin:0 0 1.1em}
:is(section,li,blockquote,details>div)>:last-child{margin-bottom:0}
ul,ol{padding-inline-start:1.35em}
li{margin:.35em 0}
li::marker{color:var(--soft)}
[dir=rtl] :is(em,i,.from){font-style:normal}
[dir=rtl] em{font-weight:600}
:lang(ar),:lang(fa){letter-spacing:0!important}
a{color:var(--go);text-decoration-thickness:1px;text-underline-offset:.2em}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:3px solid var(--go);outline-offset:3px;border-radius:.3rem}
img{display:block;max-width:100%;height:auto}
figure img,p>img{width:100%;max-height:80vh;object-fit:contain;border-radius:.9rem}
img:is(.tall,.small){width:auto;contain-intrinsic-size:100rem 100rem}
img:not([width]){min-height:4rem}
video:not([poster]){aspect-ratio:16/9}
figcaption{margin-top:.6rem;font-size:.9em;line-height:1.45;color:var(--soft)}
img.after{margin-top:1rem}
blockquote{padding-inline-start:1.1em;border-inline-start:3px solid var(--go);color:var(--soft)}
hr{height:1px;border:0;background:var(--line);margin:2em 0}
code{font:.875em/1.5 ui-monospace,Consolas,monospace;background:var(--card);border:1px solid var(--line);border-radius:.35em;padding:.1em .35em}
pre{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1em 1.1em;overflow-wrap:normal}
pre code{background:0;border:0;padding:0}
.wide{overflow-x:auto;overflow-wrap:normal}
@media screen and (prefers-reduced-motion:no-preference){@supports(animation-timeline:scroll()){.wide:not(:focus-visible){mask:linear-gradient(90deg,#000 calc(100% - 2.5rem),#0000) 0 0/calc(100% + 2.5rem) 100%;animation:more linear both;animation-timeline:scroll(self inline)}[dir=rtl] .wide:not(:focus-visible){mask-image:linear-gradient(270deg,#000 calc(100% - 2.5rem),#0000);mask-position:100% 0;animation-name:more-rtl}}}
@keyframes more{from{mask-position:100% 0}}
@keyframes more-rtl{from{mask-position:0 0}}
table{border-collapse:collapse;min-width:100%;font-variant-numeric:tabular-nums;font-size:.95em}
th,td{padding:.6em .9em .6em 0;text-align:start;vertical-align:top;border-bottom:1px solid var(--line)}
th{font-weight:600;border-bottom-color:var(--edge)}
.right{text-align:end}.center{text-align:center}
.skip{position:absolute;inset-inline-start:1rem;top:-6rem;z-index:9;padding:.7rem 1.1rem;background:var(--fill);color:var(--on);border-radius:0 0 .6rem .6rem}
.skip:focus{top:0}
.decoy,.more,.view{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}
.top,.bottom{width:100%;max-width:76rem;margin:0 auto;padding:1rem clamp(1.1rem,4vw,2.5rem)}
.top{display:flex;align-items:center;justify-content:space-between;gap:1rem;min-height:4.75rem}
.brand{font-weight:700;font-size:1.1rem;letter-spacing:-.02em;line-height:1.25;min-width:0}
.brand img{height:2.25rem;width:auto;max-width:min(12rem,100%);object-fit:contain;object-position:0;font-size:.75rem;line-height:1.1}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:2.875rem;padding:.55rem 1.3rem;border:1px solid var(--edge);border-radius:.7rem;background:0 0;color:var(--ink);font:inherit;font-weight:600;line-height:1.25;text-align:center;text-decoration:none;cursor:pointer;transition:background-color .15s,border-color .15s,box-shadow .15s}
.button:hover{border-color:var(--go);background:var(--card)}
.button.main{background:var(--fill);border-color:var(--go);color:var(--on)}
.button.main:hover{box-shadow:0 0 0 3px var(--glow)}
.buttons{display:flex;flex-wrap:wrap;gap:.75rem;margin:0}
.top .button{flex:none;max-width:60%;min-height:2.75rem;padding:.4rem 1.1rem;font-size:1rem}
.for{display:flex;flex-wrap:wrap;gap:0 .45em;margin:0 0 1.1rem;color:var(--soft);font-size:1rem}
.for b{font-weight:600;color:var(--ink)}
.for i{font-style:normal}
@media(max-width:40rem){.buttons .button{flex:auto}.for.long{display:block}.for.long i{display:block;height:0;overflow:hidden}}
.lead{font-size:clamp(1.1rem,1.02rem + .4vw,1.3rem);line-height:1.55;color:var(--soft);max-width:42rem;margin:0}
.link a{display:inline-flex;align-items:center;min-height:2.75rem;font-weight:600}
.link a::after{content:"→";margin-inline-start:.45em;text-decoration:none;display:inline-block}
[dir=rtl] .link a::after{content:"←"}
.faq:not(:empty){border-top:1px solid var(--line)}
details{border-bottom:1px solid var(--line)}
summary{display:flex;justify-content:space-between;gap:1rem;padding:.8rem 0;min-height:2.75rem;font-weight:600;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary::after{content:"+";font-weight:400;font-size:1.4em;line-height:1.1;color:var(--go)}
[open]>summary::after{content:"–"}
details>div{padding:0 0 1.1rem}
.cards h2{font-size:1rem;letter-spacing:0;font-weight:600;color:var(--soft)}
.logos{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem 2.25rem;list-style:none;padding:0;margin:0}
.logos li{margin:0;min-height:2.5rem;display:flex;align-items:center;font-weight:700;font-size:1.15rem;letter-spacing:-.02em;color:var(--soft)}
.logos img{height:2.25rem;width:auto;max-width:9rem;object-fit:contain;filter:var(--first,) grayscale(1) var(--tone,brightness(.625) contrast(4));opacity:.75;mix-blend-mode:multiply}
.logos .light{--first:invert(1)}
.badge{--tone:brightness(.8) contrast(1.7)}
.form form,.ask form{max-width:36rem}
.answer{max-width:42rem;margin-top:1.75rem;padding:1.25rem 1.4rem;border:1px solid var(--line);border-radius:1rem;background:var(--card)}
.answer:focus{outline:none}
.answer h2{font-size:1.15rem}
.answer article{margin:0 0 1.25rem}
.answer article>:last-child{margin-bottom:0}
.asked{color:var(--soft)}
.options{display:flex;flex-direction:column;align-items:flex-start;gap:.6rem}
.options .button{text-align:start;font-weight:500}
form p{margin:0 0 1.1rem}
label{display:block;font-weight:600;font-size:.95rem;margin-bottom:.4rem}
.required{color:var(--go)}
input,select,textarea{display:block;width:100%;min-height:2.875rem;padding:.6rem .85rem;font:inherit;color:var(--ink);background:var(--bg);border:1px solid var(--edge);border-radius:.6rem}
textarea{resize:vertical;line-height:1.5}
::placeholder{color:var(--soft);opacity:1}
.check{display:flex;gap:.75rem;align-items:center;min-height:2.75rem}
.check input{width:1.4rem;min-height:1.4rem;height:1.4rem;flex:none;margin:0;accent-color:var(--go)}
.check label{margin:0;padding:.6rem 0;font-weight:400;white-space:pre-line}
[hidden]{display:none!important}
fieldset{min-width:0;margin:0 0 1.75rem;padding:0;border:0}
legend{padding:0;margin-bottom:1.1rem;font-weight:650;font-size:1.15rem;line-height:1.3}
legend:focus{outline:0}
legend small{display:block;font-weight:400;font-size:.95rem;color:var(--soft)}
input+small{display:block;margin-top:.4rem;font-size:.9rem;color:var(--soft)}
.progress{display:flex;gap:.4rem}
.progress i{flex:1;height:.3rem;border-radius:1rem;background:var(--line)}
.progress .done{background:var(--go)}
[type=file]{padding:.45rem}
::file-selector-button{min-height:1.9rem;margin-inline-end:.85rem;padding:.2rem .8rem;font:inherit;font-size:.95rem;font-weight:600;color:var(--ink);background:var(--card);border:1px solid var(--edge);border-radius:.4rem;cursor:pointer}
.bottom{margin-top:clamp(3rem,7vw,5rem);padding-block:0 3rem;font-size:.95rem;color:var(--soft)}
.bottom:empty{margin:0}
.bottom>:first-child{padding-top:2.5rem;border-top:1px solid var(--line)}
.bottom nav{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,11rem),1fr));gap:1.75rem;margin-bottom:1.75rem}
.bottom h2{font-size:.95rem;letter-spacing:0;margin:0 0 .3rem;color:var(--ink)}
.bottom ul{list-style:none;margin:0;padding:0}
.bottom li{margin:0;min-height:2.75rem;display:flex;align-items:center}
.bottom a{display:flex;align-items:center;min-height:2.75rem;color:inherit;text-decoration:none}
.bottom a:hover{color:var(--go);text-decoration:underline}
.bottom p{margin:0}
.bottom .brand{display:block;margin-bottom:1rem}
.bottom .brand img{height:1.75rem}
@media(prefers-reduced-motion:reduce){*,::before,::after{scroll-behavior:auto!important;transition:none!important}}
@media print{
@page{margin:18mm}
:root{--bg:#fff;--card:#fff;--ink:#000;--soft:#333;--line:#bbb}
body{display:block;font-size:10.5pt}
.skip,.ask,.form,.buttons,.top .button{display:none!important}
.topic a[href^=http]::after{content:" (" attr(href) ")";direction:ltr;unicode-bidi:isolate;font-size:.85em;font-weight:400;color:#333}
.topic a.button[href^=http]{flex-wrap:wrap;gap:0 .4em}
.topic a.button[href^=http]::after{content:"(" attr(href) ")"}
.topic .button{background:0 0!important;color:#000!important}
details::details-content{content-visibility:visible;block-size:auto}
summary::after{content:none!important}
h2,h3,summary,:has(+:is(figure,.wide,.b-plans)){break-after:avoid}
figure,pre,table,blockquote,details,h1,h2,h3,.bottom,.plan,.topic:has(>h2+.b-plans,>h2+p+.b-plans),.topic:has(>h2+[class^=b-]:last-child),.b-person,.b-hero,.b-callout,.b-stats>*,.logos,:is(.b-features,.b-steps)>*{break-inside:avoid}
pre{white-space:pre-wrap}
.bottom{margin-top:1.5rem;padding:0}
.bottom :is(nav,.brand){display:none}
.bottom p{padding-top:.75rem;border-top:1px solid var(--line)}
figure img.tall{max-height:42vh}
.wide{overflow:visible}
.wide :is(th,td){max-width:14em;overflow-wrap:break-word}
.wide tr:has(>:nth-child(4))>*{max-width:9em}
.wide tr:has(>:nth-child(5))>*{max-width:7em}
.wide tr:has(>:nth-child(7))>*{max-width:5em}
}`;
