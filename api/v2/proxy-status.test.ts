import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { proxyAwaySeconds } from "#domain/limits.ts";
import type { ProxyInstance } from "#domain/proxies/proxy-instance.ts";
import { softwareVersion } from "#domain/proxies/software-version.ts";
import { openTestApi, type TestAnswer, type TestApi } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  const { people } = await foundOrganisation(api.context, { people: ["ada"], targets: { FIRST: [] } });
  await api.letIn(...Object.values(people));
});
afterAll(() => api.close());

const status = (id: string, as = "root") => api.send("GET", `/v2/proxyServers('${id}')/status`, { as });
const failure = ({ status: code, json }: TestAnswer) => [code, json.error?.code];

async function report(id: string, seconds: number, part: Partial<ProxyInstance> = {}): Promise<void> {
  const lastSeenAt = Date.now() - seconds * 1000;
  const instance: ProxyInstance = {
    id: "instance-1",
    startedAt: lastSeenAt,
    lastSeenAt,
    stoppedAt: null,
    softwareVersion: "1.0.0",
    connectors: [{ id: "fault", version: "1.0.0" }],
    failedConnectors: [{ name: "broken", problem: "notLoadable", message: "Error: gone" }],
    ordersUnderWay: 2,
    clockSkewMs: -40,
    ...part,
  };
  const { store } = api.context;
  await store.transaction(() =>
    store.save("proxyServers", { id, status: "enrolled", connectors: [], instances: [instance], lastSeenAt }),
  );
}

async function operation(key: string, part: object): Promise<void> {
  const { store } = api.context;
  await store.transaction(() =>
    store.add("requestOperations", {
      key,
      requestKey: "r",
      sequence: 1,
      code: "ACUA",
      targetSystemKey: "FIRST",
      attributes: {},
      dependsOn: [],
      createdAt: 0,
      proxyServer: "branch",
      result: "P",
      ...part,
    }),
  );
}

describe("GET /v2/proxyServers({id})/status", () => {
  it("calls a proxy cut off that reports and does not reach the engine, from which its orders come", async () => {
    await report("cut", 1, { engineReached: false });
    expect((await status("cut")).json).toMatchObject({
      state: "cutOff",
      instances: [{ online: true, engineReached: false }],
    });
    await report("cut", 1, { engineReached: true });
    expect((await status("cut")).json.state).toBe("online");
  });

  it("shows the processes of a proxy and the work that waits for it", async () => {
    await report("branch", 1);
    await operation("o1", {});
    await operation("o2", { sends: 1, sentAt: 1 });
    await operation("o3", { sends: 1, sentAt: 1, errorCode: "busy", nextTryAt: 5 });
    // Handed to the proxy again after a failed try, and not fetched yet.
    await operation("o4", { sends: 1, sentAt: 1, errorCode: "busy", outcomeSignature: "s" });
    await operation("d1", { code: "DISC", sends: 1, sentAt: 1, discovery: { phase: "confirming" } });
    await operation("o5", { result: "S", sends: 1, sentAt: 1 });
    await operation("o6", { proxyServer: "another" });
    const { status: code, json } = await status("branch");
    expect(code).toBe(200);
    expect(json).toMatchObject({
      id: "branch",
      state: "online",
      queue: { name: "proxy-branch", waiting: 2, underWay: 1, later: 1 },
      instances: [
        {
          id: "instance-1",
          online: true,
          stoppedAt: null,
          connectors: [{ id: "fault", version: "1.0.0" }],
          failedConnectors: [{ name: "broken", problem: "notLoadable", message: "Error: gone" }],
          ordersUnderWay: 2,
          clockSkewMs: -40,
        },
      ],
    });
    expect(Date.parse(json.instances[0].lastSeenAt)).toBeGreaterThan(0);
    expect(json.lastSeenAt).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it("knows who is away, who has ended and who has only been invited", async () => {
    await report("silent", proxyAwaySeconds + 1);
    await report("ended", 1, { stoppedAt: Date.now() });
    const { store } = api.context;
    await store.transaction(() => store.save("proxyServers", { id: "asked", status: "invited", connectors: [] }));
    const states = await Promise.all(["silent", "ended", "asked"].map(async (id) => (await status(id)).json.state));
    expect(states).toEqual(["away", "away", "invited"]);
  });

  it("shows a proxy of an earlier version, which tells of itself as a whole only", async () => {
    const { store } = api.context;
    const connectors = [{ id: "fault", version: "1.0.0", capabilities: [], addressSchema: {} }];
    const row = {
      id: "old",
      status: "enrolled" as const,
      connectors,
      softwareVersion: "0.1.0",
      lastSeenAt: Date.now(),
    };
    await store.transaction(() => store.save("proxyServers", row));
    const { json } = await status("old");
    expect(json).toMatchObject({ state: "online", instances: [{ id: "old", online: true, softwareVersion: "0.1.0" }] });
  });

  it("says how the version of each process stands to the service's", async () => {
    const shown: unknown[] = [];
    for (const version of ["0.0.1", softwareVersion, "999.0.0", "test"]) {
      await report("versions", 1, { softwareVersion: version });
      const { json } = await status("versions");
      expect(json.serviceVersion).toBe(softwareVersion);
      shown.push(json.instances[0].comparedToService);
    }
    expect(shown).toEqual(["older", "same", "newer", null]);
  });

  it("is for superusers, and for proxies that are there", async () => {
    await report("branch", 1);
    expect(failure(await status("branch", "ada"))).toEqual([403, "FORBIDDEN"]);
    expect(failure(await status("none"))).toEqual([404, "NOT_FOUND"]);
    expect(failure(await api.send("POST", "/v2/proxyServers('branch')/status", { as: "root", body: {} }))[0]).toBe(405);
  });
});
