/** What the machine can do at most: an answer that takes nothing. */
const [port] = process.argv.slice(2) as [string];

Bun.serve({ hostname: "127.0.0.1", port: Number(port), development: false, fetch: () => new Response("ok") });

export {};
