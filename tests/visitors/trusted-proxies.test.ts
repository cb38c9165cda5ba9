import { beforeAll, describe, expect, test } from "bun:test";
import { updateSettings } from "../../contract/installation/settings";
import { readConfig } from "../../server/config";
import { createClientAddress } from "../../server/network/client-address";
import { createNetworks } from "../../server/network/networks";
import { onTodaysEngine } from "../support/database/engines";
import { visit } from "../support/features/visitor";
import { useService } from "../support/service/service";

const networkPerMinute = 120;

describe("the address of a client", () => {
  const from = (address: string) => ({ requestIP: () => ({ address }) });
  const asked = (headers: Record<string, string>) => new Request("http://foyer.test/", { headers });
  const trusting = createClientAddress(["10.0.0.0/8", "2001:db8:aa::/48"]);
  const addressOf = (peer: string, headers: Record<string, string> = {}) => trusting(asked(headers), from(peer)).address;

  test("is the one at the other end of the connection, whatever a stranger claims", () => {
    expect(addressOf("203.0.113.9", { "x-forwarded-for": "198.51.100.1", forwarded: "for=198.51.100.2" })).toBe("203.0.113.9");
    expect(createClientAddress([])(asked({ "x-forwarded-for": "198.51.100.1" }), from("10.0.0.1")).address).toBe("10.0.0.1");
  });

  test("is what a named proxy passes on: the last address that is no such proxy", () => {
    expect(addressOf("10.0.0.1", { "x-forwarded-for": "198.51.100.1" })).toBe("198.51.100.1");
    expect(addressOf("::ffff:10.0.0.1", { "x-forwarded-for": "1.1.1.1, 198.51.100.1, 10.2.3.4" })).toBe("198.51.100.1");
    expect(addressOf("2001:db8:aa::1", { "x-forwarded-for": "[2001:db8:bb::7]:4711" })).toBe("2001:db8:bb::7");
    expect(addressOf("10.0.0.1", { "x-forwarded-for": "198.51.100.1:4711" })).toBe("198.51.100.1");
    expect(addressOf("10.0.0.1", { forwarded: 'for=1.1.1.1, for="[2001:db8:bb::7]:47";proto=https' })).toBe("2001:db8:bb::7");
    expect(addressOf("10.0.0.1", { "x-forwarded-for": "198.51.100.1, nonsense" })).toBe("10.0.0.1");
    expect(addressOf("10.0.0.1")).toBe("10.0.0.1");
  });

  test("is one client's unless it may be that of a proxy nobody has named", () => {
    const isOne = (peer: string, headers: Record<string, string> = {}) => trusting(asked(headers), from(peer)).isOneClient;
    expect([isOne("203.0.113.9"), isOne("192.168.0.7"), isOne("10.0.0.1")]).toEqual([true, false, false]);
    expect(isOne("10.0.0.1", { "x-forwarded-for": "192.168.0.7" })).toBe(true);
  });
});

test("a range of IPv4 addresses that are mapped to IPv6 is that range", () => {
  expect(updateSettings.body?.safeParse({ internalNetworks: ["::ffff:10.1.0.0/112"] }).success).toBe(true);
  const isIn = createNetworks(["::ffff:10.1.0.0/112", "::FFFF:192.0.2.7"]);
  const addresses = ["10.1.200.3", "::ffff:10.1.0.9", "192.0.2.7", "10.2.0.1", "192.0.2.8", "2001:db8::1"];
  expect(addresses.map(isIn)).toEqual([true, true, true, false, false, false]);
  expect(createNetworks(["::ffff:10.0.0.0/129"])("10.0.0.0")).toBe(false);
  // Whoever writes this means 10.0.0.0/8, and not every address that there is.
  expect(createNetworks(["::ffff:10.0.0.0/8"])("203.0.113.9")).toBe(false);
});

test("a proxy that is no address is refused at the start, with what would be right", () => {
  for (const wrong of ["proxy.example", "10.0.0.0/33", "10.0.0.0/8;1.1.1.1", "::1/129", "10.0.0", "::ffff:10.0.0.0/8"]) {
    const read = () => readConfig({ FOYER_TRUSTED_PROXIES: wrong });
    expect(read).toThrow("FOYER_TRUSTED_PROXIES must be IP addresses and ranges such as 10.0.0.0/8");
  }
});

onTodaysEngine("behind a proxy that the operator named", (engine) => {
  const service = useService(engine, { trustedProxies: ["127.0.0.1"], runsJobs: false });
  let now = 0;

  beforeAll(() => {
    now = service().clock();
    // To the beginning of a minute, so that none ends while the test counts.
    service().advance(60_000 - (now % 60_000));
  });

  const askFrom = async (address: string) => {
    const headers = { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": address };
    return (await visit(service(), "/_foyer/ask", { method: "POST", headers, body: "page=none" })).status;
  };

  test("visitors are limited by network, addresses of IPv6 by the first 64 bits", async () => {
    for (let sent = 0; sent < networkPerMinute; sent += 1) expect(await askFrom(`2001:db8:7:7::${sent}`)).toBe(422);
    expect(await askFrom("2001:db8:7:7:ffff::1")).toBe(429);
    expect(await askFrom("2001:db8:7:8::1")).toBe(422);
    expect(await askFrom(`1.1.1.1, 2001:db8:7:7::${networkPerMinute}`)).toBe(429);
  });

  test("wrong keys are counted for whoever sent them, and not for the proxy", async () => {
    const guess = async (address: string) => {
      const headers = { "x-api-key": `wrong-${Math.random()}`, "x-forwarded-for": address };
      return (await fetch(`${service().origin}/v0/persons`, { headers })).status;
    };
    let sent = 1;
    // A minute may end in between, and then they are counted anew.
    while ((await guess("198.51.100.1")) === 401 && sent < 1_300) sent += 1;
    expect(sent).toBeGreaterThan(600);
    expect([await guess("198.51.100.1"), await guess("198.51.100.2")]).toEqual([429, 401]);
  });
});
