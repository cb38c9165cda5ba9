import { beforeAll } from "bun:test";
import sharp from "sharp";
import type { Page } from "../../../contract";
import type { BrandFont } from "../../../contract/pages/fonts";
import { blocks } from "../../../server/rendering/blocks";
import { pdf } from "../samples/pdf";
import type { Api } from "../service/api";
import type { TestService } from "../service/service";
import { type Opened, pageTypes, publishPage } from "./site";

/** What the pages of a campaign share: a realistic brand, pictures, and every block in its example. */
export interface Campaign {
  /** The same brand, with another font for each. */
  brandIds: Record<Page["pageType"], string>;
  personId: string;
  topicIds: string[];
}

export async function createCampaign({ api }: TestService, language: "en" | "he"): Promise<Campaign> {
  const [wide, portrait, logo, pack, clip, captions] = await Promise.all([
    upload(api, "harbour.jpg", await landscape(1_800, 1_200)),
    upload(api, "grace.jpg", await landscape(900, 900)),
    upload(api, "logo.svg", Buffer.from(mark)),
    upload(api, "security-pack.pdf", Buffer.from(pdf(coverSheet))),
    upload(api, "tour.mp4", firstBytesOfVideo),
    upload(api, "tour.vtt", Buffer.from("WEBVTT\n\n00:00.000 --> 00:02.000\nOne ledger\n")),
  ]);
  const name = language === "he" ? "דנה ויטפילד" : "Dana Whitfield";
  const person = await api.call("createPerson", { body: { name, email: `dana.${language}@meridian.example` } });
  const brandIds = {} as Campaign["brandIds"];
  for (const [pageType, font] of Object.entries(fontsBy)) {
    const { brandId } = await api.call("createBrand", {
      body: {
        name: "Halden Ledger",
        colors: { primary: "#e4572e" },
        logo: { assetId: logo, altText: "Halden Ledger for Finance" },
        font,
      },
    });
    brandIds[pageType as Page["pageType"]] = brandId;
  }
  const topicIds: string[] = [];
  for (const [title, entries] of topicsIn(language, { wide, portrait, logo, pack, clip, captions })) {
    const { topicId } = await api.call("createTopic", { body: { title } });
    for (const [type, content] of entries) {
      await api.call("createTopicEntry", { params: { topic_id: topicId }, body: { content: { type, content } } });
    }
    topicIds.push(topicId);
  }
  return { brandIds, personId: person.personId, topicIds };
}

/** A picture that is higher than wide. */
export function portrait(): Promise<Buffer> {
  return sharp({ create: { width: 1_600, height: 2_400, channels: 3, background: "#27496d" } })
    .jpeg()
    .toBuffer();
}

const fontsBy = {
  inbound: "plus-jakarta-sans",
  outbound: "figtree",
  call_followup: "dm-sans",
  sales_deck: "manrope",
  custom: "plus-jakarta-sans",
} as const satisfies Record<Page["pageType"], BrandFont>;

/** Enough to be known as a video. None is loaded before a visitor starts it. */
const firstBytesOfVideo = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypmp42\0\0\0\0mp42isom"), Buffer.alloc(64)]);

/** A campaign's pages of all types, made once for a file's tests; returns how to find one. */
export function useCampaigns(service: () => TestService, languages: readonly ("en" | "he")[]) {
  const pages = new Map<string, Opened>();
  beforeAll(async () => {
    for (const language of languages) {
      const campaign = await createCampaign(service(), language);
      for (const type of pageTypes) {
        pages.set(`${type} ${language}`, await publishCampaign(service(), campaign, type, language));
      }
    }
  });
  return (type: string, language = "en") => pages.get(`${type} ${language}`) as Opened;
}

export function publishCampaign(
  service: TestService,
  { brandIds, personId, topicIds }: Campaign,
  pageType: Page["pageType"],
  language: "en" | "he",
  /** Empty for the built-in one. */
  formId = "",
): Promise<Opened> {
  const action = (actionId: string, actionType: string, buttonTitle: string, url: string) => ({
    ...{ actionId, actionType, buttonTitle, url },
    purpose: "",
  });
  const words = texts[language];
  return publishPage(
    service,
    {
      pageType,
      brandId: brandIds[pageType],
      language,
      name: `Campaign ${pageType} ${language}`,
      headerActionId: "book",
      actions: [
        action("book", "url", words.book, "https://cal.example/halden"),
        action("contact", "form", words.contact, formId),
        action("deck", "url", words.more, "https://halden.example/tour"),
      ],
      footerLinks: [
        { id: "1", title: "Halden", links: [{ id: "2", text: words.privacy, url: "https://halden.example/privacy" }] },
      ],
      metadata: { title: words.title, description: words.description },
    },
    { personId },
    topicIds,
  );
}

