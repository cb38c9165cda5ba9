import { safeInScript } from "./escape";
import type { Language } from "./phrases";
import type { Weave } from "./weave";

interface About {
  title: string;
  description: string | undefined;
  language: Language;
  publisher: string | undefined;
}

/** For search engines. Without an address: it has the one that it is found under. */
export function structuredData(weave: Weave, { title, description, language, publisher }: About): string {
  const data = {
    "@context": "https://schema.org",
    "@type": "WebPage",
    name: weave.json(title),
    ...(description && { description: weave.json(description) }),
    inLanguage: language,
    ...(publisher && { publisher: { "@type": "Organization", name: weave.json(publisher) } }),
  };
  return `<script type="application/ld+json">${safeInScript(JSON.stringify(data))}</script>`;
}
