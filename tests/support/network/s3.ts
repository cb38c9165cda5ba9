import { createHash, createHmac } from "node:crypto";

const accessKeyId = "foyer-test";
const secretAccessKey = "a-secret-of-the-test";
const region = "test-1";
const bucket = "files";

export interface S3Server {
  endpoint: string;
  /** What to hand a process, or `openS3Files`. */
  config: Record<"bucket" | "endpoint" | "region" | "accessKeyId" | "secretAccessKey", string>;
  environment: Record<string, string>;
  objects: Map<string, { content: Buffer; type: string | null }>;
  /** Requests without a right signature. */
  refused: string[];
  stop(): Promise<void>;
}

/** Speaks as much of S3 as Foyer does, and recomputes the signature of every request. */
export function startS3(): S3Server {
  const objects: S3Server["objects"] = new Map();
  const refused: string[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (!isSigned(request)) {
        refused.push(`${request.method} ${pathname}`);
        return problem(403, "SignatureDoesNotMatch");
      }
      if (!pathname.startsWith(`/${bucket}/`)) return problem(404, "NoSuchBucket");
      const key = decodeURIComponent(pathname.slice(bucket.length + 2));
      if (request.method === "PUT") {
        objects.set(key, { content: Buffer.from(await request.arrayBuffer()), type: request.headers.get("content-type") });
        return new Response(null, { headers: { etag: '"x"' } });
      }
      if (request.method === "DELETE") {
        objects.delete(key);
        return new Response(null, { status: 204 });
      }
      const found = objects.get(key);
      return found ? answer(request, found.content) : problem(404, "NoSuchKey");
    },
  });
  const endpoint = `http://127.0.0.1:${server.port}`;
  return {
    endpoint,
    config: { bucket, endpoint, region, accessKeyId, secretAccessKey },
    environment: {
      FOYER_S3_BUCKET: bucket,
      FOYER_S3_ENDPOINT: endpoint,
      FOYER_S3_REGION: region,
      FOYER_S3_ACCESS_KEY_ID: accessKeyId,
      FOYER_S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    objects,
    refused,
    stop: () => server.stop(true),
  };
}

function answer(request: Request, content: Buffer): Response {
  const headers = { etag: '"x"', "last-modified": new Date(0).toUTCString() };
  if (request.method === "HEAD") return new Response(null, { headers: { ...headers, "content-length": String(content.length) } });
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get("range") ?? "") ?? [];
  if (first === undefined) return new Response(new Uint8Array(content), { headers });
  const end = last ? Number(last) + 1 : content.length;
  const range = `bytes ${first}-${end - 1}/${content.length}`;
  return new Response(new Uint8Array(content.subarray(Number(first), end)), {
    status: 206,
    headers: { ...headers, "content-range": range },
  });
}

function problem(status: number, code: string): Response {
  return new Response(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`, { status });
}

/** Signature Version 4, from the request as it came. */
function isSigned(request: Request): boolean {
  const given = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
    request.headers.get("authorization") ?? "",
  );
  if (!given) return false;
  const [, credential = "", signedHeaders = "", signature] = given;
  const date = request.headers.get("x-amz-date") ?? "";
  const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`;
  if (credential !== `${accessKeyId}/${scope}`) return false;
  const { pathname, searchParams } = new URL(request.url);
  const query = [...searchParams].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).sort();
  const headers = signedHeaders.split(";").map((name) => `${name}:${request.headers.get(name)?.trim()}\n`);
  const payload = request.headers.get("x-amz-content-sha256");
  const canonical = [request.method, pathname, query.join("&"), headers.join(""), signedHeaders, payload].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", date, scope, createHash("sha256").update(canonical).digest("hex")].join("\n");
  const key = [date.slice(0, 8), region, "s3", "aws4_request"].reduce<Buffer | string>(
    (before, part) => createHmac("sha256", before).update(part).digest(),
    `AWS4${secretAccessKey}`,
  );
  return createHmac("sha256", key).update(toSign).digest("hex") === signature;
}
