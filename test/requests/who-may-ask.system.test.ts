import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { policyOf } from "#domain/policy-name.ts";
import { familyOf, type OperationCode, operationCodes } from "#domain/requests/operation-codes.ts";
import { transportOf } from "#idapi/in-process-transport.ts";
import type { LibraryError } from "#idapi/library-error.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { resetPolicy } from "#operations/policies/reset-policy.ts";
import { setPolicy } from "#operations/policies/set-policy.ts";
import { saveOption } from "#operations/target-systems/engine/save-option.ts";

import { usualCapabilities } from "../support/organisation.ts";
import { openRequestApi, type RequestApi } from "../support/request-api.ts";
import { callerOf } from "../support/service.ts";
import { testSize } from "../support/test-size.ts";

const timeout = 120_000;
/** Callers: mona is the manager of ada, and chief that of mona. */
const callers = ["ada", "mona", "chief", "hel", "dec", "root"] as const;
const recipients = ["own", "ada", "mona", "zed", null] as const;
const targets = ["PHASED", "FREE", "CLOSED"] as const;
/** Codes of operations on a target system: the others name a role, a rule or an exception, and their own tests ask for them. */
const codes = (Object.keys(operationCodes) as OperationCode[]).filter((code) => !("about" in operationCodes[code]));
const doors = ["rest", "library"] as const;

const managers: Readonly<Record<string, string>> = { ada: "mona", mona: "chief" };
const capabilities = [
  ...usualCapabilities,
  "addOwner",
  "changePassword",
  "removeOwner",
  "resetPassword",
  "unlock",
  "verify",
];

type Door = (typeof doors)[number];
type CallerId = (typeof callers)[number];

interface Asked {
  readonly caller: CallerId;
  /** ID of a user; null = accounts without owner. */
  readonly recipient: string | null;
  readonly code: OperationCode;
  readonly target: (typeof targets)[number];
}

let api: RequestApi;
let library: ReturnType<typeof transportOf>;
/** Session keys of the callers, by their IDs. */
const keys: Record<string, string> = {};

beforeAll(async () => {
  const people = [...callers.filter((id) => id !== "root"), "boss", "zed"];
  api = await openRequestApi({
    people,
    capabilities,
    classes: {
      _HELP_DESK_: ["hel"],
      _EXPLICIT_API_USERS_: people,
    },
    attributes: [
      "mail",
      {
        attribute: "mail",
        of: "group",
      },
    ],
    targets: {
      PHASED: [{ authorizers: ["dec"] }],
      FREE: [],
      CLOSED: [],
    },
  });
  Object.assign(api.context.settings, { selfApprovedPerDay: 1_000_000 });
  const { store, context } = api;
  await store.transaction(async () => {
    await saveOption(context, { targetSystemId: "CLOSED", name: "autoApprove", target: "" }, false);
    for (const [id, manager] of Object.entries(managers))
      await store.save("users", { key: api.keyOf(id), managerKey: api.keyOf(manager) });
    for (const target of targets) {
      const object = { targetSystemKey: target, longId: "x", displayId: "x" };
      await store.save("groups", { ...object, key: `${target}-group`, shortId: "g", stableId: "g", managed: true });
      for (const owner of [...people, "root", null]) {
        const id = String(owner);
        const userKey = owner === null ? null : await keyOf(owner);
        const accountKey = `${target}-${id}`;
        const groupKey = `${target}-group`;
        await store.save("accounts", { ...object, key: accountKey, shortId: id, stableId: id, userKey });
        await store.add("groupMemberships", { key: `${accountKey}-member`, groupKey, accountKey });
        if (userKey !== null) await store.add("groupOwners", { key: `${accountKey}-owner`, groupKey, userKey });
      }
    }
  });
  const until = api.clock.now() + 365 * 24 * 60 * 60 * 1000;
  await store.transaction(async () => {
    for (const { key } of await store.select("grants")) await store.save("grants", { key, until });
  });
  library = transportOf(context);
  const rootKey = await keyOf("root");
  await store.transaction(() =>
    store.save("userClassMembers", { key: "root-in-library", userClassId: "_EXPLICIT_API_USERS_", userKey: rootKey }),
  );
  for (const id of callers) keys[id] = (await library.logIn(id, `password-of-${id}`)).sessionKey;
}, timeout);
afterAll(() => api.close());

async function keyOf(id: string): Promise<string> {
  const [user] = await api.store.select("users", { where: { id }, limit: 1 });
  return user?.key ?? "";
}

async function bodyOf({ recipient, code, target }: Asked): Promise<object> {
  const { account, group, creates } = operationCodes[code];
  const named = creates === null ? { mail: "a@b.c" } : { shortId: "new" };
  const operation = {
    code,
    targetSystemKey: target,
    ...(account === "none" ? {} : { accountKey: `${target}-${String(recipient)}` }),
    ...(group === "none" ? {} : { groupKey: `${target}-group` }),
    ...(creates !== null || code.startsWith("UPD") ? { attributes: named } : {}),
    ...("prolongs" in operationCodes[code] ? { forHours: 1 } : {}),
  };
  return { recipientKey: recipient === null ? null : await keyOf(recipient), operations: [operation] };
}

/** Returns the status of the request, or the code of the refusal. */
async function ask(asked: Asked, door: Door): Promise<string> {
  const body = await bodyOf(asked);
  if (door === "rest") {
    const { status, json } = await api.send("POST", "/v2/requests", { as: asked.caller, body });
    return status === 202 ? String(json.status) : String(json.error.code);
  }
  return library.call("requests.submit", body, keys[asked.caller] ?? "").then(
    (request) => (request as { readonly status: string }).status,
    ({ code }: LibraryError) => code,
  );
}