const texts = {
  en: {
    title: "Close the month in three days, {{ person.firstName | default: 'together' }}",
    description:
      "Meridian Freight runs eleven entities on four ledgers. Here is how the close gets shorter, without a migration.",
    book: "Book 30 minutes",
    contact: "Write to us",
    more: "Take the tour",
    privacy: "Privacy",
  },
  he: {
    title: "סגירת החודש בשלושה ימים",
    description: "אחת עשרה ישויות, ארבעה ספרים, סגירה אחת. כך זה נראה בלי הגירת נתונים.",
    book: "קבעו פגישה",
    contact: "כתבו לנו",
    more: "סיור קצר",
    privacy: "פרטיות",
  },
};

type Topics = [title: string, entries: [type: string, content: string][]][];

type Assets = Record<"wide" | "portrait" | "logo" | "pack" | "clip" | "captions", string>;

function topicsIn(language: "en" | "he", assets: Assets): Topics {
  return language === "he" ? hebrewTopics(assets) : englishTopics(assets);
}

function englishTopics(assets: Assets): Topics {
  const example = (type: string, asset = assets.wide): [string, string] => [
    type,
    (blocks[type]?.example ?? "").replaceAll("asset_…", asset),
  ];
  return [
    ["On the call", [example("attendees")]],
    ["The close, in one picture", [example("hero")]],
    ["What we heard on Tuesday", [["markdown", heard]]],
    ["One ledger", [["text", "Every entity posts to one ledger, in its own currency."]]],
    ["Matched by itself", [["markdown", "Entries are matched **while you sleep**."]]],
    ["Nothing migrates", [["markdown", "- Your four ledgers stay\n- We read them as they are"]]],
    ["A year from now", [["stats", "- 3 days | to close the month, from eleven"]]],
    ["Where the days go", [example("stats")]],
    [
      "What they cost",
      [["stats", "- 4 days | waiting\n- 3 days | matching\n- 2 weeks | explaining differences\n- €1.2 M | a year, all in"]],
    ],
    ["What changes", [example("features")]],
    [
      "At the harbour",
      [
        ["text", "The Rotterdam team was the first to close with us."],
        ["image", assets.wide],
      ],
    ],
    ["Seen from the floor", [["hero", `${blocks.hero?.example}\nmedia: behind`.replaceAll("asset_…", assets.wide)]]],
    ["In their words", [example("quote", assets.portrait)]],
    ["Side by side", [example("comparison")]],
    ["What it costs", [["text", "A price for each team, not for each person who looks."], example("pricing")]],
    ["Next steps we agreed", [example("steps"), example("callout"), ["callout", "kind: warning\nThe price holds until May."]]],
    ["They close with us", [example("logos", assets.logo)]],
    ["The harbour office", [example("gallery")]],
    ["A tour", [["video", `![A tour in two minutes](${assets.clip})\nposter: ${assets.wide}\ncaptions: ${assets.captions}`]]],
    [
      "Questions",
      [
        ["faq", "How long until we see something?\nUsually **a week**."],
        ["faq", "Can we leave?\nAt the end of any month."],
      ],
    ],
    ["Who you work with", [example("person", assets.portrait), example("file", assets.pack)]],
  ];
}

const heard =
  "Your team spends **eleven days** on the close, and four of them go into waiting for other people's spreadsheets.\n\n- Four ledgers that disagree by the fifth\n- One person who knows which is right\n- A board meeting that starts with *whose figures are these?*";

