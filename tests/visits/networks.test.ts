import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Networks } from "../../server/visitors/visits/networks";
import { SharedMemory } from "../../server/visitors/visits/shared-memory";
import { type Viewer, Views } from "../../server/visitors/visits/views";
import { visitOf } from "../../server/visits/visit-events";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const now = 1_794_000_000_000;
const pageOf = (person: string, tenantId = "tenant_1") => ({
  ...{ tenantId, audienceId: `audience_${person}`, pageId: "page_1", versionId: "version_1", person },
});

/** Somebody opens a person's page in a network. Returns what it tells. */
function open(networks: Networks, person: string, at: number): string[] {
  const visit = visitOf(pageOf(person), crypto.randomUUID().replaceAll("-", ""), false);
  const told = networks.seen("192.0.2.1", visit, person, at, 0);
  networks.recorded(told);
  return told.map(({ opened, signal }) => `${opened.visit.page.person} ${signal}`);
}

describe("a clock that was twelve hours ahead, and is set back", () => {
  function startedNetworks(): Networks {
    const networks = new Networks();
    networks.hash("visits", "192.0.2.9", now);
    return networks;
  }

  test("makes no scanners of colleagues who open their pages hours apart", () => {
    const networks = startedNetworks();
    const ahead = ["ada", "grace", "alan"].map((person, index) =>
      open(networks, person, now + 12 * hourMs + index * 3 * minuteMs),
    );
    const back = ["ada", "grace", "alan", "edsger"].map((person, index) => open(networks, person, now + index * 3 * hourMs));
    expect([...ahead, ...back].flat()).toEqual([]);
  });

  test("marks no later visit for a link that a machine followed meanwhile, and no earlier one for a link that is followed now", () => {
    const networks = startedNetworks();
    const ahead = now + 12 * hourMs;
    open(networks, "ada", ahead);
    expect(networks.followDecoy("192.0.2.1", pageOf("ada"), ahead)).toHaveLength(1);
    expect(open(networks, "ada", now)).toEqual([]);
    expect(networks.followDecoy("192.0.2.1", pageOf("ada"), now + 1)).toHaveLength(1);
    expect(open(networks, "ada", now + 2)).toEqual(["ada decoy_link"]);
  });

  test("makes one visit of no two without JavaScript", () => {
    const views = new Views(startedNetworks());
    const viewer = (at: number): Viewer => ({
      ...{ agent: "Firefox", token: pageOf("ada"), network: "192.0.2.1", isAnonymous: false, now: at },
    });
    const keys = [12, 0, 11].map((hours) => views.viewed(viewer(now + hours * hourMs)).visit.visitKey);
    expect(new Set(keys).size).toBe(3);
  });
});

describe("a network that looks again and again at pages of three persons, without JavaScript", () => {
  /** Looks at each page once, so many milliseconds apart. Returns what it tells. */
  function createLooks() {
    const networks = new Networks();
    const views = new Views(networks);
    return (at: number, apartMs: number) =>
      ["ada", "grace", "alan"].flatMap((person, index) => {
        const viewer = {
          agent: "Outlook",
          token: pageOf(person),
          network: "192.0.2.1",
          isAnonymous: false,
          now: at + index * apartMs,
        };
        const told = networks.seen("192.0.2.1", views.viewed(viewer).visit, person, viewer.now, 0);
        networks.recorded(told);
        return told.map(({ opened, signal }) => `${opened.visit.page.person} ${signal}`);
      });
  }

  test("is a scanner once they are a minute apart, also in visits that go on, and that is told once", () => {
    const look = createLooks();
    expect(look(now, 2 * minuteMs)).toEqual([]);
    const marked = ["ada many_persons_pages", "grace many_persons_pages", "alan many_persons_pages"];
    expect(look(now + 9 * minuteMs, 1_000)).toEqual(marked);
    expect(look(now + 18 * minuteMs, 1_000)).toEqual([]);
  });

  test("is none while they are not", () => {
    const look = createLooks();
    for (let minutes = 0; minutes < 60; minutes += 9) expect(look(now + minutes * minuteMs, 2 * minuteMs)).toEqual([]);
  });
});

test("a tenant that is visited from more networks than can be remembered pushes out its own alone", () => {
  const networks = new Networks();
  networks.followDecoy("192.0.2.1", pageOf("ada"), now);
  for (let index = 0; index < 21_000; index += 1)
    networks.followDecoy(`198.51.100.${index}`, pageOf("grace", "tenant_2"), now + 1);
  expect(networks.size).toBe(20_000);
  expect(open(networks, "ada", now + 2)).toEqual(["ada decoy_link"]);
});

interface Use {
  tenant: number;
  name: string;
  weight: number;
}
const room = 20;
const weightOf = (uses: readonly Use[]) => uses.reduce((sum, { weight }) => sum + weight, 0);

/** What may be left once there is room: of tenants that have as much, any may make it. */
function roomsMade(uses: readonly Use[]): (readonly Use[])[] {
  if (weightOf(uses) <= room) return [uses];
  const tenants = [...Map.groupBy(uses, ({ tenant }) => tenant).values()];
  const most = Math.max(...tenants.map(weightOf));
  return tenants.filter((held) => weightOf(held) === most).flatMap(([gone]) => roomsMade(uses.filter((one) => one !== gone)));
}

test("what tenants remember together is what was used last, and whoever has the most makes room", () => {
  const use = fc.record({
    tenant: fc.integer({ min: 0, max: 3 }),
    name: fc.integer({ min: 0, max: 9 }),
    weight: fc.integer({ min: 1, max: 6 }),
  });
  fc.assert(
    fc.property(fc.array(use, { maxLength: 60 }), (uses) => {
      const memory = new SharedMemory<string>(room);
      let held: readonly Use[] = [];
      for (const { tenant, name: index, weight } of uses) {
        const name = `${tenant} ${index}`;
        memory.set(`${tenant}`, name, name, weight);
        const all = [...held.filter((one) => one.name !== name), { tenant, name, weight }];
        const left = all.filter((one) => memory.get(one.name) === one.name);
        expect(roomsMade(all)).toContainEqual(left);
        expect(memory.size).toBe(left.length);
        held = left;
      }
      memory.forget((name) => name === held[0]?.name);
      expect(memory.size).toBe(Math.max(0, held.length - 1));
    }),
  );
});
