export const outboundStyle = `
body{--w:40rem}
.top,.bottom,main{max-width:calc(var(--w) + 2*clamp(1.25rem,5vw,2.5rem));margin-inline:auto;padding-inline:clamp(1.25rem,5vw,2.5rem)}
.letter{font-family:var(--font,Charter,"Bitstream Charter","Sitka Text",Cambria,"Noto Serif",Georgia,serif);font-size:1.1875rem;line-height:1.68;padding-top:clamp(1.5rem,6vw,4rem)}
.letter h1{font-size:clamp(2rem,1.5rem + 2.2vw,2.9rem);font-weight:600;letter-spacing:-.02em;line-height:1.14}
.letter h2{font-size:1.4rem;font-weight:600}
.letter .lead{font-size:1.3rem}
.for{font:1rem/1.5 var(--font,system-ui,sans-serif);padding-bottom:1rem;margin-bottom:2rem;border-bottom:1px solid var(--line)}
.hero{margin-bottom:2.25rem}
.date{font:1rem/1.5 var(--font,system-ui,sans-serif);color:var(--soft);margin:0 0 1.5rem}
.greeting{margin:0 0 1.5rem}
.topic{margin-bottom:2.5rem}
.from{margin:0;padding-top:1.25rem;font-style:italic}
.from small{display:block;font-style:normal;font-size:1rem;color:var(--soft)}
.from::before{content:"";display:block;width:3.5rem;height:2px;background:var(--go);margin-bottom:1.25rem}
.bar{margin:2.5rem 0 0}
.bar+.buttons{margin-top:.75rem}
.cards,.form,.ask{margin-top:3.5rem;padding-top:2rem;border-top:1px solid var(--line)}
.cards section+section{margin-top:1.5rem}
.b-stats{--figure:clamp(1.75rem,1.5rem + .7vw,2.1rem)}
.b-hero h3{font-size:clamp(1.4rem,1.2rem + .9vw,1.9rem)}
@media(max-width:40rem){
.bar{position:sticky;bottom:0;z-index:2;margin:1.5rem calc(-1*clamp(1.25rem,5vw,2.5rem)) 0;padding:.75rem clamp(1.25rem,5vw,2.5rem) calc(.75rem + env(safe-area-inset-bottom));background:var(--bg);border-top:1px solid var(--line)}
.bar .button{width:100%}
.top .button{display:none}
html{scroll-padding-bottom:5rem}
}
@media print{.bar{display:none}.letter{font-size:11.5pt;padding-top:1rem}.letter :is(.date,.for){font-size:10.5pt}}`;
