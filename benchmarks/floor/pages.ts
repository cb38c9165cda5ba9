/** The least that can answer with the same bytes: all compressed pages in memory by address, all with the same headers. */
const [port, file] = process.argv.slice(2) as [string, string];
const { headers, pages } = (await Bun.file(`${file}.json`).json()) as {
  headers: Record<string, string>;
  pages: [path: string, length: number][];
};
const all = await Bun.file(file).bytes();
const init = { headers: new Headers(headers) };
const bytesAt = new Map<string, Uint8Array<ArrayBuffer>>();
let start = 0;
for (const [path, length] of pages) {
  bytesAt.set(`http://127.0.0.1:${port}${path}`, all.slice(start, start + length));
  start += length;
}

Bun.serve({
  hostname: "127.0.0.1",
  port: Number(port),
  development: false,
  fetch: ({ url }) => new Response(bytesAt.get(url) ?? "up", init),
});

export {};
