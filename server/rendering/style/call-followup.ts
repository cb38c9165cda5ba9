export const callFollowupStyle = `
main{max-width:76rem;margin-inline:auto;padding-inline:clamp(1.1rem,4vw,2.5rem);display:grid;grid-template-columns:minmax(0,1fr);gap:2rem clamp(2rem,6vw,5rem);align-content:start}
.hero{padding-top:clamp(1.5rem,4vw,3.5rem)}
.date{margin:1.1rem 0 clamp(1rem,2vw,2rem);color:var(--soft)}
h1{font-size:clamp(1.9rem,1.4rem + 2.4vw,3rem)}
.next{padding:1.5rem;border:1px solid var(--line);border-inline-start:4px solid var(--go);border-radius:.9rem;background:var(--card);align-self:start}
.next h2{font-size:1.15rem}
.next ol{list-style:none;margin:0;padding:0;counter-reset:step}
.next li{counter-increment:step;position:relative;margin:0;padding:0 0 .75rem 2.6rem}
[dir=rtl] .next li{padding:0 2.6rem .75rem 0}
.next li::before{content:counter(step);position:absolute;inset-inline-start:0;top:.55rem;width:1.75rem;height:1.75rem;border:1px solid var(--edge);border-radius:50%;display:grid;place-items:center;font-size:.875rem;font-weight:600;background:var(--bg)}
.next li:not(:last-child)::after{content:"";position:absolute;inset-inline-start:.85rem;top:2.55rem;bottom:-.3rem;width:1px;background:var(--line)}
.next li:last-child{padding-bottom:0}
.next .button{width:100%;justify-content:flex-start;text-align:start}
.next .button:not(.main){background:var(--bg)}
.recap{counter-reset:point;min-width:0}
.topic{counter-increment:point;position:relative;padding:0 0 2.5rem 3.75rem;max-width:50rem}
[dir=rtl] .topic{padding:0 3.75rem 2.5rem 0}
.topic::before{content:counter(point,decimal-leading-zero);position:absolute;inset-inline-start:0;top:.15rem;font-size:1.25rem;line-height:1.6;font-weight:700;color:var(--go);font-variant-numeric:tabular-nums}
.topic::after{content:"";position:absolute;inset-inline-start:.8rem;top:2.75rem;bottom:.6rem;width:1px;background:var(--line)}
.cards,.form,.ask{margin-top:1rem;padding-top:2.25rem;border-top:1px solid var(--line);margin-bottom:2.25rem}
.cards section+section{margin-top:1.5rem}
.topic:has(>.b-attendees):first-child{counter-increment:none;padding-inline:0}
.topic:has(>.b-attendees):first-child::before,.topic:has(>.b-attendees):first-child::after{content:none}
main:has(.b-attendees time) .about .date{display:none}
.b-steps li::before{content:"";border-radius:.45rem}
.b-hero h3{font-size:clamp(1.4rem,1.2rem + .9vw,1.9rem)}
@media(max-width:40rem){.topic,[dir=rtl] .topic{padding:0 0 2.25rem}.topic::before{position:static;display:block;margin-bottom:.2rem}.topic::after{content:none}}
@media(min-width:62rem){main{grid-template-columns:minmax(0,1fr) 20rem}.about,.recap{grid-column:1}.next{grid-column:2;grid-row:1/span 2;position:sticky;top:1.5rem;margin-top:clamp(1.5rem,4vw,3.5rem)}}
@media print{main{display:block}.next{margin:1rem 0 2rem}.next .button{border:0;min-height:0;padding:.4rem 0;color:#000!important;background:0!important}.next a[href^=http]{flex-wrap:wrap;gap:0 .4em}.next a[href^=http]::after{content:"(" attr(href) ")";direction:ltr;unicode-bidi:isolate;font-weight:400}}`;
