import {
  type Operation,
  type OperationId,
  type Operations,
  type Output,
  operations,
  type ProblemBody,
  possibleErrors,
  problem,
  type Sendable,
} from "../../../contract";

type Part<Name extends string, Value> = keyof Value extends never ? { [N in Name]?: never } : { [N in Name]: Value };
type OptionalPart<Name extends string, Value> = Partial<Value> extends Value ? { [N in Name]?: Value } : { [N in Name]: Value };

type BodyPart<O extends Operation> = O extends { bodyOptional: true }
  ? { body?: Sendable<O>["body"] }
  : OptionalPart<"body", Sendable<O>["body"]>;

export type Sent<O extends Operation> = Part<"params", Sendable<O>["params"]> &
  OptionalPart<"query", Sendable<O>["query"]> &
  BodyPart<O> &
  (O extends { upload: object } ? { file: Blob } : { file?: never }) & { headers?: Record<string, string> };

export interface Received<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/** Of services in this process, so that a test which fails by an error of theirs can say why. */
export const serviceLogs = new Set<readonly string[]>();

function causeOf(body: unknown): string {
  const { requestId, status } = body as ProblemBody;
  const lines = status < 500 ? [] : [...serviceLogs].flat().filter((line) => line.includes(requestId));
  return lines.map((line) => `\n${line}`).join("");
}

/** Speaks to a service over HTTP and holds every answer strictly against the operation's declaration. */
export class Api {
  constructor(
    readonly origin: string,
    readonly key: string,
  ) {}

  /** The answer of an operation that must succeed. */
  async call<Id extends OperationId>(id: Id, sent: Sent<Operations[Id]>): Promise<Output<Operations[Id]>> {
    const received = await this.send(id, sent);
    if (received.status >= 400) throw new Error(`${id} was refused: ${JSON.stringify(received.body)}${causeOf(received.body)}`);
    return received.body as Output<Operations[Id]>;
  }

  /** The problem of an operation that must be refused. */
  async refusal<Id extends OperationId>(id: Id, sent: Sent<Operations[Id]>): Promise<ProblemBody> {
    const received = await this.send(id, sent);
    if (received.status < 400) throw new Error(`${id} was not refused: ${JSON.stringify(received.body)}`);
    return received.body as ProblemBody;
  }

  /** Either; checked against the declaration. */
  async send<Id extends OperationId>(
    id: Id,
    { params, query, body, file, headers }: Sent<Operations[Id]>,
  ): Promise<Received<Output<Operations[Id]> | ProblemBody>> {
    const operation: Operation = operations[id];
    const content = contentOf(operation, body, file);
    const response = await fetch(this.origin + pathOf(operation, params ?? {}, query ?? {}), {
      method: operation.method,
      headers: { "x-api-key": this.key, ...content.headers, ...headers },
      ...(content.body === undefined ? {} : { body: content.body }),
    });
    return { status: response.status, headers: response.headers, body: (await declared(operation, response)) as never };
  }
}

/** A body as the operation takes it: JSON, or a form with a file. */
export function contentOf(
  { upload }: Operation,
  body: unknown,
  file?: Blob,
): { headers: Record<string, string>; body?: string | FormData } {
  if (!upload) return body === undefined ? { headers: {} } : { headers: jsonHeaders, body: JSON.stringify(body) };
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) for (const one of [value].flat()) form.append(name, String(one));
  if (file) form.append(upload.field, file);
  return { headers: {}, body: form };
}

const jsonHeaders = { "content-type": "application/json" };

export function pathOf(operation: Operation, params: Record<string, string>, query: Record<string, unknown> = {}): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? `no_${name}`));
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  ).toString();
  return search === "" ? path : `${path}?${search}`;
}

/** The body of an answer, after a strict check: status, type, no field missing, none extra, no undeclared problem. */
export async function declared(operation: Operation, response: Response): Promise<unknown> {
  const text = await response.text();
  const body: unknown = JSON.parse(text);
  const fail = (what: string): never => {
    throw new Error(`${operation.id} answered ${response.status} with ${what}: ${text}`);
  };
  if (!/^request_[a-z0-9]{26}$/.test(response.headers.get("x-request-id") ?? "")) fail("no x-request-id");
  if (response.status < 400) {
    if (response.headers.get("content-type") !== "application/json") fail("a wrong content type");
    const expected = operation.findsExisting ? [operation.status, 200] : [operation.status];
    if (!expected.includes(response.status as 200 | 201 | 202)) fail("an undeclared status");
    const checked = operation.response().safeParse(body);
    if (!checked.success) fail(`an undeclared body (${checked.error.message})`);
    return body;
  }
  if (response.headers.get("content-type") !== "application/problem+json") fail("a wrong content type");
  const checked = problem().safeParse(body);
  if (!checked.success) return fail(`an undeclared problem (${checked.error.message})`);
  const { status, code } = checked.data;
  if (status !== response.status) fail("another status in the body");
  if (!possibleErrors(operation).includes(code)) fail("an error code the operation does not declare");
  return body;
}
