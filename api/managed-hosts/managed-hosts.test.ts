import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { programNoteIn } from "#activities/managed-host/program-note.ts";
import { hashBody } from "#activities/proxy/keys.ts";
import { hostPaths } from "#domain/managed-hosts/host-call.ts";
import { proxyCallHeaders } from "#domain/proxies/proxy-call.ts";
import type { Outcome } from "#domain/requests/order.ts";
import { historicalPolicyId } from "#domain/vault/historical-policy.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { moveManagedAccount } from "#operations/managed-accounts/change-managed-accounts.ts";
import { revokeManagedHost } from "#operations/managed-hosts/change-managed-hosts.ts";
import { ManualClock } from "#platform/clock.ts";
import { endGroup, hasGroup } from "#platform/processes/process-group.ts";
import { filedPassword, type HostRoom, openHostRoom, programThatEnds, type RoomHost } from "#test/support/host-room.ts";

let room: HostRoom<ManualClock>;
beforeEach(async () => {
  room = await openHostRoom(new ManualClock(Date.now()));
});
afterEach(() => room.close());

const dayMs = 86_400_000;
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => "taken",
    (error: { code?: string }) => error.code ?? "failed",
  );
const entriesOf = async (name: string) =>
  room.store.select("vaultEntries", { where: { managedAccountKey: room.accounts.get(name) ?? "" } });
const operator = engineCaller("cli", "test");

async function refusedSet(host: RoomHost): Promise<void> {
  await host.work({ set: programThatEnds(host.folder, "refuses", { code: 1, words: "needs 90 characters" }) });
}

describe("a managed host", () => {
  it("gets the first password of its account, and another one when its interval is over", async () => {
    const host = await room.enrolled("root");
    await host.work();
    expect(await room.given("root", host.folder)).toEqual({ state: "C", opens: [true] });
    const first = filedPassword(host.folder);
    await host.work();
    expect(filedPassword(host.folder)).toBe(first);
    room.clock.advance(dayMs + 1);
    await host.work();
    expect(filedPassword(host.folder)).not.toBe(first);
    expect(await room.given("root", host.folder)).toEqual({ state: "C", opens: [true] });
    const runs = await room.store.select("runs");
    expect(runs.map(({ state, managedHostKey }) => [state, managedHostKey])).toEqual([
      ["ended", host.hostKey],
      ["ended", host.hostKey],
    ]);
    const audited = await room.store.select("sesslog_full", { where: { operation: "MHHO" } });
    expect(audited.map(({ message }) => message)).toEqual(["send 1", "send 1"]);
  });

  it("fetches the change that somebody asks for, once however often it is asked for", async () => {
    const host = await room.enrolled("root");
    await host.work();
    const first = filedPassword(host.folder);
    const path = `/v2/managedAccounts(${room.accounts.get("root")})/randomize`;
    const [asked, again] = [
      await room.send("POST", path, { as: "root" }),
      await room.send("POST", path, { as: "root" }),
    ];
    expect([asked.status, again.json.key]).toEqual([202, asked.json.key]);
    expect(filedPassword(host.folder)).toBe(first);
    await host.work();
    expect(filedPassword(host.folder)).not.toBe(first);
    const run = await room.store.get("runs", asked.json.key);
    expect(run).toMatchObject({ state: "ended", reason: "asked", endedAt: expect.any(Number) });
  });

  it("gets five other passwords at most where its program refuses them, with the program's words", async () => {
    const host = await room.enrolled("root");
    await refusedSet(host);
    const entries = await entriesOf("root");
    expect(entries.map(({ status, refusal: words }) => [status, words])).toEqual(
      Array.from({ length: 5 }, () => ["failed", "needs 90 characters"]),
    );
    await refusedSet(host);
    expect(await entriesOf("root")).toHaveLength(5);
  });

  it("is away for a week after it was given a password: both are given out, and it is asked which opens", async () => {
    const host = await room.enrolled("root");
    await host.work();
    const first = filedPassword(host.folder);
    room.clock.advance(dayMs + 1);
    const { order } = await host.client.ask();
    expect([order?.code, order?.sends]).toEqual(["RAND", 1]);
    room.clock.advance(7 * dayMs);
    expect(await room.given("root", host.folder)).toEqual({ state: "U", opens: [false, true] });
    const { order: again } = await host.client.ask();
    expect([again?.sends, again?.passwordKey, again?.olderPasswords?.length]).toEqual([2, order?.passwordKey, 1]);
    await host.work();
    expect(filedPassword(host.folder)).toBe(order?.password?.use((text) => text));
    expect(filedPassword(host.folder)).not.toBe(first);
    expect(await room.given("root", host.folder)).toEqual({ state: "C", opens: [true] });
  });

  it.each([-7 * dayMs, 7 * dayMs])("whose clock is wrong by %d ms goes by the service's", async (aheadMs) => {
    const host = await room.enrolled("root", { aheadMs });
    // The clock of the room stands still, and answers carry the time of the machine.
    room.clock.set(Date.now());
    await host.work();
    expect(await room.given("root", host.folder)).toEqual({ state: "C", opens: [true] });
  });
});

