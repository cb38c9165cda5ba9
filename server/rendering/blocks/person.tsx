/** @jsxImportSource hono/jsx */
import { writtenBlocks } from "../../../contract/pages/blocks";
import { imageSource } from "../images";
import { buttonsOf } from "../links/buttons";
import { contactsOf } from "../links/contacts";
import { wordsOfAddress } from "../links/link-address";
import { FilledMarkdown, Inline } from "../markdown";
import { Picture } from "../picture";
import { isExternal } from "../templates/addresses";
import type { Block } from "./block";
import { parts } from "./content/parts";
import { listed, readContent } from "./content/read";

/** Somebody at the company that sends the page. */
export const person: Block = {
  view({ content, builder, assetScope }) {
    const props = { builder, assetScope };
    const all = builder.text(content);
    const { fields, images, text, links } = readContent(all, parts.person);
    const name = fields.get("name") || images[0]?.text || "";
    if (name === "") return undefined;
    const [image] = images;
    const source = image && imageSource(assetScope, image.address, (path) => builder.urlWithPlaceholders(path));
    const contacts = contactsOf(fields, all, props);
    const booking = fields.get("booking");
    const buttons = buttonsOf([...links, ...(booking ? [{ address: booking, text: wordsOfAddress(booking) }] : [])], props);
    return (
      <div class="b-person">
        {source && <Picture source={source} alt="" sizes="6rem" />}
        <div>
          <p class="name">
            <Inline text={name} {...props} />
          </p>
          <p class="role">
            <Inline text={listed([fields.get("role"), fields.get("company")], assetScope.language)} {...props} />
          </p>
        </div>
        <div class="reach">
          <FilledMarkdown text={text} {...props} />
          <p class="contacts">
            {contacts.map(({ href, label }) =>
              href === undefined ? (
                <bdi>{label}</bdi>
              ) : (
                <a href={href} rel={isExternal(href) ? "noreferrer" : undefined}>
                  <bdi>{label}</bdi>
                </a>
              ),
            )}
          </p>
          {buttons.length > 0 && (
            <p class="book">
              {buttons.map(({ href, text }) => (
                <a class="button" href={href} rel={isExternal(href) ? "noreferrer" : undefined}>
                  <Inline text={text} plain {...props} />
                </a>
              ))}
            </p>
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
.b-person .contacts>*{display:inline-flex;align-items:center;min-height:2.75rem}
.b-person .book{display:flex;flex-wrap:wrap;gap:.75rem;margin:0}
@media print{.b-person .contacts>*{display:block}}`,
  ...writtenBlocks.person,
};
