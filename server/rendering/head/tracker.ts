import { visitTokenPlaceholder } from "../templates/placeholders";
import { type InlineElements, inlineElements } from "./inline-elements";
import { trackerScript } from "./tracker-script";

const script = inlineElements("script", [trackerScript]);

/**
 * What tells of visits: the tracker; an image for browsers that run no scripts; and a link that no person can see or reach, so
 * that who follows it is a machine.
 */
export const tracker: InlineElements = {
  html:
    `<a class="more" href="/_foyer/more/${visitTokenPlaceholder}" tabindex="-1" aria-hidden="true" rel="nofollow"></a>` +
    `<noscript><img class="view" src="/_foyer/views/${visitTokenPlaceholder}.gif" alt=""></noscript>` +
    script.html.replace("<script>", `<script data-visit="${visitTokenPlaceholder}">`),
  hashes: script.hashes,
};
