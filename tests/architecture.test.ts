import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";
import { type Operation, operations, resources, takesIdempotencyKey } from "../contract";
import { audience } from "../contract/audiences/audiences";
import { person } from "../contract/people/persons";
import { consolePrefix, docsPath, publicPaths, signedPrefix } from "../server/api/app";
import { answersWithPersons } from "../server/erasure/records";
import { allOperations } from "./support/samples/path-params";
import { type Import, importsOf, root, sourcesOf } from "./support/sources";

/** What is shipped. */
const parts = ["contract", "server", "client", "cli", "tracker", "console"];
const generatedFolders = ["node_modules", "artifacts", "data", "data-demo"];
/** Everything in the repository that may hold TypeScript. */
const sourceFolders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && !generatedFolders.includes(entry.name))
  .map(({ name }) => name);
const maxFilesInFolder = 17;
const operationFile = /^server\/features\/[^/]+\/[a-z]+[A-Z]\w*$/;
/** From the lowest to the highest: a room, or a file at the top, may import what is on its own floor or below it. */
const floors = [
  [
    "context",
    "event-loop",
    "texts",
    "storage",
    "caching",
    "telemetry",
    "secrets",
    "network",
    "outgoing",
    "records",
    "files",
    "fonts",
    "images",
  ],
  ["jobs", "events", "validation", "rendering", "console"],
  ["answers", "search", "visits", "webhooks"],
  ["features", "erasure"],
  ["api", "visitors"],
  ["config", "startup"],
  ["main"],
];
/**
 * An account shows its persons, who make their account; renaming either indexes its audiences anew, which show both. The operations
 * of audiences and versions call publishing, which stands on the SQL of both.
 */
const tiedFeatures = [
  "accounts audiences",
  "accounts persons",
  "audiences persons",
  "audiences publishing",
  "audiences versions",
  "publishing versions",
];

