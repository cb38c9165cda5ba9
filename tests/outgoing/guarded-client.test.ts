import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer, type Server as HttpsServer } from "node:https";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createGuardedClient, type GuardedOptions } from "../../server/outgoing/guarded-client";
import { type Failure, OutgoingFailure } from "../../server/outgoing/outgoing-failure";
import type { OutgoingRules } from "../../server/outgoing/outgoing-rules";
import { mayConnect, parseRange } from "../../server/outgoing/public-address";
import { localReceivers } from "../support/network/receiver";
import { type Certificate, createCertificate } from "../support/network/tls";
import { until } from "../support/service/jobs";

const strict: OutgoingRules = { http: true, ports: "any", networks: [] };
const portOf = (server: Server | HttpsServer) => (server.address() as AddressInfo).port;
const listening = (server: Server | HttpsServer, host = "127.0.0.1") =>
  new Promise<void>((ready) => server.listen(0, host, ready));

/** How a request ends: its status, or why there is no answer. */
async function sent(url: string, options: Partial<GuardedOptions> = {}): Promise<number | Failure> {
  const client = createGuardedClient({ rules: localReceivers, timeoutMs: 2_000, ...options });
  try {
    return (await client.send({ url, method: "POST", headers: {}, body: "{}" })).status;
  } catch (error) {
    if (error instanceof OutgoingFailure) return error.failure;
    throw error;
  } finally {
    client.close();
  }
}

