import { escapeJson, safeInScript } from "./escape";
import { unmarked } from "./marks";
import type { Language } from "./phrases";
import type { Weave } from "./weave";

interface About {
  titles: readonly string[];
  description: string | undefined;
  language: Language;
  publisher: string | undefined;
}

/** For search engines. Without an address: it has the one that it is found under. */
export function structuredData(weave: Weave, { titles, description, language, publisher }: About): string {
  const data = {
    "@context": "https://schema.org",
    "@type": "WebPage",
    name: weave.firstOf(titles, escapeJson),
    ...(description && { description: weave.json(description) }),
    inLanguage: language,
    ...(publisher && { publisher: { "@type": "Organization", name: unmarked(publisher) } }),
  };
  return `<script type="application/ld+json">${safeInScript(JSON.stringify(data))}</script>`;
}
