import type * as z from "zod";
import { eventStream } from "./events/event-stream";
import { takesIdempotencyKey } from "./idempotency";
import { operations } from "./index";
import { identifierIn } from "./openapi/identifiers";
import { describeResource, resourceOf, tagsOf } from "./openapi/resources";
import { createProblemResponses, headers, successHeaders } from "./openapi/responses";
import { bodySample, withSamples } from "./openapi/samples";
import { createSchemas, type JsonSchema, type Schemas } from "./openapi/schemas";
import { describeWebhooks, webhookParameters } from "./openapi/webhooks";
import { type Operation, paramNames } from "./operation";

export interface ParameterObject {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

interface MediaObject {
  schema: JsonSchema;
  example?: unknown;
}

export interface OperationObject {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  "x-tier": Operation["tier"];
  "x-number"?: number;
  "x-scope"?: string;
  parameters: (ParameterObject | { $ref: string })[];
  requestBody?: { required: boolean; content: Record<string, MediaObject> };
  responses: Record<string, object>;
}

export interface OpenapiDocument {
  openapi: "3.1.1";
  info: { title: string; version: string; summary: string; description: string; license: object };
  servers: { url: string; description: string }[];
  security: object[];
  tags: { name: string; "x-displayName": string; description: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  webhooks: Record<string, object>;
  components: Record<"securitySchemes" | "parameters" | "headers" | "responses" | "examples", Record<string, object>> & {
    schemas: Record<string, JsonSchema>;
  };
}

const overview = `Web pages and the audiences attached to them: one page, a variant for each person or account.

Every operation needs an API key in the header \`x-api-key\`. Operations of the tier \`contract\` are numbered and answer with exactly
the declared fields; those of the tier \`extension\` share their conventions and complete each resource.

An identifier begins with what it names (\`person_…\`), as the patterns of path parameters say. A fixed word in the place of one, such as
\`by_email\`, \`by_external_id\` or \`batch\`, matches none of them: no address belongs to two paths.

A field with \`x-tokens\` is shown by a page and may hold personal tokens such as \`{{ person.firstName | default: "there" }}\`: \`text\` anywhere
in it, \`url\` in the values of its query. They are filled in for each audience when a version is built; a broken one is refused.`;

/** The whole API as OpenAPI 3.1, from the list of operations alone. */
export function openapiDocument(version: string): OpenapiDocument {
  const all = Object.values<Operation>(operations);
  const schemas = createSchemas();
  const problems = createProblemResponses(schemas);
  const paths: OpenapiDocument["paths"] = {};
  for (const operation of all) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = describeOperation(operation, schemas, problems.of(operation));
  }
  paths[eventStream.path] = { get: describeStream(schemas, problems.of(eventStream)) };
  const webhooks = describeWebhooks(schemas);
  return {
    openapi: "3.1.1",
    info: {
      title: "Foyer",
      version,
      summary: "Web pages and the audiences attached to them",
      description: overview,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "The service that serves this document" }],
    security: [{ ApiKey: [] }],
    tags: tagsOf(all).map(describeResource),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        ApiKey: { type: "apiKey", in: "header", name: "x-api-key", description: "A key belongs to a tenant and holds scopes." },
      },
      parameters: { IdempotencyKey: idempotencyKey, ...webhookParameters },
      headers,
      responses: problems.components,
      examples: problems.examples,
      schemas: withSamples(schemas.components),
    },
  };
}

const idempotencyKey: ParameterObject = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Makes the request safe to repeat for 24 hours: the same request gets the stored answer.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

const ifMatch: ParameterObject = {
  name: "If-Match",
  in: "header",
  required: false,
  description: "The `ETag` of the record as it was read: refused with 412 if somebody has edited it since.",
  schema: { type: "string" },
};

function describeOperation(operation: Operation, schemas: Schemas, problems: Record<string, object>): OperationObject {
  const { id, tier, number, summary, access, anyKey } = operation;
  return {
    operationId: id,
    summary,
    description: describeInWords(operation),
    tags: [resourceOf(operation)],
    "x-tier": tier,
    ...(number !== undefined && { "x-number": number }),
    ...(!anyKey && { "x-scope": access }),
    parameters: describeParameters(operation, schemas),
    ...(operation.body && { requestBody: describeBody(operation, operation.body, schemas) }),
    responses: { ...describeSuccess(operation, schemas), ...problems },
  };
}

function describeStream(schemas: Schemas, problems: Record<string, object>): OperationObject {
  const described = describeOperation(eventStream, schemas, problems);
  const schema: JsonSchema = { type: "string", description: "A message for each event, and a comment now and then" };
  const answer = { description: "Messages, until either side ends it", content: { "text/event-stream": { schema } } };
  return { ...described, parameters: [lastEventId, ...described.parameters], responses: { "200": answer, ...problems } };
}

const lastEventId: ParameterObject = {
  name: "Last-Event-ID",
  in: "header",
  required: false,
  description: "The position of the last event that was received",
  schema: { type: "string" },
};

function describeInWords({ description, access, anyKey }: Operation): string {
  const sentences = [description, anyKey ? "Any key may call it." : `Needs the scope \`${access}\`.`];
  return sentences.filter(Boolean).join("\n\n");
}

function describeParameters(operation: Operation, schemas: Schemas): OperationObject["parameters"] {
  const chosen = operation.params ? schemas.convert(operation.params, "input").properties : {};
  const query = operation.query ? schemas.convert(operation.query, "input") : {};
  return [
    ...paramNames(operation.path).map((name) => {
      const schema = chosen?.[name];
      return parameter("path", name, schema && saysMore(schema) ? schema : identifierIn(name), true);
    }),
    ...Object.entries(query.properties ?? {}).map(([name, schema]) =>
      parameter("query", name, schema, query.required?.includes(name) ?? false),
    ),
    ...(takesIdempotencyKey(operation) ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
    ...(operation.guardedBy ? [ifMatch] : []),
  ];
}

/** Beside a parameter of the caller's choice, identifiers are declared as any text. */
function saysMore({ type, ...others }: JsonSchema): boolean {
  return type !== "string" || Object.keys(others).length > 0;
}

function parameter(place: "path" | "query", name: string, schema: JsonSchema, required: boolean): ParameterObject {
  const { description, ...rest } = schema;
  return { name, in: place, required, ...(description !== undefined && { description }), schema: rest };
}

function describeBody(operation: Operation, body: z.ZodObject, schemas: Schemas): NonNullable<OperationObject["requestBody"]> {
  const fields = schemas.convert(body, "input");
  const schema = operation.upload ? withFile(fields, operation.upload) : fields;
  const example = bodySample(operation.id, schema, schemas.components);
  const type = operation.upload ? "multipart/form-data" : "application/json";
  return { required: !operation.bodyOptional, content: { [type]: { schema, example } } };
}

function withFile(fields: JsonSchema, { field, description }: NonNullable<Operation["upload"]>): JsonSchema {
  const file: JsonSchema = { type: "string", format: "binary", description };
  return { ...fields, properties: { [field]: file, ...fields.properties }, required: [field, ...(fields.required ?? [])] };
}

function describeSuccess(operation: Operation, schemas: Schemas): Record<string, object> {
  const answer = (description: string) => ({
    description,
    headers: successHeaders(operation),
    content: {
      "application/json": { schema: schemas.convert(operation.response(), "output") },
      ...(operation.csv && { "text/csv": { schema: { type: "string" } } }),
    },
  });
  if (operation.findsExisting) return { "200": answer("It was there already"), "201": answer("Created") };
  return operation.status === 201 ? { "201": answer("Created") } : { "200": answer("Done") };
}
