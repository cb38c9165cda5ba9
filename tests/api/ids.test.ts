import { describe, expect, test } from "bun:test";
import { createIds, lowestId } from "../../server/records/ids";
import { newTenantId, tenantIdentifier } from "../../server/records/tenant-ids";
import { longTenantId } from "../support/service/tenants";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

describe("identifiers", () => {
  test("are a prefix and a UUIDv7 in base32", () => {
    const time = 1_763_164_800_123;
    for (let round = 0; round < 100; round += 1) {
      const uuid = uuidOf(createIds(() => time)("person"), "person");
      expect(uuid >> 80n).toBe(BigInt(time));
      expect((uuid >> 76n) & 15n).toBe(7n);
      expect((uuid >> 62n) & 3n).toBe(2n);
    }
  });

  test("always increase and never repeat, within a millisecond and when the clock goes back", () => {
    let now = 1_763_164_800_000;
    const newId = createIds(() => now);
    const ids: string[] = [];
    for (let count = 0; count < 20_000; count += 1) {
      if (count % 6_000 === 5_999) now -= 5;
      if (count % 100 === 99) now += 1;
      ids.push(newId("event"));
    }
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("of a tenant are short where they are stored, and in the form of all others where they are shown", () => {
    const ids = Array.from({ length: 500 }, newTenantId);
    for (const id of ids) expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{5}$/);
    for (const id of ids) expect(tenantIdentifier(id)).toMatch(/^tenant_[a-z0-9]{26}$/);
    expect(new Set(ids.map(tenantIdentifier)).size).toBe(new Set(ids).size);
    const older = longTenantId();
    expect(tenantIdentifier(older)).toBe(older);
  });

  test("of two processes in the same millisecond differ", () => {
    const [one, two] = [createIds(() => 1_000_000), createIds(() => 1_000_000)];
    const ids = Array.from({ length: 5_000 }, () => [one("log"), two("log")]).flat();
    expect(new Set(ids).size).toBe(10_000);
  });

  test("use all of their random bits", () => {
    const newId = createIds(() => 1_000_000);
    const seen = Array.from({ length: 26 }, () => new Set<string>());
    for (let count = 0; count < 2_000; count += 1) {
      for (const [at, letter] of [...newId("key").slice(4)].entries()) seen[at]?.add(letter);
    }
    for (const letters of seen.slice(14)) expect([...letters].sort().join("")).toBe(alphabet);
  });

  test("the lowest identifier of a moment sorts after all earlier ones and before all of that moment", () => {
    const lowest = lowestId("event", 5_000);
    expect(createIds(() => 4_999)("event") < lowest).toBe(true);
    expect(createIds(() => 5_000)("event") > lowest).toBe(true);
    expect(lowest).toMatch(/^event_[0-9a-z]{26}$/);
  });
});

function uuidOf(id: string, prefix: string): bigint {
  expect(id).toMatch(new RegExp(`^${prefix}_[${alphabet}]{26}$`));
  return [...id.slice(prefix.length + 1)].reduce((number, letter) => number * 32n + BigInt(alphabet.indexOf(letter)), 0n);
}
