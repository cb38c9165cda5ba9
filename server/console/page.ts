import type { Bundle } from "./bundle";

export const assetsPath = "/console/assets/";

interface Shown extends Pick<Bundle, "styles" | "entry"> {
  /** Addresses of the scripts that the screen imports. */
  preloads: readonly string[];
  /** Lets the page's own script and its components' styles through the policy. */
  nonce: string;
}

/** The page that starts the console. */
export function consolePage({ styles, entry, preloads, nonce }: Shown): string {
  // The largest file first: browsers ask for six at once.
  const files = [
    `<script type="module" nonce="${nonce}" src="${assetsPath}${entry}"></script>`,
    ...styles.map((name) => `<link rel="stylesheet" href="${assetsPath}${name}">`),
    ...preloads.map((name) => `<link rel="modulepreload" nonce="${nonce}" href="${assetsPath}${name}">`),
  ];
  return `<!doctype html>
<html lang="en" data-mantine-color-scheme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Foyer</title>
<link rel="icon" href="data:image/svg+xml,${icon}">
<script nonce="${nonce}">${colorScheme}</script>
${files.join("\n")}
</head>
<body>
<div id="console" data-nonce="${nonce}"></div>
<noscript>The console needs JavaScript. The API and its reference at /docs work without.</noscript>
</body>
</html>
`;
}

/** Scripts run by nonce alone; frames and forms lead to pages of visitors and nowhere else. */
export function pageHeaders(nonce: string, pagesOrigin: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    `frame-src ${pagesOrigin}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    // A page with changes that are not saved is sent into its frame by a form.
    `form-action ${pagesOrigin}`,
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "x-frame-options": "DENY",
  };
}

const icon = encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#4263eb"/><path d="M10 25V9h12v3.5h-8v3h7V19h-7v6z" fill="#fff"/></svg>`,
);

/** Before the first paint, so that a dark screen does not flash white. */
const colorScheme = `{let chosen=null;try{chosen=localStorage.getItem("mantine-color-scheme-value")}catch{}
document.documentElement.dataset.mantineColorScheme=chosen==="dark"||chosen!=="light"&&matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light"}`;