function hebrewTopics({ wide, portrait, logo, pack, clip, captions }: Assets): Topics {
  return [
    ["בשיחה", [["attendees", "date: 2026-11-12\n- דנה ויטפילד | סמנכ״לית כספים | מרידיאן\n- עומר חדד | חשב | מרידיאן"]]],
    [
      "הסגירה בתמונה אחת",
      [["hero", `# סוגרים בשלושה ימים\nספר אחד לכל ישות.\n![לוח השנה](${wide})\n[לצפייה](https://x.example)`]],
    ],
    [
      "מה שמענו",
      [["markdown", "הצוות שלכם משקיע **אחד עשר ימים** בסגירה.\n\n- ארבעה ספרים ש*לא מסכימים*\n- אדם אחד שיודע מי צודק"]],
    ],
    ["ספר אחד", [["text", "כל ישות רושמת בספר אחד, במטבע שלה."]]],
    ["בלי הגירה", [["markdown", "- ארבעת הספרים נשארים\n- אנחנו קוראים אותם כמו שהם"]]],
    [
      "לאן הולכים הימים",
      [["stats", "- 3 ימים | לסגירת החודש\n- 98% | מההתאמות נעשות מעצמן\n- 4 ימים | המתנה\n- €1.2 M | חיסכון"]],
    ],
    [
      "מה משתנה",
      [
        [
          "features",
          "- bolt | באוויר תוך שבוע | מתחברים למה שיש.\n- shield | מבוקר | SOC 2 ו-ISO 27001.\n- users | לכל הצוות | בחינם.",
        ],
      ],
    ],
    ["מהרצפה", [["hero", `# יום חמישי אחד\nהצוות סגר לפני הצהריים.\n![המחסן](${wide})\nmedia: behind`]]],
    ["במילים שלהם", [["quote", `> סגרנו את מרץ בשלישי לחודש.\n— דנה ויטפילד, סמנכ״לית כספים\n![דנה](${portrait})`]]],
    [
      "זה מול זה",
      [["comparison", "| | Halden * | גיליונות |\n| --- | --- | --- |\n| מספר אחד | כן | לא |\n| ימים לסגירה | 3 | 11 |"]],
    ],
    [
      "כמה זה עולה",
      [
        [
          "pricing",
          "## צוות\nprice: €390 / חודש\n- 5 ישויות\n[מתחילים](https://x.example/a)\n## חברה\nprice: €1,200 / חודש\nfeatured: yes\n- ללא הגבלה\n[דברו איתנו](https://x.example/b)",
        ],
      ],
    ],
    [
      "הצעדים הבאים",
      [
        ["steps", "- [x] שליחת חבילת האבטחה | גרייס | 2026-11-13\n- [ ] בחירת שתי ישויות | דנה | 2026-11-27"],
        ["callout", "kind: tip\n## לפני הפגישה\nהביאו את הרשימה."],
      ],
    ],
    ["סוגרים איתנו", [["logos", `- ![קונטוסו](${logo})\n- ![פבריקם](${logo})\n- טיילספין`]]],
    ["המשרדים", [["gallery", `![המחסן](${wide})\n![חדר הבקרה](${wide})`]]],
    ["סיור", [["video", `![סיור בשתי דקות](${clip})\nposter: ${wide}\ncaptions: ${captions}`]]],
    ["שאלות", [["faq", "כמה זמן זה לוקח?\nבדרך כלל **שבוע**."]]],
    [
      "עם מי עובדים",
      [
        [
          "person",
          `![גרייס](${portrait})\nname: גרייס אוקפור\nrole: מנהלת לקוחות\nemail: grace@halden.example\nphone: +972 3 555 0123`,
        ],
        ["file", `[חבילת האבטחה](${pack})`],
      ],
    ],
  ];
}

async function upload(api: Api, name: string, content: Buffer): Promise<string> {
  return (await api.call("createAsset", { file: new File([new Uint8Array(content)], name) })).assetId;
}

/** A picture with as much detail as a photograph. */
async function landscape(width: number, height: number): Promise<Buffer> {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 18 };
  const grain = await sharp({ create: { width, height, channels: 3, background: "#888", noise } })
    .png()
    .toBuffer();
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1200 800" preserveAspectRatio="xMidYMid slice"><defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#27496d"/><stop offset=".55" stop-color="#e8a87c"/><stop offset="1" stop-color="#16324f"/></linearGradient></defs><rect width="1200" height="800" fill="url(#s)"/><circle cx="820" cy="380" r="90" fill="#ffe3b3"/><path d="M0 520 200 400l160 90 220-160 260 190 180-110 180 120v270H0z" fill="#1d3b53"/><path d="M0 640c200-60 400 40 600 0s400-40 600 20v140H0z" fill="#0f2537"/></svg>`;
  return sharp(Buffer.from(scene))
    .composite([{ input: grain, blend: "soft-light" }])
    .jpeg({ quality: 88 })
    .toBuffer();
}

/** The first page of a document: a band, a heading, and lines. */
const coverSheet = [
  "0.89 0.34 0.18 rg 0 640 595 202 re f 1 g 60 720 260 28 re f 60 690 160 14 re f 0.3 g 60 560 320 22 re f 0.75 g",
  ...Array.from({ length: 18 }, (_, line) => `60 ${520 - line * 24} ${line % 6 === 5 ? 260 : 470} 9 re f`),
].join("\n");

const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" width="180" height="40" viewBox="0 0 180 40"><rect width="40" height="40" rx="9" fill="#e4572e"/><path d="M11 10v20M29 10v20M11 20h18" stroke="#fff" stroke-width="5"/><path d="M56 11v18M56 20h12M68 11v18M78 29l8-18 8 18M81 23h10M102 11v18h11M121 11h6a9 9 0 0 1 0 18h-6zM145 11v18h11M145 20h9M145 11h11" fill="none" stroke="#222" stroke-width="3.500"/></svg>';
