/** @jsxImportSource hono/jsx */
import type { Brand } from "../../../contract";

export type Look = Pick<Brand, "name" | "colors" | "logo">;

interface Notice {
  status: number;
  look: Look | null;
  title: string;
  text: string;
  back?: string;
}

export function renderNotice({ title, text }: Notice): { html: string; sources: string } {
  const html = `<!doctype html>${(
    <html lang="en">
      <head>
        <title>{title}</title>
      </head>
      <body>
        <h1>{title}</h1>
        <p>{text}</p>
      </body>
    </html>
  )}`;
  return { html, sources: "script-src 'none'; style-src 'none'" };
}