describe("what a killed process has left", () => {
  it("is no program that sets the password later", async () => {
    const host = await room.enrolled("root");
    const slow = spawn("sh", ["-c", `sleep 1; echo late > '${host.folder}/late'`], { detached: true, stdio: "ignore" });
    programNoteIn(host.folder).began(slow.pid ?? 0);
    const ended = once(slow, "exit");
    await host.work();
    expect(await ended).toEqual([null, "SIGKILL"]);
    expect(await room.given("root", host.folder)).toEqual({ state: "C", opens: [true] });
    expect(readdirSync(host.folder)).not.toContain("program.json");
  });

  it("is no other process that has got the number of its program", async () => {
    const host = await room.enrolled("root");
    const other = spawn("sleep", ["60"], { detached: true, stdio: "ignore" });
    const { pid = 0 } = other;
    writeFileSync(join(host.folder, "program.json"), JSON.stringify({ pid, startedAt: "before" }));
    await host.work();
    expect(hasGroup(pid)).toBe(true);
    endGroup(pid);
  });
});

it("asks no more for an account that is managed no more, and its run is over", async () => {
  const host = await room.enrolled("root");
  await host.client.ask();
  const key = room.accounts.get("root") ?? "";
  await invoke(moveManagedAccount, room.context, operator, { key, policyId: historicalPolicyId });
  expect((await host.client.ask()).order).toBeUndefined();
  expect(await room.store.select("runs")).toMatchObject([{ state: "stopped", endedAt: expect.any(Number) }]);
});

describe("a stolen or foreign key", () => {
  it("learns nothing of another account, and cannot report for it", async () => {
    const [host, thief] = [await room.enrolled("root"), await room.enrolled("other")];
    const { order } = await host.client.ask();
    const told: Outcome = { operationKey: order?.operationKey ?? "", sends: 1, result: "S" };
    expect(await refusal(thief.client.report(told))).toBe("OUTCOME_REFUSED");
    const { order: own } = await thief.client.ask();
    expect(own?.object.name).toBe("other");
    const ofThief = new Set((await entriesOf("other")).map(({ key }) => key));
    expect(ofThief.has(own?.passwordKey ?? "")).toBe(true);
    expect(await refusal(thief.keys.openOrders(await sealedFor(host)))).not.toBe("taken");
    const signature = thief.keys.signOutcomes(host.hostKey, [told]);
    expect(await refusal(host.calls.call(hostPaths.report, { outcome: told, signature }))).toBe("OUTCOME_REFUSED");
  });

  it("is shut out by one command: it asks and reports in vain, and its run is over", async () => {
    const host = await room.enrolled("root");
    const { order } = await host.client.ask();
    await invoke(revokeManagedHost, room.context, operator, { key: host.hostKey });
    expect(await refusal(host.client.ask())).toBe("PROXY_SIGNATURE_INVALID");
    const told: Outcome = { operationKey: order?.operationKey ?? "", sends: 1, result: "S" };
    expect(await refusal(host.client.report(told))).toBe("PROXY_SIGNATURE_INVALID");
    expect(await room.store.select("runs")).toMatchObject([{ state: "stopped", endedAt: expect.any(Number) }]);
    // The password that it received may be active.
    expect((await entriesOf("root")).map(({ status }) => status)).toEqual(["U"]);
  });

  it("takes the place of the one before, which is refused from then on", async () => {
    const host = await room.enrolled("root");
    await host.work();
    const next = await room.enrolled("root");
    expect(await refusal(host.client.ask())).toBe("PROXY_SIGNATURE_INVALID");
    expect((await next.client.ask()).order).toBeUndefined();
  });

  it("is no use where a call is repeated, changed, or signed by another", async () => {
    const [host, thief] = [await room.enrolled("root"), await room.enrolled("other")];
    const signed = (by: RoomHost, body: string) => {
      const [timeMs, nonce, bodyHash] = [room.clock.now(), room.context.ids.token(16), hashBody(body)];
      const call = { proxyId: host.hostKey, method: "POST", path: hostPaths.ask, timeMs, nonce, bodyHash };
      return {
        [proxyCallHeaders.proxy]: host.hostKey,
        [proxyCallHeaders.time]: String(timeMs),
        [proxyCallHeaders.nonce]: nonce,
        [proxyCallHeaders.bodyHash]: bodyHash,
        [proxyCallHeaders.signature]: by.keys.signCall(call),
        "content-type": "application/json",
      };
    };
    const headers = signed(host, "{}");
    const ask = async (body: string, of = headers) =>
      (await room.send("POST", hostPaths.ask, { headers: of, body })).status;
    expect([
      await ask("{}"),
      await ask("{}"),
      await ask("{ }", signed(host, "{}")),
      await ask("{}", signed(thief, "{}")),
    ]).toEqual([200, 401, 401, 401]);
  });

  it("comes in by no token that is used, over, or another host's", async () => {
    const { hostKey, token } = await room.invite("root");
    const other = await room.invite("other");
    const thief = await room.enrolled("other");
    const { signingKey, sealingKey } = thief.keys;
    const enrol = (key: string, text: string) =>
      refusal(thief.calls.call(hostPaths.enrol, { hostKey: key, token: text, signingKey, sealingKey }));
    // The signature is over the name of the thief, with the thief's key.
    expect(await enrol(hostKey, other.token)).toBe("PROXY_TOKEN_INVALID");
    expect(await enrol(hostKey, token)).toBe("taken");
    const second = await room.enrolled("other");
    const keys = { signingKey: second.keys.signingKey, sealingKey: second.keys.sealingKey };
    expect(await refusal(second.calls.call(hostPaths.enrol, { hostKey, token, ...keys }))).toBe("PROXY_TOKEN_INVALID");
    room.clock.advance(61 * 60_000);
    expect(await enrol(other.hostKey, other.token)).toBe("PROXY_TOKEN_INVALID");
  });
});

async function sealedFor(host: RoomHost): Promise<string> {
  return (JSON.parse(await host.calls.call(hostPaths.ask, {})) as { jwe: string }).jwe;
}
