import { visitTokenPlaceholder } from "../templates/placeholders";

/**
 * What tells of visits where no script does: an image for browsers that run none, and a link that no person can see or reach,
 * so that who follows it is a machine.
 */
export const visitMarks =
  `<a class="more" href="/_foyer/more/${visitTokenPlaceholder}" tabindex="-1" aria-hidden="true" rel="nofollow"></a>` +
  `<noscript><img class="view" src="/_foyer/views/${visitTokenPlaceholder}.gif" alt=""></noscript>`;
