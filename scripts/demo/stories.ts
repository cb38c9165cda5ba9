import type { DemoPictures } from "./pictures";

export type Entries = readonly (readonly [type: string, content: string])[];

/** Topics that answer visitors' questions, on every page. */
export const answers: Record<string, Entries> = {
  Shipping: [
    ["faq", "How long does delivery take?\nHow fast do you ship?\nTwo working days in Europe, five elsewhere."],
    ["markdown", "## From our harbour to your door\n\nEvery order leaves Lisbon on the day that it is placed."],
  ],
  Prices: [
    ["faq", "What does it cost?\nHow expensive is it?\nFrom 49 euros a month; the first month is free."],
    ["faq", "Can I get my money back?\nDo you refund?\nWithin 30 days, to the card that you paid with."],
  ],
  Security: [
    ["faq", "Where is our data stored?\nIn Frankfurt and Dublin, encrypted."],
    ["markdown", "We are audited each year. Ask us for the report."],
  ],
};

/** Each page with what stands on it alone, before the answers. */
export function storiesWith({ sea, sender }: DemoPictures, today: Date) {
  const dayAfter = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const senderCard = `![Grace Okafor](${sender})\nrole: Head of sea freight\ncompany: Northwind\nemail: grace@northwind.example\nphone: +351 21 555 0123\nI look after companies like {{ account.name | default: 'yours' }}.\n[Pick a time](https://northwind.example/grace)`;
  return [
    {
      name: "Hello from Northwind",
      pageType: "outbound",
      about: "A first letter to companies that ship by sea",
      topics: {
        "A container that is late is late twice": [
          [
            "markdown",
            "Once at the harbour, and once more when somebody at {{ account.name | default: 'your company' }} has to find out why. We put both in one place: where every box is, and who has to know.",
          ],
          ["image", sea],
        ],
        "What others have seen": [
          [
            "stats",
            "- 2 days | from Lisbon to anywhere in Europe\n- 31% | fewer calls about where things are\n- 1,400 | companies ship with us",
          ],
          [
            "quote",
            "> I look at one page in the morning, and I know which ship needs me.\n— Ines Duarte, Logistics, Porto Tiles",
          ],
        ],
        "Who writes": [["person", senderCard]],
      },
    },
    {
      name: "After our call",
      pageType: "call_followup",
      about: "What was said in the call, and what comes next",
      topics: {
        "Who was there": [
          [
            "attendees",
            `date: ${dayAfter(0)}\n- {{ person.name | default: 'You' }} | Operations | {{ account.name | default: 'Your company' }}\n- Grace Okafor | Head of sea freight | Northwind\n- Tomás Reis | Integrations | Northwind`,
          ],
        ],
        "What we agreed": [
          [
            "steps",
            `- [x] Send the sailing list of last quarter | {{ person.firstName | default: 'You' }} | ${dayAfter(2)}\n- [ ] Connect the test system | Tomás | ${dayAfter(7)}\n- [ ] First ten containers | Both | ${dayAfter(14)}`,
          ],
          [
            "callout",
            "kind: tip\n## Before we meet again\nAsk customs for your EORI number. **Everything else is done on our side.**",
          ],
        ],
        "Where you stand today": [
          [
            "comparison",
            "| | With Northwind * | Today |\n| --- | --- | --- |\n| Where every container is | yes | by telephone |\n| Who is told of a delay | everybody it concerns | whoever asks |\n| Papers for customs | made for you | no |",
          ],
        ],
      },
    },
    {
      name: "Northwind in ten minutes",
      pageType: "sales_deck",
      about: "The whole offer, for those who decide",
      topics: {
        "Every container in sight": [
          [
            "hero",
            `# Every container in sight\nFrom the factory gate to the door of {{ account.name | default: 'your customers' }}.\n![A ship at dusk](${sea})`,
          ],
        ],
        "What changes": [
          [
            "stats",
            "- 2 days | from Lisbon to anywhere in Europe\n- 31% | fewer calls about where things are\n- €1.2 M | less stock on the water",
          ],
        ],
        "How it works": [
          [
            "features",
            "- globe | Every ship | Positions of 62 lines, by the minute.\n- file | Every paper | Bills of lading and customs, made for you.\n- bolt | Live in a week | We connect to what you have.\n- shield | Audited | SOC 2 and ISO 27001, every year.",
          ],
        ],
        "In their words": [
          [
            "quote",
            "> I look at one page in the morning, and I know which ship needs me.\n— Ines Duarte, Logistics, Porto Tiles",
          ],
        ],
        Plans: [
          [
            "pricing",
            "## Crew\nprice: €49 / month\nFor one team.\n- 50 containers a month\n- Positions by the hour\n[Start with Crew](https://northwind.example/crew)\n## Fleet\nprice: €390 / month\nfeatured: yes\nFor the whole company.\n- Any number of containers\n- Positions by the minute\n- Papers for customs\n[Start with Fleet](https://northwind.example/fleet)",
          ],
        ],
      },
    },
  ] as const satisfies readonly { name: string; pageType: string; about: string; topics: Record<string, Entries> }[];
}
