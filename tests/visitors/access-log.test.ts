import { expect, test } from "bun:test";
import { onTodaysEngine } from "../support/database/engines";
import { makeAudience, makePublishedPage } from "../support/features/versions";
import { post, visit, visitorTokenIn } from "../support/features/visitor";
import { useService } from "../support/service/service";

onTodaysEngine("the visitors' listener", (engine) => {
  const service = useService(engine, { runsJobs: false });

  test("logs and counts each request, and nothing in the log tells who came or to whose page", async () => {
    const { api, log, logged, origin } = service();
    // No identifier has the letters u, i, l and o.
    const { personId } = await api.call("createPerson", { body: { name: "Zulilo Lovelace", email: "zulilo@engines.example" } });
    const { audience_id: audienceId } = await makeAudience(api, { personId }, await makePublishedPage(api));
    const { items } = await api.call("listPageLinks", { query: { audienceId } });
    const path = `/default${items[0]?.path}`;
    expect(path).toContain("zulilo");
    log.flush();
    logged.length = 0;
    const { html } = await visit(service(), path);
    await visit(service(), `${path}?who=zulilo@engines.example`);
    await visit(service(), "/default/nowhere");
    await post(service(), "/_foyer/ask", { page: visitorTokenIn(html), question: "Is it Zulilo?" });
    await visit(service(), "/_foyer/ask");
    log.flush();
    const lines = logged.join("").trim().split("\n");
    const requests = lines.map((line) => JSON.parse(line)).filter(({ message }) => message === "visitor request");
    expect(requests.map(({ method, route, status }) => `${method} ${route} ${status}`)).toEqual([
      "GET page 200",
      "GET page 200",
      "GET page 404",
      "POST /_foyer/ask 200",
      "GET /_foyer/ask 405",
    ]);
    expect(requests.every(({ us }) => us > 0)).toBe(true);
    expect(lines.join().toLowerCase()).not.toMatch(/zulilo|127\.0\.0\.1/);
    const metrics = await (await fetch(`${origin}/metrics`)).text();
    expect(metrics).toContain(`foyer_visitor_requests_total{route="page",status="200"} 2`);
    expect(metrics).toContain(`foyer_visitor_requests_total{route="/_foyer/ask",status="200"} 1`);
    expect(metrics).toContain(`foyer_visitor_request_seconds_count{route="page"} 3`);
  });
});
