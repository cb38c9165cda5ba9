import { describe, expect, test } from "bun:test";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

describe("why outgoing requests are not made with fetch: a change of the runtime would show here", () => {
  const withServer = async (work: (port: number) => Promise<void>) => {
    const server = createServer((_, response) => response.end("reached"));
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    try {
      await work((server.address() as AddressInfo).port);
    } finally {
      server.close();
    }
  };

  test("fetch ignores a lookup", () =>
    withServer(async (port) => {
      let asked = 0;
      const lookup = () => {
        asked += 1;
      };
      const response = await fetch(`http://127.0.0.1:${port}/`, { lookup } as RequestInit);
      await fetch(`http://localhost:${port}/`, { lookup } as RequestInit).catch(() => {});
      expect([await response.text(), asked]).toEqual(["reached", 0]);
    }));

  test("fetch ignores a dispatcher", () =>
    withServer(async (port) => {
      const dispatcher = {
        dispatch() {
          throw new Error("used");
        },
      };
      const response = await fetch(`http://127.0.0.1:${port}/`, { dispatcher } as RequestInit);
      expect(await response.text()).toBe("reached");
    }));

  test("fetch obeys HTTP_PROXY", () =>
    withServer(async (port) => {
      const code = `process.stdout.write(await (await fetch("http://away.test/")).text())`;
      const child = Bun.spawn([process.execPath, "-e", code], {
        env: { ...process.env, HTTP_PROXY: `http://127.0.0.1:${port}`, http_proxy: `http://127.0.0.1:${port}` },
        stdout: "pipe",
        stderr: "ignore",
      });
      expect(await new Response(child.stdout).text()).toBe("reached");
    }));
});
