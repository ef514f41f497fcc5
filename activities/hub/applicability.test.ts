import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { explainRequest } from "#operations/requests/explain-request.ts";
import { replayRequest } from "#operations/requests/replay-request.ts";
import { saveOption } from "#operations/target-systems/engine/save-option.ts";
import { writePlugins } from "#test/support/plug-in-files.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { handleMoments } from "./moments.ts";

const create = { code: "ACUA", targetSystemKey: "T1" };
const enable = { code: "ENAU", targetSystemKey: "T1" };
const made = { id: "17", name: "ada", attributes: {} };
const unreachable = { result: "F", code: "unreachable", message: "no route" } as const;
let room: RequestRoom;
beforeEach(async () => {
  room = await openRequestRoom({ targets: { T1: [], T2: [] } });
});
afterEach(() => room.close());

const name = (value: string | null, targetSystemId = "T1") =>
  room.store.transaction(() =>
    saveOption(room.context, { targetSystemId, name: "stillApplicablePlugin", target: "value" }, value),
  );
async function nameAfter(text: string): Promise<void> {
  writePlugins(room, { "still.mjs": text });
  await name("still.mjs");
}
const answering = (patch: object) => `export const run = () => (${JSON.stringify(patch)});`;
const answerAll = () => handleMoments({ context: room.context, signal: new AbortController().signal }, "applicability");
const keyOf = async (request: { key: string }) => (await room.operations(request))[0]?.key ?? "";
const performing = { do: "perform", chunks: [{ proxy: "local" }] };
const ended = (operationKey: string) => ({ ended: [{ operationKeys: [operationKey], failure: null }] });
const waitOf = async (request: { key: string }) =>
  (await invoke(explainRequest, room.context, room.as("ada"), { key: request.key })).operations[0]?.waitsFor;
const findings = async ({ key }: { readonly key: string }) =>
  (await invoke(replayRequest, room.context, engineCaller("cli", "check"), { key })).findings;
async function askedIn({ key }: { readonly key: string }) {
  const events = await room.store.select("requestEvents", { where: { requestKey: key, kind: "applicability" } });
  return events.map(({ content }) => JSON.parse(content) as Record<string, unknown>);
}

describe("a plug-in that cannot be used", () => {
  test.each([
    ["fails", "export const run = () => { throw new Error('its own secret words'); };"],
    ["answers something else", answering({ applicable: "perhaps" })],
    ["says no without a reason", answering({ applicable: false })],
  ])("%s: the operation is neither sent nor ended, and is asked about by the list of intervals", async (_why, text) => {
    await nameAfter(text);
    const request = await room.submit([create]);
    await room.step(request);
    expect(await answerAll()).toBe(1);
    expect(await room.step(request)).toEqual({ do: "wait", waitMs: 10_000 });
    expect(await room.operations(request)).toMatchObject([
      { result: "P", sends: 0, retries: 1, errorCode: "PLUGIN_UNUSABLE", proxyServer: null },
    ]);
    expect(await waitOf(request)).toContain("after the failure 'PLUGIN_UNUSABLE'");
    expect(JSON.stringify(await room.operations(request))).not.toContain("secret words");
    room.clock.advance(10_000);
    expect(await room.step(request)).toEqual({ do: "wait", waitMs: null });
    writePlugins(room, { "still.mjs": `${answering({ applicable: true })} // corrected` });
    expect(await answerAll()).toBe(1);
    expect(await room.step(request)).toMatchObject(performing);
    await room.answer(await keyOf(request), { result: "S", object: made });
    expect(await askedIn(request)).toMatchObject([
      expect.objectContaining({ attempt: 0, answer: "unknown" }),
      expect.objectContaining({ attempt: 1, answer: "applicable", reason: null, plugin: "still.mjs" }),
    ]);
    expect(await findings(request)).toEqual([]);
  });

  test("has failed when the list is used up, and what depends on it with it", async () => {
    await nameAfter("export const run = () => null;");
    const request = await room.submit([create, enable]);
    for (const seconds of [10, 20, 30]) {
      await room.step(request);
      await answerAll();
      expect(await room.step(request)).toEqual({ do: "wait", waitMs: seconds * 1000 });
      room.clock.advance(seconds * 1000);
    }
    await room.step(request);
    await answerAll();
    expect(await room.step(request)).toEqual({ do: "finished" });
    expect(await room.operations(request)).toMatchObject([
      { result: "F", sends: 0, errorCode: "PLUGIN_UNUSABLE" },
      { result: "F", sends: 0, errorCode: "DEPENDENCY_FAILED" },
    ]);
    expect(await findings(request)).toEqual([]);
  });

  test("is refused as an option where there is no such file", async () => {
    await expect(name("absent.mjs")).rejects.toMatchObject({ code: "OPTION_VALUE_INVALID" });
    await expect(name("")).rejects.toMatchObject({ code: "OPTION_VALUE_INVALID" });
  });
});

