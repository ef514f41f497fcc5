import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { proxyAwaySeconds } from "#domain/limits.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { changeStatus } from "#operations/requests/engine/change-status.ts";
import { wakeOverdue } from "#operations/requests/wake-overdue.ts";
import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";
import { roomSettings } from "#test/support/request-room.ts";

let api: RequestApi;
beforeEach(async () => {
  api = await openRequestApi({ people: ["ada", "bob"], targets: { OPEN: [], ASKED: [{ authorizers: ["bob"] }] } });
});
afterEach(() => api.close());

async function ask(targetSystemKey: string): Promise<{ readonly key: string }> {
  const body = { recipientKey: api.keyOf("ada"), operations: [{ code: "ACUA", targetSystemKey }] };
  const { status, json } = await api.call("POST", "/v2/requests", "ada", body);
  expect(status).toBe(202);
  return json;
}

const read = async (path: string) => (await api.call("GET", path, "ada")).json;
const shown = ({ key }: { readonly key: string }) => read(`/v2/requests(${key})?$expand=operations`);

describe("the filter Active", () => {
  const keys = async (filter: string) =>
    (await read(`/v2/requests?$filter=${filter}`)).value.map(({ key }: { key: string }) => key);

  // @specification 3.active-filter
  it("leaves out a request whose authorizers are being calculated, and has it again when they are asked", async () => {
    const request = await ask("OPEN");
    expect(await keys("active eq true")).toEqual([request.key]);
    const go = async (status: "A" | "W") => {
      const row = await api.row(request);
      await api.store.transaction(() =>
        changeStatus({ ...api.context, caller: engineCaller("idwfm", row.key) }, row, [status]),
      );
    };
    await go("A");
    expect([await keys("active eq true"), await keys("status eq 'A'")]).toEqual([[], [request.key]]);
    await go("W");
    expect([await keys("active eq true"), await keys("active eq false")]).toEqual([[request.key], []]);
  });

  it("leaves out what is over", async () => {
    const request = await ask("ASKED");
    await api.call("POST", `/v2/requests(${request.key})/cancel`, "ada", {});
    expect([await keys("active eq true"), await keys("active eq false")]).toEqual([[], [request.key]]);
  });
});

describe("a batch whose results do not come", () => {
  const grace = roomSettings.retryIntervalsSeconds.reduce((sum, seconds) => sum + seconds, 0);

  /** Advances the clock as the steps of a request require, up to its end; returns the pauses in seconds. */
  async function untilEnd(request: { readonly key: string }, part = {}): Promise<number[]> {
    const pauses: number[] = [];
    for (let steps = 0; steps < 20; steps += 1) {
      const step = await api.step(request, part);
      if (step.do === "finished") return pauses;
      const waitMs = step.do === "wait" ? (step.waitMs ?? 0) : proxyAwaySeconds * 1000;
      if (step.do === "wait") pauses.push(waitMs / 1000);
      api.clock.advance(waitMs);
    }
    throw new Error("the request does not end");
  }

  // @specification 3.completed 3.unknown 3.grace-period
  it("is completed when the intervals for further tries are used up, with the result unknown, and not before", async () => {
    const request = await ask("OPEN");
    const [operation] = await api.operations(request);
    await api.step(request);
    await api.proxy.orders([operation?.key ?? ""]);
    api.clock.advance(proxyAwaySeconds * 1000 + 60_000);
    expect(await shown(request)).toMatchObject({ status: "X", active: true, operations: [{ result: "P" }] });
    const pauses = await untilEnd(request);
    expect(pauses.reduce((sum, seconds) => sum + seconds, 0)).toBe(grace);
    expect(await shown(request)).toMatchObject({ status: "C", active: false, operations: [{ result: "N" }] });
    expect(await read(`/v2/operations(${operation?.key})`)).toMatchObject({ status: "failed", result: "N" });
  });

  // @specification 3.unknown 3.monitor-start
  it("is looked at when the monitor starts: what was sent long ago and can have no result any more becomes unknown", async () => {
    const request = await ask("OPEN");
    const [operation] = await api.operations(request);
    await api.step(request);
    await api.proxy.orders([operation?.key ?? ""]);
    // The hub is down; the sender of the order and its proxy are gone.
    api.clock.advance(24 * 3_600_000);
    const monitor = engineCaller("idtm", "monitor");
    expect(await invoke(wakeOverdue, api.context, monitor, { keys: [request.key] })).toEqual({ woken: 1 });
    await untilEnd(request, { run: "after the restart" });
    expect(await shown(request)).toMatchObject({ status: "C", operations: [{ result: "N" }] });
    const [audit] = await api.store.select("sesslog_full", { where: { operation: "RQEN", batchId: request.key } });
    expect(audit).toMatchObject({ result: "N" });
  });
});

// @specification 3.user-states
it.each(["locked", "disabled"] as const)("a user is read as %s, and found by it", async (state) => {
  const key = api.keyOf("bob");
  expect((await api.call("GET", `/v2/users(${key})`, "root")).json).toMatchObject({ locked: false, disabled: false });
  await api.store.transaction(() => api.store.save("users", { key, [state]: true }));
  expect((await api.call("GET", `/v2/users(${key})`, "root")).json).toMatchObject({
    locked: false,
    disabled: false,
    [state]: true,
  });
  const { json } = await api.call("GET", `/v2/users?$filter=${state} eq true`, "root");
  expect(json.value).toMatchObject([{ id: "bob" }]);
});