describe("imports run one way", () => {
  test("contract imports the schema library and itself", () => {
    expect(importsOf("contract").filter(({ to }) => to !== "zod" && !to.startsWith("contract/"))).toEqual([]);
  });

  test("server imports the contract, and nothing that stands on it", () => {
    const ours = importsOf("server").filter(({ to }) => isOurs(to) && !/^(server|contract)(\/|$)/.test(to));
    expect(ours).toEqual([]);
  });

  test("tracker imports nothing", () => {
    expect(importsOf("tracker")).toEqual([]);
  });

  test("client imports the contract alone", () => {
    expect(importsOf("client").filter(({ to }) => !/^(client|contract)(\/|$)/.test(to))).toEqual([]);
  });

  test("console imports the client and the contract, and speaks to the server through the client alone", () => {
    const ours = importsOf("console").filter(({ to }) => isOurs(to) && !/^(console|client|contract)(\/|$)/.test(to));
    expect(ours).toEqual([]);
    expect(filesWith("console", /\bfetch\(|XMLHttpRequest|EventSource|WebSocket|sendBeacon/)).toEqual([]);
  });

  test("a feature is reached through its index alone; the program takes its handlers", () => {
    const inside = ["server", "cli"].flatMap(importsOf).filter(({ from, to }) => {
      const feature = /^server\/features\/([^/]+)\/(?!index$)/.exec(to)?.[1];
      const isGathered = from === "server/main.ts" && to.endsWith("/handlers");
      return feature !== undefined && !isGathered && !from.startsWith(`server/features/${feature}/`);
    });
    expect(inside).toEqual([]);
  });

  test("a feature's index offers no handler", () => {
    const offering = importsOf("server/features").filter(
      ({ from, to }) => from.endsWith("/index.ts") && (operationFile.test(to) || to.endsWith("/handlers")),
    );
    expect(offering).toEqual([]);
  });

  test("features import each other one way, but for those named here", () => {
    const imported = importsOf("server/features").flatMap(({ from, to }) => {
      const [one, other] = [from, to].map((path) => /^server\/features\/([^/]+)\//.exec(path)?.[1]);
      return other === undefined || one === other ? [] : `${one} ${other}`;
    });
    const bothWays = [...new Set(imported)].filter((pair) => imported.includes(pair.split(" ").reverse().join(" ")));
    expect(bothWays.map((pair) => pair.split(" ").sort().join(" ")).sort()).toEqual([...tiedFeatures, ...tiedFeatures].sort());
  });

  test("no two files import each other in a circle, types included", () => {
    expect(circles(sourceFolders.flatMap(importsOf))).toEqual([]);
  });

  test("every room and file at the top of the server has one floor", () => {
    const rooms = readdirSync(join(root, "server")).map((name) => name.replace(/\.tsx?$/, ""));
    expect(floors.flat().sort()).toEqual(rooms.sort());
  });

  test("a room imports only its own floor and those below", () => {
    const within = importsOf("server").filter(({ to }) => to.startsWith("server/"));
    expect(within.filter(({ from, to }) => floorOf(from) < floorOf(to))).toEqual([]);
  });

  test("the server's top folder holds its three files, and no folder holds too many", () => {
    const entries = readdirSync(join(root, "server"), { withFileTypes: true });
    expect(
      entries
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["config.ts", "context.ts", "main.ts"]);
    const filesIn = Map.groupBy([...parts, "benchmarks", "tests"].flatMap(sourcesOf), ({ file }) => dirname(file));
    // A change of the schema is a new file, so this one folder grows for ever.
    filesIn.delete("server/storage/migrations");
    const crowded = [...filesIn].filter(([, files]) => files.length > maxFilesInFolder).map(([folder]) => folder);
    expect(crowded).toEqual([]);
  });

  test("storage alone imports the database drivers", () => {
    const drivers = parts.flatMap(importsOf).filter(({ to }) => /^bun(:sqlite)?$/.test(to));
    expect(new Set(drivers.map(({ to }) => to))).toEqual(new Set(["bun", "bun:sqlite"]));
    expect(drivers.filter(({ from }) => !from.startsWith("server/storage/"))).toEqual([]);
  });

  test("config.ts alone reads the environment, and the command line what npm leaves there", () => {
    const reading = /\bprocess\.env\b|\bBun\.env\b|\bimport\.meta\.env\b|from "(node:)?process"/;
    const onServers = parts.filter((part) => part !== "console");
    expect(onServers.flatMap((part) => filesWith(part, reading))).toEqual(["server/config.ts", "cli/swallowed.ts"]);
  });

  test("Bun's own interface is touched in startup, storage, the file store and a few named files alone", () => {
    const named = [
      "server/answers/building/worker.ts",
      "server/api/whole-body.ts",
      "server/event-loop/low-priority.ts",
      "server/outgoing/host-resolver.ts",
      "server/visitors/page-cache/compressor.ts",
    ];
    const touching = filesWith("server", /\bBun\.|from "bun(:\w+)?"/);
    expect(touching.filter((file) => !/^server\/(startup|storage|files)\//.test(file)).sort()).toEqual(named);
  });

  test("requests to other servers are made by outgoing alone, but for those to what the operator names, and those of browsers", () => {
    const reaching =
      /(?<![#.\w])(fetch|connect|createConnection)\(|from "node:(https?|http2|tls|dgram)"|new (Socket|WebSocket|EventSource)\(|S3Client|Bun\.(connect|udpSocket)/;
    const named = {
      operatorsEndpoints: ["server/answers/model/completion.ts", "server/answers/vectors/embeddings.ts", "server/files/s3.ts"],
      // Here, `fetch` is what answers a request.
      listeners: ["server/startup/listener.ts"],
      inBrowsers: [
        "server/api/reference/script.ts",
        "server/rendering/ask/ask-script.ts",
        "server/rendering/head/form-script.ts",
        "server/rendering/head/tracker-script.ts",
      ],
    };
    const elsewhere = filesWith("server", reaching).filter((file) => !file.startsWith("server/outgoing/"));
    expect(elsewhere.sort()).toEqual(Object.values(named).flat().sort());
  });

  test("images are decoded in a process of their own alone", () => {
    const importing = parts.flatMap(importsOf).filter(({ to }) => to === "sharp");
    expect(importing.map(({ from }) => from)).toEqual(["server/images/worker.ts"]);
    expect(parts.flatMap(importsOf).filter(({ to }) => to === "server/images/worker")).toEqual([]);
  });
});

test("a process that the server starts gets nothing of its environment, which may hold secrets", () => {
  const starting = sourcesOf("server").filter(({ text }) => text.includes('from "node:child_process"'));
  const inheriting = starting.filter(({ text }) => {
    const calls = text.match(/\b(?:spawn|fork|exec|execFile)(?:Sync)?\(/g) ?? [];
    const environments = text.match(/\benv: (?:\w+ \? )?\{/g) ?? [];
    return calls.length !== environments.length;
  });
  expect(starting.length).toBeGreaterThan(2);
  expect(inheriting.map(({ file }) => file)).toEqual([]);
});

test("the service makes no schema of an answer: each is work for every collection of garbage", () => {
  const script = `import "./server/main"; import * as z from "zod";
    console.log(JSON.stringify(Object.keys(z.toJSONSchema(z.globalRegistry, { unrepresentable: "any" }).schemas)));`;
  const { stdout } = Bun.spawnSync([process.execPath, "-e", script], { cwd: root });
  const made = JSON.parse(stdout.toString());
  expect(made).toContain("MetadataInput");
  const answers = new Set(["Person", "Account", "Page", "Audience", "AudienceSession", "Topic", "Event", "Problem"]);
  expect(made.filter((name: string) => answers.has(name))).toEqual([]);
});

describe("the list of operations", () => {
  const all = Object.entries<Operation>(operations);

  test("each is listed under its own name, and no two share a method and path", () => {
    expect(all.filter(([name, { id }]) => name !== id)).toEqual([]);
    expect(new Set(all.map(([, { method, path }]) => `${method} ${path.replace(/\{\w+\}/g, "{}")}`)).size).toBe(all.length);
  });

  test("the 21 operations of the contract are all there", () => {
    const numbers = all.flatMap(([, { number, tier }]) => (tier === "contract" ? [number] : []));
    expect(numbers.sort((one, other) => Number(one) - Number(other))).toEqual(
      Array.from({ length: 21 }, (_, index) => index + 1),
    );
  });

  test("each needs one scope: read for GET, write for whatever changes", () => {
    for (const [id, { access, method }] of all) {
      const [resource, right] = access.split(":");
      const onlyReads = method === "GET" || id.startsWith("preview");
      expect(`${id} ${right}`).toBe(`${id} ${onlyReads ? "read" : "write"}`);
      expect(resources as readonly string[]).toContain(resource as string);
    }
  });

  test("each one that is served has a file of its own name that holds its handler", () => {
    const features = readdirSync(join(root, "server/features"));
    for (const { id } of allOperations) {
      const files = features
        .map((feature) => join(root, "server/features", feature, `${id}.ts`))
        .filter((file) => existsSync(file));
      expect([id, files.length]).toEqual([id, 1]);
      expect(readFileSync(files[0] as string, "utf8")).toContain(`export const ${id}: Handler<"${id}">`);
    }
  });

  test("erasing a person reaches every stored answer that shows persons beside its own subject", () => {
    const showing = all.filter(([, operation]) => takesIdempotencyKey(operation) && showsPersons(operation));
    expect(showing.map(([id]) => id).sort()).toEqual([...answersWithPersons].sort());
  });

  test("only these paths are answered without a key", () => {
    expect([...publicPaths]).toEqual(["/", "/healthz", "/metrics", "/openapi.json", "/readyz"]);
    expect(docsPath).toBe("/docs");
    expect(signedPrefix).toBe("/files/");
    expect(consolePrefix).toBe("/console");
    expect(all.filter(([, { anyKey }]) => anyKey).map(([id]) => id)).toEqual(["search", "getOwnApiKey"]);
  });
});

/** Somewhere inside: an answer that is a person, or an audience, which bears a person's name, is kept under its own identifier. */
function showsPersons({ response }: Operation): boolean {
  const { $defs = {} } = z.toJSONSchema(response(), { unrepresentable: "any" });
  return (response() !== person() && "Person" in $defs) || (response() !== audience() && "Audience" in $defs);
}

function floorOf(path: string): number {
  const room = /^server\/([^/.]+)/.exec(path)?.[1] ?? "";
  return floors.findIndex((rooms) => rooms.includes(room));
}

/** Each circle by the names of its files, in the order in which they import each other. */
function circles(imports: readonly Import[]): string[] {
  const importsFrom = Map.groupBy(imports, ({ from }) => from.replace(/\.tsx?$/, ""));
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) found.push([...path.slice(start), file].join(" → "));
    if (start >= 0 || done.has(file)) return;
    for (const { to } of importsFrom.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of importsFrom.keys()) visit(file, []);
  return found;
}

function isOurs(to: string): boolean {
  return existsSync(join(root, to.split("/")[0] as string)) && !to.startsWith("node:");
}

function filesWith(folder: string, pattern: RegExp): string[] {
  return sourcesOf(folder)
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file);
}
