export const answerStyle = `
main{flex:1;width:100%;max-width:48rem;margin:0 auto;padding:1.5rem clamp(1.1rem,4vw,2.5rem) 5rem}
h1{font-size:clamp(1.5rem,1.2rem + 1.6vw,2.2rem);line-height:1.2}
.ask{margin-top:2.5rem}
.back{margin-top:2rem}`;
