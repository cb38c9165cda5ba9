import type { Language } from "../language/phrases";
import { escapeJson, safeInScript } from "../templates/escape";
import { unmarked } from "../templates/placeholders";
import type { Weave } from "../templates/template";

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
