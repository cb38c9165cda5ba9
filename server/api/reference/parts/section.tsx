/** @jsxImportSource hono/jsx */
import { prose } from "./markup";

export function PageTitle({ id, title, lead }: { id: string; title: string; lead: string }) {
  return (
    <header class="chapter">
      <h1 id={id}>{title}</h1>
      <p class="lead">{prose(lead)}</p>
    </header>
  );
}

export function ReferenceSection({
  id,
  title,
  sample,
  children,
}: {
  id: string;
  title: string;
  sample?: string;
  children?: unknown;
}) {
  return (
    <section class="topic" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div class="columns">
        <div>{children}</div>
        {sample === undefined ? "" : <pre>{sample}</pre>}
      </div>
    </section>
  );
}
