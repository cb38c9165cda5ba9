/** Drawings that a block can show by their names. */
const iconNames = [
  "bulb",
  "bolt",
  "calendar",
  "chart",
  "check",
  "clock",
  "cloud",
  "code",
  "file",
  "globe",
  "heart",
  "info",
  "lock",
  "mail",
  "money",
  "puzzle",
  "rocket",
  "search",
  "shield",
  "star",
  "target",
  "warning",
  "users",
] as const;
export type IconName = (typeof iconNames)[number];

/** How a block is written, line by line. */
export interface WrittenBlock {
  summary: string;
  /** `asset_…` stands for an asset's identifier. */
  example: string;
}

/** The types of entries that have a look of their own, beside plain texts, pictures and links. */
export const writtenBlocks = {
  hero: {
    summary:
      "A heading, text in Markdown, an image beside it, or behind it with `media: behind`, and links on lines of their own as buttons. In place of the image a video, which stands beside and plays without sound while it is seen, unless the visitor wants less motion; `poster:` and `captions:` as for a `video`",
    example:
      "# Close the books in three days\nOne ledger for every entity, {{ person.firstName | default: 'ready' }} from day one.\n![The close calendar](asset_…)\n[See it live](https://example.com/demo)",
  },
  video: {
    summary: "A video asset with its title; `poster:` an image asset, `captions:` an asset with WebVTT",
    example: "![A tour in two minutes](asset_…)\nposter: asset_…\ncaptions: asset_…",
  },
  quote: {
    summary: "Words after `>`, in Markdown, then `— Name, role, company`; an image for the picture",
    example:
      "> We closed March on the third. Nobody stayed late.\n— Dana Whitfield, VP Finance, Meridian Freight\n![Dana Whitfield](asset_…)",
  },
  stats: {
    summary: "A list with a number and its label in each line",
    example:
      "- 3 days | to close the month, from eleven\n- 98% | of entries matched by themselves\n- €1.2 M | saved in the first year",
  },
  features: {
    summary: `A list of \`icon | title | text\`, the icon may be left out. Icons: ${iconNames.join(", ")}`,
    example:
      "- bolt | Live in a week | We connect to what you have.\n- shield | Audited | SOC 2 and ISO 27001, every year.\n- users | For the whole team | Nobody pays to look.",
  },
  pricing: {
    summary:
      "A heading for each plan, `price: amount / period`, as in `€390 / user / month`, `featured: yes` for one of them, text in Markdown, a list, a link as its button",
    example:
      "## Team\nprice: €390 / month\nFor one department.\n- 5 entities\n- Daily refresh\n[Start with Team](https://example.com/team)\n## Company\nprice: €1,200 / month\nfeatured: yes\nFor everybody.\n- Any number of entities\n- Refresh by the minute\n[Talk to us](https://example.com/company)",
  },
  comparison: {
    summary:
      "A table as in Markdown; `yes` and `no`, in any of the pages' languages, become marks, a `*` at the end of a column's name makes it stand out",
    example:
      "| | Northwind * | Spreadsheets |\n| --- | --- | --- |\n| One set of figures | yes | no |\n| History of every change | yes | no |\n| Days to close | 3 | 11 |",
  },
  steps: {
    summary: "A list of `what | who | when`, the date as `2026-12-01`; `[x]` before what is done",
    example:
      "- [x] Send the security pack | Grace | 2026-11-20\n- [ ] Name two pilot entities | {{ person.firstName | default: 'You' }} | 2026-11-27\n- [ ] Kick-off with finance | Both | 2026-12-01",
  },
  attendees: {
    summary: "A list of `name | role | company`, and `date:` as `2026-11-12` for when they met",
    example:
      "date: 2026-11-12\n- {{ person.name | default: 'Dana Whitfield' }} | VP Finance | Meridian Freight\n- Omar Haddad | Controller | Meridian Freight\n- Grace Okafor | Account executive | Northwind",
  },
  logos: {
    summary: "A list of images or names, shown in one tone",
    example: "- ![Contoso](asset_…)\n- ![Fabrikam](asset_…)\n- Tailspin Toys",
  },
  gallery: {
    summary: "Images, each on a line of its own",
    example: "![The warehouse in Rotterdam](asset_…)\n![The control room](asset_…)\n![A shift at work](asset_…)",
  },
  callout: {
    summary: "A heading if there is one, and Markdown; `kind: note`, `tip` or `warning`",
    example: "kind: tip\n## Before we meet\nBring last month's close checklist. **Ten lines are enough.**",
  },
  person: {
    summary:
      "`name:`, `role:`, `company:`, `email:`, `phone:`, `linkedin:`, an image, text in Markdown, and a link to book a meeting",
    example:
      "![Grace Okafor](asset_…)\nrole: Account executive\ncompany: Northwind\nemail: grace@northwind.example\nphone: +1 415 555 0123\nI look after teams like yours.\n[Pick a time](https://example.com/grace)",
  },
  file: {
    summary: "`[title](asset)`: a file to download, with its kind and size; an image, and the first page of a PDF, is shown",
    example: "[The security pack](asset_…)",
  },
} satisfies Record<string, WrittenBlock>;
export type BlockType = keyof typeof writtenBlocks;
