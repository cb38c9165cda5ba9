import { expect, test } from "bun:test";
import sharp from "sharp";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { leastPage, makeAudience } from "../support/features/versions";
import { post, visit } from "../support/features/visitor";
import { png, svg } from "../support/samples/images";
import { useService } from "../support/service/service";

onBothEngines("how a page is shown", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  const effective = async (pageId: string) => {
    const place = await makeAudience(api(), {}, pageId);
    const { fields, publicUrl } = await api().call("getEffectiveAudience", { params: place });
    return { values: Object.fromEntries(fields.map(({ field, value }) => [field, value])), publicUrl: publicUrl as string };
  };
  const htmlAt = async (url: string) => (await visit(service(), new URL(url).pathname)).html;
  const published = { status: "published" } as const;

  test("a page's language and order of topics are taken, changed, and shown in the effective view alone", async () => {
    const page = await api().call("createPage", { body: { ...leastPage, language: "fr", topicOrder: "ranked" } });
    expect(Object.keys(page)).not.toContain("language");
    const before = await effective(page.pageId);
    expect([before.values.language, before.values.topicOrder]).toEqual(["fr", "ranked"]);
    await api().call("updatePage", {
      params: { page_id: page.pageId },
      body: { ...published, language: null, topicOrder: "given" },
    });
    const after = await effective(page.pageId);
    expect([after.values.language, after.values.topicOrder]).toEqual([null, "given"]);
    const refused = await api().refusal("createPage", { body: { ...leastPage, language: "French" } });
    expect(refused.errors).toEqual([
      { location: "body.language", code: "bad_format", message: "must be a language tag such as en or pt-BR" },
    ]);
  });

  test("a page shows its language to visitors", async () => {
    const page = await api().call("createPage", { body: { ...leastPage, language: "he" } });
    await api().call("updatePage", { params: { page_id: page.pageId }, body: published });
    expect(await htmlAt((await effective(page.pageId)).publicUrl)).toStartWith('<!doctype html><html lang="he" dir="rtl">');
  });

  test("a page that names no language, and is too short to tell, has the tenant's default", async () => {
    await api().call("updateSettings", { body: { defaultLanguage: "nl" } });
    const { pageId } = await api().call("createPage", { body: leastPage });
    await api().call("updatePage", { params: { page_id: pageId }, body: published });
    expect(await htmlAt((await effective(pageId)).publicUrl)).toStartWith('<!doctype html><html lang="nl">');
    await api().call("updateSettings", { body: { defaultLanguage: "en" } });
  });

  test("a letter is dated with the day in the tenant's time zone", async () => {
    const { pageId } = await api().call("createPage", { body: { ...leastPage, pageType: "outbound" } });
    await api().call("updatePage", { params: { page_id: pageId }, body: published });
    const dated = async (timezone: string) => {
      await api().call("updateSettings", { body: { timezone } });
      const { publicUrl } = await effective(pageId);
      return /<time datetime="([\d-]+)"/.exec(await htmlAt(publicUrl))?.[1] as string;
    };
    // Clocks of the two are 26 hours apart, so they never show the same day.
    const [east, west] = [await dated("Pacific/Kiritimati"), await dated("Etc/GMT+12")];
    expect(Date.parse(east) - Date.parse(west)).toBeGreaterThanOrEqual(86_400_000);
    await api().call("updateSettings", { body: { timezone: "UTC" } });
  });

  test("topics keep the order that they were given, unless the page asks for them to be ranked", async () => {
    const topic = async (title: string) => (await api().call("createTopic", { body: { title } })).topicId;
    const topicIds = [await topic("Weather"), await topic("Anvils and hammers")];
    const order = async (topicOrder?: "given" | "ranked") => {
      const body = { ...leastPage, pageContext: "Anvils, hammers", ...(topicOrder && { topicOrder }) };
      const { pageId } = await api().call("createPage", { body });
      await api().call("setPageTopics", { params: { page_id: pageId }, body: { topicIds } });
      await api().call("updatePage", { params: { page_id: pageId }, body: published });
      const html = await htmlAt((await effective(pageId)).publicUrl);
      return [...html.matchAll(/<h2>(Weather|Anvils)/g)].map(([, title]) => title);
    };
    expect(await order()).toEqual(["Weather", "Anvils"]);
    expect(await order("ranked")).toEqual(["Anvils", "Weather"]);
  });

  test("a page's picture for sharing is an image asset, named in answers and in the page's head", async () => {
    const image = await api().call("createAsset", { file: new File([png({ width: 1300, height: 650 })], "share.png") });
    const text = await api().call("createAsset", { file: new File(["Hello"], "a.txt") });
    const metadata = { title: "Hello", robots: [] };
    const body = { ...leastPage, metadata, socialImageAssetId: image.assetId };
    const page = await api().call("createPage", { body });
    const url = page.metadata?.ogImageUrl as string;
    expect(url).toStartWith("http://pages.foyer.test/_foyer/assets/");
    expect(page.metadata).toEqual({
      ...metadata,
      ogImageUrl: url,
      ogImageFileId: image.data.fileId,
      twitterImageUrl: url,
      twitterImageFileId: image.data.fileId,
    });
    const openedBy = { headers: { accept: "image/avif,image/webp,*/*" } };
    const picture = await visit(service(), new URL(url).pathname, openedBy);
    expect(picture.headers["content-type"]).toBe("image/jpeg");
    expect(await sharp(picture.bytes).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 600 });
    const drawing = await api().call("createAsset", { file: new File([svg], "a.svg") });
    const ofDrawing = await api().call("createPage", { body: { ...body, socialImageAssetId: drawing.assetId } });
    const drawn = await visit(service(), new URL(ofDrawing.metadata?.ogImageUrl as string).pathname, openedBy);
    expect((await sharp(drawn.bytes).metadata()).format).toBe("jpeg");
    const change = (changes: object) => api().call("updatePage", { params: { page_id: page.pageId }, body: changes });
    expect((await change({ ...published, metadata: { title: "Other" } })).metadata).toMatchObject({
      title: "Other",
      ogImageUrl: url,
    });
    expect(await htmlAt((await effective(page.pageId)).publicUrl)).toContain(`<meta property="og:image" content="${url}">`);
    // As after a start with another PAGES_URL, or in a restored backup.
    const moved = sql`UPDATE pages SET metadata = replace(metadata, 'pages.foyer.test', 'before.test') WHERE page_id = ${page.pageId}`;
    await service().db.transaction((tx) => tx.run(moved));
    const place = await makeAudience(api(), {}, page.pageId);
    const { metadata: known } = await api().call("getPage", { params: { page_id: page.pageId } });
    const { effectiveMetadata } = await api().call("getAudience", { params: place });
    const { fields } = await api().call("getEffectiveAudience", { params: place });
    const shownAs = fields.find(({ field }) => field === "metadata.twitterImageUrl")?.value;
    expect([known?.ogImageUrl, effectiveMetadata?.ogImageUrl, shownAs]).toEqual([url, url, url]);
    expect(await htmlAt((await effective(page.pageId)).publicUrl)).toContain(`<meta property="og:image" content="${url}">`);
    await api().call("deleteAsset", { params: { asset_id: image.assetId } });
    const withoutIt = await htmlAt((await effective(page.pageId)).publicUrl);
    expect(withoutIt).toMatch(/<meta property="og:image" content="[^"]*\/_foyer\/share\//);
    expect(withoutIt).not.toContain(image.assetId);
    expect((await change({ socialImageAssetId: null })).metadata).toEqual({ title: "Other", robots: [] });
    for (const socialImageAssetId of ["asset_00000000000000000000000000", text.assetId, "x"]) {
      const refused = await api().refusal("updatePage", { params: { page_id: page.pageId }, body: { socialImageAssetId } });
      expect(refused.errors).toEqual([
        { location: "body.socialImageAssetId", code: "not_found", message: "must name an asset that is an image" },
      ]);
    }
  });

  test("what can't be shown is accepted, left out, and told with its place", async () => {
    const { topicId } = await api().call("createTopic", { body: { title: "Pictures" } });
    const content = { type: "image", content: "asset_that_is_none" };
    const entry = await api().call("createTopicEntry", { params: { topic_id: topicId }, body: { content } });
    const { pageId } = await api().call("createPage", { body: { ...leastPage, brandId: "no-such-brand" } });
    await api().call("setPageTopics", { params: { page_id: pageId }, body: { topicIds: [topicId] } });
    await api().call("updatePage", { params: { page_id: pageId }, body: published });
    const place = await makeAudience(api(), {}, pageId);
    const { warnings, publicUrl } = await api().call("getEffectiveAudience", { params: place });
    const expected = [
      ["brandId", "brand_not_found", null],
      ["topics[0].entries[0].content", "image_not_shown", entry.topicEntryId],
    ];
    const told = (list: typeof warnings) => list.map(({ location, code, subjectId }) => [location, code, subjectId]);
    expect(told(warnings)).toEqual(expected as never);
    const batch = await api().call("createVersionBatch", { params: { page_id: pageId }, body: {} });
    expect(told(batch.warnings)).toEqual(expected as never);
    expect(await htmlAt(publicUrl as string)).not.toContain("asset_that_is_none");
  });

  test("a form has its own button, asks for consent, and its thanks lead on in its own words", async () => {
    const form = await api().call("createForm", {
      body: {
        name: "Pilot",
        fields: [{ name: "email", label: "E-mail", type: "Email", required: true }],
        buttonTitle: "Start the pilot",
        thanks: { title: "See you soon, {{ person.firstName | default: 'friend' }}", text: "We call you." },
        next: { title: "Pick a day", url: "https://cal.example/?for={{ person.email }}" },
        consent: "You may write to me about the pilot.",
      },
    });
    const { personId } = await api().call("createPerson", {
      body: { name: "Ada Lovelace", email: `ada.${engine}@acme.example` },
    });
    const action = { actionId: "a", purpose: "", buttonTitle: "Pilot", actionType: "FORM", url: form.formId };
    const { pageId } = await api().call("createPage", { body: { ...leastPage, actions: [action], language: "en" } });
    await api().call("updatePage", { params: { page_id: pageId }, body: published });
    const place = await makeAudience(api(), { personId }, pageId);
    const { publicUrl } = await api().call("getEffectiveAudience", { params: place });
    const html = await htmlAt(publicUrl as string);
    expect(html).toContain("Start the pilot</button>");
    const consent = 'name="consent" value="You may write to me about the pilot." required=""';
    expect(html).toContain(consent);
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] as string;
    const sent = { page: field("page"), form: form.formId, action: "a", email: "ada@acme.example" };
    expect((await post(service(), "/_foyer/forms", sent)).status).toBe(422);
    const thanks = await post(service(), "/_foyer/forms", { ...sent, consent: "You may write to me about the pilot." });
    expect(thanks.status).toBe(200);
    expect(thanks.html).toContain("<h1>See you soon, Ada</h1>");
    expect(thanks.html).toContain(
      `<a class="button main" href="https://cal.example/?for=ada.${engine}%40acme.example">Pick a day</a>`,
    );
    const [event] = (await api().call("listEvents", { query: { limit: 1, type: "form.submitted" } })).items;
    expect(event?.data.values).toMatchObject({ email: "ada@acme.example", consent: "You may write to me about the pilot." });
  });

  test("consent in the longest words can be sent in any script, and without words none is asked for", async () => {
    const body = { name: "Pilot", fields: [] };
    const tooLong = await api().refusal("createForm", { body: { ...body, consent: "a".repeat(5_001) } });
    expect(tooLong.errors?.map(({ location }) => location)).toEqual(["body.consent"]);
    for (const consent of ["同".repeat(5_000), " "]) {
      const { formId } = await api().call("createForm", { body: { ...body, consent } });
      const action = { actionId: "a", purpose: "", buttonTitle: "Pilot", actionType: "form", url: formId };
      const { pageId } = await api().call("createPage", { body: { ...leastPage, actions: [action] } });
      await api().call("updatePage", { params: { page_id: pageId }, body: published });
      const html = await htmlAt((await effective(pageId)).publicUrl as string);
      const page = /name="page" value="([^"]*)"/.exec(html)?.[1] as string;
      const asked = /name="consent" value="([^"]*)"/.exec(html)?.[1];
      expect(asked).toBe(consent === " " ? undefined : consent);
      const sent = await post(service(), "/_foyer/forms", { page, form: formId, ...(asked && { consent: asked }) });
      expect(sent.status).toBe(200);
    }
  });

  test("a thank-you page speaks the page's language and leads to its main action", async () => {
    const action = { actionId: "a", purpose: "", buttonTitle: "Termin", actionType: "url", url: "https://cal.example/" };
    const { pageId } = await api().call("createPage", { body: { ...leastPage, actions: [action], language: "de" } });
    await api().call("updatePage", { params: { page_id: pageId }, body: published });
    const html = await htmlAt((await effective(pageId)).publicUrl);
    const page = /name="page" value="([^"]*)"/.exec(html)?.[1] as string;
    const thanks = await post(service(), "/_foyer/forms", { page, message: "Hallo" });
    expect(thanks.html).toStartWith('<!doctype html><html lang="de">');
    expect(thanks.html).toContain("<h1>Vielen Dank</h1>");
    expect(thanks.html).toContain('<a class="button main" href="https://cal.example/">Termin</a>');
  });

  test("images come in several widths, in the best format that a browser takes, and leave nothing behind", async () => {
    const photo = await api().call("createAsset", { file: new File([png({ width: 1200, height: 800 })], "a.png") });
    const logo = await api().call("createAsset", { file: new File([svg], "a.svg") });
    const { topicId } = await api().call("createTopic", { body: { title: "Pictures" } });
    for (const { assetId } of [photo, logo]) {
      const content = { type: "Image", content: `![A picture](${assetId})` };
      await api().call("createTopicEntry", { params: { topic_id: topicId }, body: { content } });
    }
    const { pageId } = await api().call("createPage", { body: leastPage });
    await api().call("setPageTopics", { params: { page_id: pageId }, body: { topicIds: [topicId] } });
    await api().call("updatePage", { params: { page_id: pageId }, body: published });
    const html = await htmlAt((await effective(pageId)).publicUrl);
    const [first = "", second = ""] = html.match(/<img [^>]*>/g) ?? [];
    expect(first).toContain('width="1200" height="800"');
    const sources =
      /srcset="([^"]*)"/
        .exec(first)?.[1]
        ?.split(",")
        .map((one) => one.split(" ") as [string, string]) ?? [];
    expect(sources.map(([, width]) => width)).toEqual(["320w", "640w", "960w", "1200w"]);
    const open = (path: string, accept: string) => visit(service(), path, { headers: { accept } });
    const [path] = sources[1] as [string, string];
    const avif = await open(path, "image/avif,image/webp,*/*");
    const webp = await open(path, "image/webp,*/*");
    const told = ({ status, headers }: typeof avif) => [status, headers["content-type"], headers.vary];
    expect([told(avif), told(webp)]).toEqual([
      [200, "image/avif", "accept"],
      [200, "image/webp", "accept"],
    ]);
    expect((await open(path.replace(/640$/, "641"), "")).headers["content-type"]).toBe("image/webp");
    const drawing = /src="([^"]*)"/.exec(second)?.[1] as string;
    expect(second).not.toContain("srcset");
    const drawn = await open(drawing, "image/*");
    expect(drawn.headers["content-type"]).toBe("image/svg+xml");
    expect(drawn.headers["content-security-policy"]).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
    const params = { asset_id: photo.assetId };
    await api().call("deleteAsset", { params });
    expect((await open(path, "image/avif")).status).toBe(404);
  });
});
