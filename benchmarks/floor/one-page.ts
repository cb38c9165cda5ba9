/** Less than a floor can be: one page to everybody, whatever they ask for, with its type alone. */
const [port, file, type] = process.argv.slice(2) as [string, string, string];
const bytes = await Bun.file(file).bytes();
const init = { headers: { "content-type": type } };

Bun.serve({ hostname: "127.0.0.1", port: Number(port), development: false, fetch: () => new Response(bytes, init) });

export {};