type MayAsk = (asked: Asked) => boolean;

/** Returns the expected result, computed without the code that decides it. */
function expectedOf(asked: Asked, mayAsk: MayAsk): string {
  const { caller, code, target } = asked;
  if (caller !== "root" && !mayAsk(asked)) return "FORBIDDEN";
  const { by, ofAnyone } = familyOf(code);
  // No account here is managed, so no one has a permission for its password: not even a superuser.
  if (ofAnyone === true) return "CHECKOUT_RIGHT_MISSING";
  if ("direct" in operationCodes[code]) return "OPERATION_CODE_UNKNOWN";
  if (by === null) return "NOT_SUPPORTED";
  // Nobody owns a group without a person.
  if (code === "GROX" && asked.recipient === null) return "ACCESS_ENDED";
  return { PHASED: "W", FREE: "P", CLOSED: "PHASES_MISSING" }[target];
}

const byDefault: MayAsk = ({ caller, recipient }) =>
  recipient === caller || (recipient !== null && managers[recipient] === caller);

/**
 * Returns each caller with each code and each recipient, on every target. In the short form it is each pair of them, one third of all, on
 * one of the targets, in turn.
 */
function combinations(): Asked[] {
  const asked = callers.flatMap((caller, first) =>
    codes.flatMap((code, second) =>
      recipients
        .filter((person) => person !== caller)
        .filter((person) => testSize((first + second + recipients.indexOf(person)) % 3 === 0, true))
        .map((person) => ({ caller, code, recipient: person === "own" ? caller : person })),
    ),
  );
  return asked.flatMap((one, index) =>
    testSize<readonly Asked["target"][]>([targets[index % targets.length] ?? "FREE"], targets).map((target) => ({
      ...one,
      target,
    })),
  );
}

async function expectMatrix(mayAsk: MayAsk): Promise<void> {
  const before = await waiting();
  const wrong: object[] = [];
  let taken = 0;
  for (const [index, asked] of combinations().entries()) {
    // In the short form each call uses one of the doors, in turn, so that each target is reached through both.
    const turn = Math.floor(index / targets.length);
    for (const door of testSize<readonly Door[]>([doors[turn % doors.length] ?? "rest"], doors)) {
      const expected = expectedOf(asked, mayAsk);
      const got = await ask(asked, door);
      if (got !== expected) wrong.push({ ...asked, door, expected, got });
      if (expected === "W" || expected === "P") taken += 1;
    }
  }
  expect(wrong).toEqual([]);
  expect(taken).toBeGreaterThan(0);
  const after = await waiting();
  expect(after.requests - before.requests).toBe(taken);
  // A request that needs an approval is not carried out.
  expect(after.begun).toEqual([]);
}

async function waiting() {
  const { store } = api;
  const undecided = new Set((await store.select("reqbatch", { where: { status: "W" } })).map(({ key }) => key));
  const operations = await store.select("requestOperations", {});
  const begun = operations.filter(
    ({ requestKey, sends, result, proxyServer }) =>
      undecided.has(requestKey) && (sends > 0 || result !== null || proxyServer !== null),
  );
  const woken = (await store.outbox.open()).filter(({ workflowId }) => undecided.has(workflowId));
  return { requests: await store.count("reqbatch"), begun: [...begun, ...woken] };
}

describe("role × code × own, report, other, nobody × with phases, without, approving itself, by REST and by the library", () => {
  test("nothing is taken that neither the default policy nor a rule allows", { timeout }, () =>
    expectMatrix(byDefault),
  );

  test("a policy of the installation says otherwise, and what it says holds", { timeout }, async () => {
    const superuser = callerOf({ key: "superuser-of-tests", id: "superuser-of-tests", superuser: true });
    const name = policyOf.create("requests");
    const expression =
      "IsSuperuser() || resource.recipientKey == principal.key" +
      " || '_HELP_DESK_' in principal.classes && resource.codes.all(code, code == 'ENAU')";
    await invoke(setPolicy, api.context, superuser, { key: name, expression });
    await expectMatrix(({ caller, recipient, code }) => recipient === caller || (caller === "hel" && code === "ENAU"));
    await invoke(resetPolicy, api.context, superuser, { key: name });
  });
});

test("managers are told whom they may ask for, and nobody else is", async () => {
  const reports = async (of: string, as: string) => {
    const { status, json } = await api.send("GET", `/v2/users(${await keyOf(of)})/reports`, { as });
    return status === 200 ? json.value.map(({ id }: { id: string }) => id) : status;
  };
  expect([await reports("mona", "mona"), await reports("chief", "chief")]).toEqual([["ada"], ["mona"]]);
  expect([await reports("ada", "ada"), await reports("mona", "root")]).toEqual([[], ["ada"]]);
  // A manager reads their reports, and not those of their reports.
  expect([await reports("mona", "ada"), await reports("mona", "chief")]).toEqual([403, []]);
});

test("who was a report yesterday is none today", async () => {
  const asked: Asked = { caller: "mona", recipient: "ada", code: "ACUA", target: "FREE" };
  expect(await ask(asked, "rest")).toBe("P");
  const put = (managerKey: string | null) =>
    api.store.transaction(() => api.store.save("users", { key: api.keyOf("ada"), managerKey }));
  for (const manager of [null, api.keyOf("chief")]) {
    await put(manager);
    for (const door of doors) expect(await ask(asked, door)).toBe("FORBIDDEN");
  }
  await put(api.keyOf("mona"));
});
