import { escapeJson, safeInScript } from "../templates/escape";
import { withoutPlaceholders } from "../templates/placeholders";
import type { TemplateBuilder } from "../templates/template-builder";

interface PageDescription {
  titles: readonly string[];
  description: string | undefined;
  language: string;
  publisher: string | undefined;
}

/** For search engines. Without an address they use the one they found the page at. */
export function structuredData(builder: TemplateBuilder, { titles, description, language, publisher }: PageDescription): string {
  const data = {
    "@context": "https://schema.org",
    "@type": "WebPage",
    name: builder.firstOf(titles, escapeJson),
    ...(description && { description: builder.json(description) }),
    inLanguage: language,
    ...(publisher && { publisher: { "@type": "Organization", name: withoutPlaceholders(publisher) } }),
  };
  return `<script type="application/ld+json">${safeInScript(JSON.stringify(data))}</script>`;
}
