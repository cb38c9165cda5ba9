/** The least that can answer: the same bytes to everybody, headers included. */
const [port, file, headers] = process.argv.slice(2) as [string, string, string];
const bytes = await Bun.file(file).bytes();
const init = { headers: new Headers(JSON.parse(headers)) };

Bun.serve({ hostname: "127.0.0.1", port: Number(port), development: false, fetch: () => new Response(bytes, init) });

export {};
