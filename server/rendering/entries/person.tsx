/** @jsxImportSource hono/jsx */
import { Picture } from "../blocks/picture";
import { imageSource } from "../images";
import { FilledMarkdown } from "../markdown";
import { isExternal } from "../templates/addresses";
import type { Block } from "./block";
import { linkAddress, listed, readContent } from "./read";

const names = ["name", "role", "company", "email", "phone", "linkedin", "booking"];

/** Somebody at the company that sends the page. */
export const person: Block = {
  view({ content, builder, assetScope }) {
    const { fields, images, text, links } = readContent(builder.text(content), names);
    const name = fields.get("name") ?? images[0]?.text ?? "";
    if (name === "") return undefined;
    const [image] = images;
    const source = image && imageSource(assetScope, image.address, (path) => builder.urlWithPlaceholders(path));
    const contacts = [
      ...contact("mailto:", fields.get("email")),
      ...contact("tel:", fields.get("phone"), (value) => value.replace(/[^+\d]/g, "")),
      ...contact("", fields.get("linkedin"), undefined, "LinkedIn"),
    ].flatMap(({ address, label }) => {
      const href = linkAddress(address, { builder, assetScope });
      return href === undefined ? [] : [{ href, label }];
    });
    const [booking] = links;
    const bookingAddress = booking?.address ?? fields.get("booking");
    const href = bookingAddress ? linkAddress(bookingAddress, { builder, assetScope }) : undefined;
    return (
      <div class="b-person">
        {source && <Picture source={source} alt="" sizes="6rem" />}
        <div>
          <p class="name">{name}</p>
          <p class="role">{listed([fields.get("role"), fields.get("company")], assetScope.language)}</p>
        </div>
        <div class="reach">
          <FilledMarkdown text={text} builder={builder} assetScope={assetScope} />
          <p class="contacts">
            {contacts.map(({ href, label }) => (
              <a href={href} rel={isExternal(href) ? "noreferrer" : undefined}>
                <bdi>{label}</bdi>
              </a>
            ))}
          </p>
          {href !== undefined && (
            <a class="button" href={href} rel={isExternal(href) ? "noreferrer" : undefined}>
              {booking?.text ?? href.replace(/^https?:\/\/|\/$/g, "")}
            </a>
          )}
        </div>
      </div>
    );
  },
  style: `
.b-person{display:grid;gap:0 1.5rem;margin:0 0 1.1em}
.b-person:has(>img){grid-template:auto 1fr/auto minmax(0,1fr)}
.b-person>img{grid-row:1/3;width:5.5rem;height:5.5rem;border-radius:50%;object-fit:cover}
.b-person>.reach{margin-top:.6rem}
@media(max-width:40rem){.b-person{column-gap:1rem;align-items:center}.b-person>img{grid-row:1;width:4.25rem;height:4.25rem}.b-person>.reach{grid-column:1/-1}}
.b-person p{margin:0 0 .6rem}
.b-person .name{font-weight:700;font-size:1.15rem;line-height:1.3;margin:0}
.b-person .role{color:var(--soft);line-height:1.4;margin:0}
.b-person .contacts{display:flex;flex-wrap:wrap;gap:0 1.25rem;margin:0 0 .4rem}
.b-person .contacts a{display:inline-flex;align-items:center;min-height:2.75rem}`,
  summary: "`name:`, `role:`, `company:`, `email:`, `phone:`, `linkedin:`, an image, text, and a link to book a meeting",
  example:
    "![Grace Okafor](asset_…)\nrole: Account executive\ncompany: Northwind\nemail: grace@northwind.example\nphone: +1 415 555 0123\nI look after teams like yours.\n[Pick a time](https://example.com/grace)",
};

function contact(scheme: string, value: string | undefined, toAddress = (text: string) => text, label = value) {
  return value ? [{ address: scheme + toAddress(value), label: label as string }] : [];
}