describe("addresses that are not public", () => {
  /** First and last of every range that is refused. */
  const ranges: [string, string][] = [
    ["0.0.0.0", "0.255.255.255"],
    ["10.0.0.0", "10.255.255.255"],
    ["100.64.0.0", "100.127.255.255"],
    ["127.0.0.0", "127.255.255.255"],
    ["169.254.0.0", "169.254.255.255"],
    ["172.16.0.0", "172.31.255.255"],
    ["192.0.0.0", "192.0.0.255"],
    ["192.0.2.0", "192.0.2.255"],
    ["192.31.196.0", "192.31.196.255"],
    ["192.52.193.0", "192.52.193.255"],
    ["192.88.99.0", "192.88.99.255"],
    ["192.168.0.0", "192.168.255.255"],
    ["192.175.48.0", "192.175.48.255"],
    ["198.18.0.0", "198.19.255.255"],
    ["198.51.100.0", "198.51.100.255"],
    ["203.0.113.0", "203.0.113.255"],
    ["224.0.0.0", "239.255.255.255"],
    ["240.0.0.0", "255.255.255.255"],
    ["::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["::", "::ffff:ffff"],
    ["::1", "::1"],
    ["::ffff:10.0.0.0", "::ffff:10.255.255.255"],
    ["::ffff:127.0.0.0", "::ffff:127.255.255.255"],
    ["::ffff:192.168.0.0", "::ffff:192.168.255.255"],
    ["::ffff:0:0:0", "::ffff:0:ffff:ffff"],
    ["64:ff9b::", "64:ff9b::ffff:ffff"],
    ["64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff"],
    ["100::", "100::ffff:ffff:ffff:ffff"],
    ["2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["2620:4f:8000::", "2620:4f:8000:ffff:ffff:ffff:ffff:ffff"],
    ["3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["4000::", "fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ];

  test.each(ranges)("%s to %s are refused", (first, last) => {
    expect([first, last].map((address) => mayConnect(address, []))).toEqual([false, false]);
  });

  test("those around them are not", () => {
    const ipv4 = `
      1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255 169.255.0.0
      172.15.255.255 172.32.0.0 192.0.1.0 192.0.3.0 192.31.195.255 192.31.197.0 192.52.192.255 192.52.194.0 192.88.98.255
      192.88.100.0 192.167.255.255 192.169.0.0 192.175.47.255 192.175.49.0 198.17.255.255 198.20.0.0 223.255.255.255`;
    const ipv6 = `
      2001:200:: 2001:db7:ffff:: 2001:db9:: 2003:: 2606:4700::1111 2620:4f:7fff:: 2620:4f:8001:: 3ffe:: 3fff:1000:: ::ffff:8.8.8.8`;
    const around = (ipv4 + ipv6).trim().split(/\s+/);
    expect(around.filter((address) => !mayConnect(address, []))).toEqual([]);
  });

  test("are reached where the operator allows the range, and nowhere else", () => {
    const networks = ["127.0.0.0/8", "fd00::/8"].map((range) => parseRange(range) as NonNullable<ReturnType<typeof parseRange>>);
    const tried = ["127.0.0.1", "127.255.255.255", "::ffff:127.0.0.1", "fd12::1", "10.0.0.1", "fc00::1", "::1"];
    expect(tried.filter((address) => mayConnect(address, networks))).toEqual(tried.slice(0, 4));
  });
});

describe("a listener on a refused address", () => {
  let server: Server;
  let port: number;
  let connections = 0;
  beforeAll(async () => {
    server = createServer((socket) => {
      connections += 1;
      socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
    });
    // Of both families: a request to any address below would be seen.
    await listening(server, "::");
    port = portOf(server);
  });
  afterAll(() => server.close());

  test("is not reached by any way of writing its address, though it hears them all", async () => {
    const hosts = [
      "127.0.0.1",
      "2130706433",
      "0x7f.1",
      "0177.0.0.1",
      "0x7f000001",
      "127.1",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "0",
      "[::]",
    ];
    for (const host of hosts) {
      expect(`${host} ${await sent(`http://${host}:${port}/`, { rules: strict })}`).toBe(`${host} address_refused`);
    }
    expect(connections).toBe(0);
    const networks = ["0.0.0.0/0", "::/0"].map((all) => parseRange(all) as NonNullable<ReturnType<typeof parseRange>>);
    for (const host of hosts) {
      expect(`${host} ${await sent(`http://${host}:${port}/`, { rules: { ...strict, networks } })}`).toBe(`${host} 200`);
    }
    expect(connections).toBe(hosts.length);
    connections = 0;
  });

  test("is not reached by a name: of it, or of it beside a public address", async () => {
    const answers: Record<string, string[]> = { "private.test": ["127.0.0.1"], "both.test": ["93.184.216.34", "127.0.0.1"] };
    const resolveHost = async (host: string) => answers[host] as string[];
    for (const host of ["private.test", "both.test"]) {
      expect(await sent(`http://${host}:${port}/`, { rules: strict, resolveHost })).toBe("address_refused");
    }
    expect(connections).toBe(0);
  });

  test("is not reached by a name that changes its answer: what was checked is what is connected to", async () => {
    const rules = { ...strict, networks: [parseRange("127.0.0.2/32") as NonNullable<ReturnType<typeof parseRange>>] };
    let asked = 0;
    const resolveHost = async () => {
      asked += 1;
      return asked === 1 ? ["127.0.0.2"] : ["127.0.0.1"];
    };
    const reached: (string | undefined)[] = [];
    server.on("connection", (socket: Socket) => reached.push(socket.localAddress));
    expect(await sent(`http://changing.test:${port}/`, { rules, resolveHost })).toBe(200);
    expect(await sent(`http://changing.test:${port}/`, { rules, resolveHost })).toBe("address_refused");
    expect([asked, reached.length, reached[0]]).toEqual([2, 1, "::ffff:127.0.0.2"]);
    connections = 0;
  });

  test("is sent nothing when the socket leads to it after all", async () => {
    let bytes = 0;
    let opened = 0;
    const elsewhere = createServer((socket) => {
      opened += 1;
      socket.on("data", (piece) => {
        bytes += piece.length;
        socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
      });
    });
    await listening(elsewhere);
    const at = portOf(elsewhere);
    // Allowed when the address is checked, and no more when the socket is open: a runtime that connects elsewhere.
    const rulesFor = (looks: number): OutgoingRules => ({
      ...strict,
      get networks() {
        looks -= 1;
        return looks >= 0 ? localReceivers.networks : [];
      },
    });
    const resolveHost = async () => ["127.0.0.1"];
    for (const host of ["127.0.0.1", "elsewhere.test"]) {
      expect(await sent(`http://${host}:${at}/`, { rules: rulesFor(1), resolveHost })).toBe("address_refused");
    }
    await until(() => opened === 2);
    expect(bytes).toBe(0);
    expect(await sent(`http://127.0.0.1:${at}/`, { rules: rulesFor(2) })).toBe(200);
    expect(bytes).toBeGreaterThan(0);
    elsewhere.close();
  });

  test("is not reached as a proxy", async () => {
    const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy"];
    for (const name of names) process.env[name] = `http://127.0.0.1:${port}`;
    try {
      expect(await sent(`http://127.0.0.1:${port}/`, { rules: strict })).toBe("address_refused");
      expect(await sent("http://away.test/", { resolveHost: async () => [] })).toBe("name_not_found");
      const other = createHttpServer((_, response) => response.end());
      await listening(other);
      expect(await sent(`http://127.0.0.1:${portOf(other)}/`)).toBe(200);
      other.close();
    } finally {
      for (const name of names) delete process.env[name];
    }
    expect(connections).toBe(0);
  });
});

test("credentials, other protocols, http and other ports are refused unless the operator allows them", async () => {
  const rules = { http: false, ports: [9_090], networks: localReceivers.networks };
  const refused = ["https://me:secret@127.0.0.1/", "http://127.0.0.1/", "ftp://127.0.0.1/", "https://127.0.0.1:22/", "nonsense"];
  for (const url of refused) expect(`${url} ${await sent(url, { rules })}`).toBe(`${url} address_refused`);
  expect(await sent("https://127.0.0.1:9090/", { rules })).toBe("connection_refused");
});

describe("a receiver that misbehaves", () => {
  const hint = "HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n";
  const behaviours: [string, (socket: Socket) => void, number | Failure][] = [
    ["never answers", () => {}, "timeout"],
    ["sends its headers a byte at a time", (socket) => drip(socket, "HTTP/1.1 200 OK\r\nx: y\r\n"), "timeout"],
    ["never ends its body", (socket) => drip(socket, "y", "HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n"), "timeout"],
    ["sends an endless body", (socket) => flood(socket, "x".repeat(30_000), "HTTP/1.1 200 OK\r\n\r\n"), 200],
    ["says without end that it goes on", (socket) => flood(socket, "HTTP/1.1 100 Continue\r\n\r\n".repeat(20)), "answer_invalid"],
    ["hints without end", (socket) => flood(socket, hint.repeat(20)), "answer_invalid"],
    ["hints before it answers", (socket) => socket.end(`${hint.repeat(3)}HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n`), 200],
    ["ends within its body", (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhello"), "connection_failed"],
    [
      "resets within its body",
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhello");
        setTimeout(() => socket.resetAndDestroy(), 50);
      },
      "connection_failed",
    ],
    ["closes at once", (socket) => socket.destroy(), "connection_failed"],
    [
      "leaves HTTP",
      (socket) => socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\nhello"),
      "answer_invalid",
    ],
  ];

  test.each(behaviours)("one that %s", async (_, behave, expected) => {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => behave(socket));
    });
    await listening(server);
    const options = expected === "timeout" ? { timeoutMs: 500 } : {};
    expect(await sent(`http://127.0.0.1:${portOf(server)}/`, options)).toBe(expected);
    server.close();
  });

  test("one that sends an endless body: the first 64 KB are kept, and the connection is closed", async () => {
    const { promise: untilClosed, resolve: closed } = Promise.withResolvers<void>();
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.on("close", () => closed());
      socket.once("data", () => flood(socket, "x".repeat(30_000), "HTTP/1.1 200 OK\r\n\r\n"));
    });
    await listening(server);
    const client = createGuardedClient({ rules: localReceivers });
    const { text } = await client.send({ url: `http://127.0.0.1:${portOf(server)}/`, method: "POST", headers: {}, body: "{}" });
    expect(text).toBe("x".repeat(65_536));
    await untilClosed;
    client.close();
    server.close();
  });

  const garbage = [
    "220 mail.example ESMTP\r\n",
    "SSH-2.0-OpenSSH_9.2\r\n",
    "<html>hello</html>",
    "\0\u0001\u0002\r\n\r\n",
    "HTTP/9.9 200 OK\r\n\r\n",
    "HTTP/1.1 abc OK\r\n\r\n",
    "HTTP/1.1 200 OK\r\nno header\r\n\r\n",
    "HTTP/1.1 200 OK\r\ncontent-length: some\r\n\r\nhello",
  ];

  test.each(garbage)("one that says %j", async (text) => {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.end(text));
    });
    await listening(server);
    expect(await sent(`http://127.0.0.1:${portOf(server)}/`, { timeoutMs: 5_000 })).toBe("answer_invalid");
    server.close();
  });

  function drip(socket: Socket, text: string, start = ""): void {
    socket.write(start);
    let at = 0;
    const timer = setInterval(
      () => (socket.destroyed ? clearInterval(timer) : socket.write(text[at++ % text.length] as string)),
      30,
    );
    socket.on("close", () => clearInterval(timer));
  }

  function flood(socket: Socket, text: string, start = ""): void {
    socket.write(start);
    const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(text)), 5);
    socket.on("close", () => clearInterval(timer));
  }
});

describe("over TLS", () => {
  let certificate: Certificate;
  let server: HttpsServer;
  beforeAll(async () => {
    certificate = createCertificate("receiver.test");
    server = createHttpsServer(certificate, (_, response) => response.writeHead(202).end());
    await listening(server);
  });
  afterAll(() => server.close());
  const resolveHost = async () => ["127.0.0.1"];

  test("a trusted certificate of the name is accepted", async () => {
    expect(await sent(`https://receiver.test:${portOf(server)}/`, { resolveHost, ca: certificate.cert, timeoutMs: 5_000 })).toBe(
      202,
    );
  });

  test("one that nobody vouches for, or of another name, is not", async () => {
    expect(await sent(`https://receiver.test:${portOf(server)}/`, { resolveHost, timeoutMs: 5_000 })).toBe("certificate_invalid");
    const other = `https://other.test:${portOf(server)}/`;
    expect(await sent(other, { resolveHost, ca: certificate.cert, timeoutMs: 5_000 })).toBe("certificate_invalid");
  });
});
