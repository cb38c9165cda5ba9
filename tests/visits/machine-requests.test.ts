import { expect, test } from "bun:test";
import { MachineRequests } from "../../server/visitors/visits/machine-requests";

const dayMs = 86_400_000;
const pageOf = (audienceId: string, tenantId = "tenant_a") => ({ tenantId, audienceId, pageId: "", versionId: "", person: "" });
const asked = (agent: string, method = "HEAD") => new Request("http://pages.test/", { method, headers: { "user-agent": agent } });

test("a machine's requests for a page are noted once a day", () => {
  let now = 0;
  const machines = new MachineRequests(() => now);
  expect(machines.isNew(asked("checker"), pageOf("a"), "192.0.2.1")).toBe(true);
  expect(machines.isNew(asked("checker"), pageOf("a"), "192.0.2.1")).toBe(false);
  expect(machines.isNew(asked("checker"), pageOf("b"), "192.0.2.1")).toBe(true);
  expect(machines.isNew(asked("checker"), pageOf("a"), "192.0.2.2")).toBe(true);
  expect(machines.isNew(asked("crawler"), pageOf("a"), "192.0.2.1")).toBe(true);
  now += dayMs + 1;
  expect(machines.isNew(asked("checker"), pageOf("a"), "192.0.2.1")).toBe(true);
});

test("of a network's flood few are noted, of a tenant's more, and other tenants' go on being noted", () => {
  const machines = new MachineRequests(() => 0);
  const noted = (count: number, network: string | undefined, tenantId: string) =>
    Array.from({ length: count }, (_, at) =>
      machines.isNew(asked(`agent ${at}`), pageOf(`of ${tenantId}`, tenantId), network),
    ).filter(Boolean).length;
  expect(noted(1_000, "192.0.2.1", "tenant_a")).toBe(120);
  expect(noted(10_000, undefined, "tenant_a")).toBe(6_000 - 120);
  expect(noted(10, undefined, "tenant_b")).toBe(10);
});
