import { afterAll, beforeAll, expect, it } from "vitest";

import { auditRefusalMaxCharacters } from "#domain/audit-limits.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { callerOf } from "#test/support/service.ts";

import { createAccount } from "../accounts/create-account.ts";
import { verifyAudit } from "../audit/verify-audit.ts";
import { enrolProxy } from "../proxies/enrol.ts";
import { invoke } from "./invoke.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await api.addUser("ben");
});
afterAll(() => api.close());

const rowsOf = (requestId: string) => api.store.select("sesslog_full", { where: { requestId } });
let strangers = 0;
/** Makes a stranger with their own network, for whom nothing was counted yet. */
const strangerOf = (requestId: string) =>
  callerOf(
    { key: "", id: "anonymous", superuser: false },
    { kind: "anonymous", key: null, requestId, ip: `203.0.113.${++strangers}` },
  );
async function verdict() {
  while ((await api.store.auditChain.extend()) > 0);
  const { findings } = await invoke(verifyAudit, api.context, engineCaller("cli", "check"), {});
  return findings;
}

const shapes: readonly (readonly [string, unknown])[] = [
  ["an object", { toString: 5 }],
  ["a truth", true],
  ["null", null],
  ["an empty list", []],
  ["a list", ["one"]],
  ["a long list", Array.from({ length: 2000 }, () => "x")],
  ["lists in a list", [[["one"]]]],
  ["a number", 5],
  ["a great number", 1e300],
  ["a long text", "x".repeat(900_000)],
  ["half a character", "\uD800"],
  ["the cut of a character", `${"x".repeat(188)}😀😀`],
  ["a text with a null sign", "a\0b"],
];

it.each(shapes)("leave one row that says who was refused, with %s where a text belongs", async (name, value) => {
  const requestId = `user-${name.replaceAll(" ", "-")}`;
  const caller = callerOf({ key: "ben", id: "ben", superuser: false }, { requestId });
  const input = { userKey: value, targetSystemKey: value, shortId: value, displayId: value };
  await expect(invoke(createAccount, api.context, caller, input)).rejects.toMatchObject({ code: "FORBIDDEN" });
  const rows = await rowsOf(requestId);
  expect(rows).toMatchObject([
    { actor: "ben", operation: "RQSB", result: "F", message: expect.stringMatching(/^FORBIDDEN/) },
  ]);
  expect(await verdict()).toEqual([]);
});

it.each(shapes)("leave one row that says what was refused to a stranger who sends %s", async (name, value) => {
  const requestId = `stranger-${name.replaceAll(" ", "-")}`;
  const caller = strangerOf(requestId);
  const input = { proxyId: value, token: value, signingKey: value, sealingKey: value };
  await expect(invoke(enrolProxy, api.context, caller, input)).rejects.toMatchObject({ code: "INPUT_INVALID" });
  const [row, ...more] = await rowsOf(requestId);
  expect([row, more]).toMatchObject([{ actor: "anonymous", operation: "PXEN", result: "F", recipient: null }, []]);
  expect(row?.message?.length).toBeLessThanOrEqual(auditRefusalMaxCharacters);
  expect(await verdict()).toEqual([]);
});

it("say no more than the limit of a field that a caller has made up", async () => {
  const requestId = "made-up-field";
  const caller = strangerOf(requestId);
  const input = { ["y".repeat(900_000)]: 1 };
  await expect(invoke(enrolProxy, api.context, caller, input)).rejects.toMatchObject({ code: "INPUT_INVALID" });
  const [row] = await rowsOf(requestId);
  expect(JSON.stringify(row).length).toBeLessThan(2 * auditRefusalMaxCharacters);
});

it.each([[["a"]], [{}], [true]])("%j is bound to no statement", async (value) => {
  const wrong = value as unknown as string;
  await expect(api.store.select("users", { where: { id: wrong } })).rejects.toMatchObject({ code: "INTERNAL" });
  const saved = api.store.transaction(() => api.store.save("userClasses", { id: "C", description: wrong }));
  await expect(saved).rejects.toMatchObject({ code: "INTERNAL" });
  const audited = api.store.transaction(() =>
    api.store.audit({ sessid: "s", operation: "LGIN", result: "F", ident: wrong }),
  );
  await expect(audited).rejects.toMatchObject({ code: "INTERNAL" });
});
