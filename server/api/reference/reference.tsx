/** @jsxImportSource hono/jsx */
import { type Operation, operations } from "../../../contract";
import type { OpenapiDocument } from "../../../contract/openapi";
import { describeResource, resourceOf, tagsOf } from "../../../contract/openapi/resources";
import openapi from "../../../openapi.json";
import { ErrorCodes } from "./error-codes";
import { Events } from "./events";
import { Introduction } from "./introduction";
import { prose } from "./markup";
import { Navigation } from "./navigation";
import { OperationSection } from "./operation-section";
import { SchemaSection } from "./schema-section";
import { style } from "./style";

/**
 * The reference as one page. Its tables come from openapi.json, not from the schemas themselves: converting
 * those takes longer than all the rest, and a test holds the file to be what they convert to.
 */
export function renderDocs(publicUrl: string): string {
  const document = openapi as unknown as OpenapiDocument;
  const all = Object.values<Operation>(operations);
  const chapters = tagsOf(all).map((resource) => ({
    ...describeResource(resource),
    operations: all.filter((operation) => resourceOf(operation) === resource),
  }));
  const sections = [
    <Introduction publicUrl={publicUrl} />,
    ...chapters.map((chapter) => <Chapter {...chapter} document={document} />),
    <Events />,
    <ErrorCodes />,
    <Schemas document={document} />,
    <Colophon version={document.info.version} />,
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Foyer: API reference</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#reference">To the reference</a>
${<Navigation chapters={chapters} schemas={Object.keys(document.components.schemas)} version={document.info.version} />}
<main id="reference">${sections.join("\n")}</main>
</body>
</html>`;
}

interface ChapterProps {
  name: string;
  "x-displayName": string;
  description: string;
  operations: Operation[];
  document: OpenapiDocument;
}

function Chapter({ name, "x-displayName": title, description, operations, document }: ChapterProps) {
  return (
    <section class="chapter" aria-labelledby={name}>
      <h2 id={name}>{title}</h2>
      <p class="lead">{prose(description)}</p>
      {operations.map((operation) => (
        <OperationSection operation={operation} document={document} />
      ))}
    </section>
  );
}

function Schemas({ document }: { document: OpenapiDocument }) {
  return (
    <section class="chapter" aria-labelledby="schemas">
      <h2 id="schemas">Schemas</h2>
      <p class="lead">The records that requests and answers are made of.</p>
      {Object.entries(document.components.schemas).map(([id, schema]) => (
        <SchemaSection id={id} schema={schema} />
      ))}
    </section>
  );
}

function Colophon({ version }: { version: string }) {
  return (
    <footer>
      Foyer {version}. This page loads nothing from elsewhere. For machines, the same as <a href="/openapi.json">openapi.json</a>.
    </footer>
  );
}
