import { rmSync, writeFileSync } from "node:fs";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import type { ServiceError } from "#domain/errors.ts";
import { changedRules, initialRules, type RuleChanges, type RuleMode } from "#domain/passwords/password-rules.ts";
import { makePassword } from "#operations/abilities/breached-passwords.ts";
import type { Operation } from "#operations/kernel/define-operation.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { updatePasswordPolicy } from "#operations/password-policies/change-password-policies.ts";
import { resetPasswords } from "#operations/users/reset-passwords.ts";
import { passwordMaker } from "#operations/vault/engine/new-password.ts";
import { writeBreachedList } from "#test/support/breached-lists.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { changePassword, resetPassword } from "./account-passwords.ts";
import { createAccount } from "./create-account.ts";
import { checkOwnPassword } from "./engine/check-password.ts";
import { updateAccount } from "./update-account.ts";

let room: RequestRoom;
const breached = new Secret("Blue-Kettle-77");
const fine = new Secret("Green-Kettle-78");
const pins = Array.from({ length: 10_000 }, (_, pin) => String(pin).padStart(4, "0"));

beforeEach(async () => {
  room = await openRequestRoom({
    capabilities: ["create", "update", "get", "resetPassword", "changePassword", "verify", "expirePassword"],
    targets: { T1: [] },
  });
  await room.store.transaction(async () => {
    await room.store.save("users", { key: room.keyOf("dan"), superuser: true });
    const group = { id: "T1", passwordChangeRestriction: "anyNumber", passwordPolicyId: "DEFAULT" } as const;
    await room.store.save("targetGroups", group);
    await room.store.save("targetSystems", { id: "T1", targetGroup: "T1" });
    const names = { longId: "al42", shortId: "al42", displayId: "al42", stableId: "mine" };
    await room.store.save("accounts", { targetSystemKey: "T1", key: "mine", ...names, userKey: room.keyOf("ada") });
  });
  await writeBreachedList(listPath(), ["Blue-Kettle-77"]);
});
afterEach(() => room.close());

const listPath = () => room.context.settings.breachedPasswordsFile;
const root = () => ({ ...room.as("dan"), superuser: true });
const call = <I, O, P>(operation: Operation<I, O, P>, input: object, as = root()) =>
  invoke(operation, room.context, as, input);

async function setRule(mode: RuleMode, more: RuleChanges = {}, id = "DEFAULT"): Promise<void> {
  const rules = changedRules(initialRules(), { dictionary: { notBreached: { mode } }, ...more });
  await room.store.transaction(() => room.store.save("passwordPolicies", { id, description: "", ...rules }));
}

/** Ways to set the password of an account. */
const ways: Readonly<Record<string, (password: Secret) => Promise<unknown>>> = {
  reset: (password) => call(resetPassword, { key: "mine", password }),
  change: (password) =>
    call(changePassword, { key: "mine", password, currentPassword: new Secret("x") }, room.as("ada")),
  PATCH: (password) => call(updateAccount, { key: "mine", password }),
  POST: (password) => call(createAccount, { targetSystemKey: "T1", shortId: "n1", password }),
  "a reset of all": (password) => call(resetPasswords, { key: room.keyOf("ada"), password }),
  "the service itself": async (password) => {
    const user = await room.store.get("users", room.keyOf("ada"));
    if (user === undefined) throw new Error("there is no user");
    const call_ = { caller: root(), visible: new Map(), operationId: null, startedAt: 0 };
    return checkOwnPassword({ ...room.context, ...call_ }, user, password);
  },
};

const codeOf = (pending: Promise<unknown>) =>
  pending.then(
    () => "set",
    ({ code, details = [] }: ServiceError) => [code, ...details.map(({ target }) => target)].join(" "),
  );

describe.each(Object.keys(ways))("by %s, a breached password", (way) => {
  const set = (password: Secret) => codeOf(ways[way]?.(password) ?? Promise.reject(new Error("no way")));

  test("is refused where the policy requires it, and another one is set", async () => {
    await setRule("required");
    expect(await set(breached)).toBe("PASSWORD_STRENGTH dictionary.notBreached");
    expect(await set(fine)).toBe("set");
  });

  test.each([
    ["missing", () => rmSync(listPath())],
    ["damaged", () => writeFileSync(listPath(), "no list")],
  ])("and any other one is refused where the list is %s, with the way out; nothing is stored", async (_what, harm) => {
    await setRule("required");
    harm();
    expect(await set(fine)).toBe("BREACHED_LIST_UNAVAILABLE");
    expect(await set(breached)).toBe("BREACHED_LIST_UNAVAILABLE");
    expect([await room.store.count("reqbatch"), (await room.store.outbox.open()).length]).toEqual([0, 0]);
    await setRule("disabled");
    expect(await set(breached)).toBe("set");
  });
});

test("a policy that warns takes a breached password and says so, and says that it does not know where the list is missing", async () => {
  await setRule("warning");
  const warned = async () => {
    const { warnings } = (await call(resetPassword, { key: "mine", password: breached })) as { warnings?: unknown };
    return JSON.stringify(warnings);
  };
  expect(await warned()).toMatch(/notBreached.*known from a data breach/);
  rmSync(listPath());
  await room.context.breachedPasswords.state();
  expect(await warned()).toMatch(
    /notBreached.*could not be checked, because the list of breached passwords is missing/,
  );
});

describe("a policy", () => {
  const patch = (mode: RuleMode) =>
    codeOf(call(updatePasswordPolicy, { key: "DEFAULT", dictionary: { notBreached: { mode } } }));

  test("that begins to require the list is saved only while the list can be asked", async () => {
    await setRule("disabled");
    expect(await patch("required")).toBe("set");
    rmSync(listPath());
    expect(await patch("required")).toBe("set");
    expect(await patch("warning")).toBe("set");
    expect(await patch("required")).toBe("BREACHED_LIST_UNAVAILABLE");
    expect((await room.store.get("passwordPolicies", "DEFAULT"))?.dictionary["notBreached"]?.mode).toBe("warning");
  });
});

describe("a password that the service makes", () => {
  const onlyPins = {
    length: { minLength: { value: 4 }, maxLength: { value: 4 } },
    character: {
      minUpper: { value: 0 },
      minLower: { value: 0 },
      allowedChars: { mode: "required", value: "0123456789" },
    },
  } as const;
  const rules = async () => (await room.store.get("passwordPolicies", "DEFAULT")) ?? initialRules();

  test("is made again until it is in no breach, and not at all where all are", async () => {
    await setRule("required", onlyPins);
    const left = new Set(pins.filter((pin) => Number(pin) % 10 < 5));
    await writeBreachedList(
      listPath(),
      pins.filter((pin) => !left.has(pin)),
    );
    const policy = await rules();
    for (let count = 0; count < 8; count++) {
      const made = await makePassword(room.context, policy);
      expect(made?.use((text) => left.has(text))).toBe(true);
    }
    await writeBreachedList(listPath(), pins);
    await room.context.breachedPasswords.state();
    expect(await makePassword(room.context, policy)).toBeUndefined();
  });

  test("is not made for the vault while the list is missing", async () => {
    await setRule("required", {}, "PAM_DEFAULT");
    expect(await passwordMaker(room.context)("any")).toHaveProperty("secret");
    rmSync(listPath());
    await room.context.breachedPasswords.state();
    expect(await passwordMaker(room.context)("any")).toEqual({ notMade: "breachedList" });
  });
});
