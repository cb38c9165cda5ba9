export const noticeStyle = `
main{flex:1;display:grid;place-content:center;justify-items:center;text-align:center;padding:2rem clamp(1.1rem,4vw,2.5rem) 6rem;gap:.25rem}
h1{font-size:clamp(1.8rem,1.4rem + 2vw,2.6rem)}
.lead{max-width:32rem;text-wrap:balance;white-space:pre-line}
.buttons{margin-top:1.75rem;justify-content:center}`;
