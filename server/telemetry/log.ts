import { tenantIdentifier } from "../records/tenant-ids";

const flushMs = 50;
const flushLines = 512;
const maxPathSegments = 12;

interface RequestLine {
  requestId: string;
  method: string;
  path: string;
  operation: string | undefined;
  status: number;
  ms: number;
  tenantId: string | undefined;
  keyId: string | undefined;
}

interface VisitorRequestLine {
  method: string;
  /** One of a few: a path of the service's own, or "page". A page's path may name a person, and a log can't be erased. */
  route: string;
  status: number;
  ms: number;
  tenantId: string | undefined;
}

export interface Log {
  /** One line for each request; keys, bodies and query strings never come in. */
  request(line: RequestLine): void;
  /** One line for each request of a visitor; nothing in it tells who it was. */
  visitorRequest(line: VisitorRequestLine): void;
  info(message: string, fields?: Record<string, unknown>): void;
  /** Something that works, but probably not as the operator intended. */
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, error: unknown, fields?: Record<string, unknown>): void;
  flush(): void;
}

/** JSON lines, gathered for a moment and written together. */
export function createLog(write: (text: string) => void, clock: () => number): Log {
  let lines: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (lines.length === 0) return;
    const text = `${lines.join("\n")}\n`;
    lines = [];
    write(text);
  }

  function add(line: string): void {
    lines.push(line);
    if (lines.length >= flushLines) flush();
    else timer ??= setTimeout(flush, flushMs);
  }

  function entry(level: "info" | "warn" | "error", message: string, fields: Record<string, unknown>): void {
    add(JSON.stringify({ time: timeText(clock()), level, message, ...fields }));
  }

  let moment = 0;
  let momentText = "";
  function timeText(now: number): string {
    if (now !== moment) {
      moment = now;
      momentText = new Date(now).toISOString();
    }
    return momentText;
  }

  let visitorMoment = 0;
  let visitorLine: VisitorRequestLine | undefined;
  let visitorStart = "";

  return {
    request({ requestId, method, path, operation, status, ms, tenantId, keyId }) {
      const safePath = plainPath.test(path) ? path : masked(path);
      const known = operation === undefined ? "" : `,"operation":"${operation}"`;
      const actor =
        keyId === undefined || tenantId === undefined ? "" : `,"tenantId":"${tenantIdentifier(tenantId)}","keyId":"${keyId}"`;
      add(
        `{"time":"${timeText(clock())}","level":"info","message":"request","requestId":"${requestId}","method":"${method}","path":"${safePath}"${known},"status":${status},"us":${Math.round(ms * 1_000)}${actor}}`,
      );
    },
    visitorRequest(line) {
      const now = clock();
      if (now !== visitorMoment || !isSameButForTime(line, visitorLine)) {
        visitorMoment = now;
        visitorLine = line;
        visitorStart = startOfVisitorLine(timeText(now), line);
      }
      add(`${visitorStart}${Math.round(line.ms * 1_000)}}`);
    },
    info: (message, fields = {}) => entry("info", message, fields),
    warn: (message, fields = {}) => entry("warn", message, fields),
    error(message, error, fields = {}) {
      const cause =
        error instanceof Error && error.cause instanceof Error ? `${error.cause.name}: ${error.cause.message}` : undefined;
      entry("error", message, { ...fields, error: error instanceof Error ? error.stack : String(error), cause });
      flush();
    },
    flush,
  };
}

/** Most lines of a millisecond differ only in how long the request took, and putting a line together takes a tenth of a page's time. */
function isSameButForTime(line: VisitorRequestLine, before: VisitorRequestLine | undefined): boolean {
  return (
    line.route === before?.route &&
    line.status === before.status &&
    line.method === before.method &&
    line.tenantId === before.tenantId
  );
}

function startOfVisitorLine(time: string, { method, route, status, tenantId }: VisitorRequestLine): string {
  const tenant = tenantId === undefined ? "" : `"tenantId":"${tenantIdentifier(tenantId)}",`;
  return `{"time":"${time}","level":"info","message":"visitor request","method":"${method}","route":"${route}","status":${status},${tenant}"us":`;
}

/** Identifiers and the words of our own paths. Anything else in a path may be an e-mail address, or a key pasted there. */
const plainSegment = /^(?!foyer_)[a-z0-9_.-]{0,64}$/;
const plainPath = /^(?:\/(?!foyer_)[a-z0-9_.-]{0,64}){1,12}$/;

function masked(path: string): string {
  const segments = path.split("/", maxPathSegments);
  return segments.map((segment) => (plainSegment.test(segment) ? segment : "…")).join("/");
}