describe("a plug-in is asked before each attempt", () => {
  test("outside of the step: until it has answered, the operation waits and is not asked about again", async () => {
    await nameAfter(answering({ applicable: true }));
    const request = await room.submit([create]);
    expect(await room.step(request)).toEqual({ do: "wait", waitMs: null });
    expect(await room.step(request)).toEqual({ do: "wait", waitMs: null });
    expect(await waitOf(request)).toContain("plug-in of its target system");
    await expect(room.proxy.orders([await keyOf(request)])).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await answerAll()).toBe(1);
    expect(await answerAll()).toBe(0);
    expect(await room.store.outbox.open()).toEqual([{ workflowType: "request", workflowId: request.key }]);
    expect(await room.step(request)).toMatchObject(performing);
  });

  test("and a no after a failed try ends it as no longer applicable, with the reason, and what depends on it goes on", async () => {
    await nameAfter(
      "export const run = ({ tries, operation }) => tries === 1 && operation.code === 'ACUA' ? { applicable: false, reason: 'has left' } : { applicable: true };",
    );
    const request = await room.submit([create, enable]);
    const key = await keyOf(request);
    await room.step(request);
    await answerAll();
    expect(await room.step(request)).toMatchObject(performing);
    await room.answer(key, unreachable);
    await room.step(request, ended(key));
    room.clock.advance(10_000);
    await room.step(request);
    await answerAll();
    await room.step(request);
    await answerAll();
    expect(await room.step(request)).toMatchObject(performing);
    expect(await room.operations(request)).toMatchObject([
      { result: "X", sends: 1, errorCode: null, errorMessage: "has left" },
      { result: "P", sends: 0 },
    ]);
    expect(await findings(request)).toEqual([]);
  });

  test("and not where our own rule has ended it, or nobody names one", async () => {
    await nameAfter(answering({ applicable: true }));
    const request = await room.submit([create]);
    const key = await keyOf(request);
    await room.step(request);
    await answerAll();
    await room.step(request);
    await room.answer(key, unreachable);
    await room.step(request, ended(key));
    await room.store.transaction(() => room.store.save("targetSystems", { id: "T1", enabled: false }));
    room.clock.advance(10_000);
    expect(await room.step(request)).toEqual({ do: "finished" });
    expect(await answerAll()).toBe(0);
    expect(await askedIn(request)).toMatchObject([{ attempt: 0, answer: "applicable" }]);
  });

  test("and one that is taken away meanwhile holds nothing up", async () => {
    await nameAfter(answering({ applicable: false, reason: "no" }));
    const request = await room.submit([create]);
    await room.step(request);
    await name(null);
    expect(await answerAll()).toBe(1);
    expect(await room.step(request)).toMatchObject(performing);
    expect(await askedIn(request)).toEqual([]);
  });
});

test("a no before the first send completes the request, and nothing is sent", async () => {
  await nameAfter(answering({ applicable: false, reason: "no" }));
  const request = await room.submit([create]);
  await room.step(request);
  await answerAll();
  expect(await askedIn(request)).toMatchObject([{ answer: "notApplicable", reason: "no", plugin: "still.mjs" }]);
  expect(await room.step(request)).toEqual({ do: "finished" });
  expect(await room.row(request)).toMatchObject({ status: "C" });
  expect(await room.operations(request)).toMatchObject([{ result: "X", sends: 0 }]);
  expect(await findings(request)).toEqual([]);
});
