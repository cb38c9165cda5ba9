/** @jsxImportSource hono/jsx */
import { blocks } from "../../../rendering/blocks";

/** Every block that the renderer knows, with its example. */
export function Blocks() {
  return (
    <section class="topic" aria-labelledby="blocks">
      <h2 id="blocks">Blocks</h2>
      <div class="columns">
        <div>
          <p>
            The <code>type</code> of a topic's entry says how its <code>content</code> is shown: <code>text</code>,{" "}
            <code>markdown</code>, <code>faq</code>, <code>link</code>, <code>image</code>, or one of these blocks. All of them
            are written as text, line by line; <code>asset_…</code> stands for an asset's identifier, and tokens are filled in
            everywhere. The case of a type does not matter.
          </p>
          <p>
            Content that can't be read as its block is shown as text. What names no asset is left out. Both are{" "}
            <code>warnings</code> with their places, in an audience's effective view and in the answer to a version batch.
          </p>
        </div>
      </div>
      {Object.entries(blocks).map(([name, { summary, example }]) => (
        <div class="columns">
          <div>
            <h3 id={`block-${name}`}>
              <code>{name}</code>
            </h3>
            <p>{summary.replaceAll("`", "")}</p>
          </div>
          <pre>{example}</pre>
          <iframe
            class="example"
            src={`/docs/examples/${name}`}
            title={`${name}, as visitors see it`}
            sandbox="allow-same-origin"
            loading="lazy"
          />
        </div>
      ))}
    </section>
  );
}
