/** @jsxImportSource hono/jsx */
import { describeResource, resourceOf, tagsOf } from "../../../contract/openapi/resources";
import { schemasAt } from "./anchors";
import { ContentAndVersions } from "./chapters/content";
import { Conventions } from "./chapters/conventions";
import { ErrorCodes } from "./chapters/error-codes";
import { Events } from "./chapters/events";
import { Introduction } from "./chapters/introduction";
import { Contents } from "./contents";
import { describedOperations } from "./described-operations";
import { openapiDocument } from "./document";
import { OperationSection } from "./parts/operation-section";
import { SchemaSection } from "./parts/schema-section";
import { PageTitle } from "./parts/section";
import type { ReferencePage } from "./reference-page";

/** In reading order; the first is `/docs` itself. */
export const pages: readonly ReferencePage[] = [
  {
    name: "",
    title: "Start",
    operations: [],
    content: (publicUrl) => (
      <>
        <Introduction publicUrl={publicUrl} />
        <Contents pages={pages} />
      </>
    ),
  },
  { name: "conventions", title: "Conventions", operations: [], content: () => <Conventions /> },
  { name: "content", title: "Content and versions", operations: [], content: () => <ContentAndVersions /> },
  ...tagsOf(describedOperations).map(resourcePage),
  { name: "event_types", title: "Event types", operations: [], content: () => withSchemas("event_types", <Events />) },
  { name: "error_codes", title: "Error codes", operations: [], content: () => withSchemas("error_codes", <ErrorCodes />) },
];

function resourcePage(resource: ReturnType<typeof resourceOf>): ReferencePage {
  const { name, "x-displayName": title, description } = describeResource(resource);
  const own = describedOperations.filter((operation) => resourceOf(operation) === resource);
  return {
    name,
    title,
    operations: own,
    content: () =>
      withSchemas(
        name,
        <>
          <PageTitle id={name} title={title} lead={description} />
          {own.map((operation) => (
            <OperationSection operation={operation} document={openapiDocument()} />
          ))}
        </>,
      ),
  };
}

/** A record is described on the page of the operations that answer with it. */
function withSchemas(name: string, content: unknown) {
  const schemas = schemasAt(name);
  return (
    <>
      {content}
      {schemas.length > 0 && (
        <section class="chapter" aria-labelledby="schemas">
          <h2 id="schemas">Schemas</h2>
          <p class="lead">What these requests and answers are made of.</p>
          {schemas.map((id) => (
            <SchemaSection id={id} schema={openapiDocument().components.schemas[id] ?? {}} />
          ))}
        </section>
      )}
    </>
  );
}
