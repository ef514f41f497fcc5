import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { GuardEffect } from "#connectors/contract/index.ts";
import { updateAccount } from "#operations/accounts/update-account.ts";
import { fieldsOfItems } from "#operations/catalogue/engine/fields-of-items.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { savePhase } from "#test/support/organisation.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { edit } from "./edit.ts";
import { submissionFacts } from "./engine/request-facts.ts";
import { submit } from "./submit.ts";

let room: RequestRoom;
const root = () => ({ ...room.as("dan"), superuser: true });
const guard = (name: string, effect: GuardEffect) => ({ name, of: "account", effect }) as const;

beforeAll(async () => {
  room = await openRequestRoom({
    people: ["ada", "bob", "cy", "dan", "eve"],
    targets: { AUTO: [], ASKS: [{ authorizers: ["bob"], mayEdit: true }], BARE: [] },
    attributes: [
      "mail",
      "groups",
      "superuser",
      { attribute: "home", mayGiveRights: true },
      { attribute: "note", of: "group" },
    ],
    guardedAttributes: [
      guard("superuser", "rights"),
      guard("home", "foreign"),
      guard("accountControl", "state"),
      { ...guard("groups", "memberships"), names: "groupIds" },
      { ...guard("owner", "memberships"), of: "group", names: "groupOwners" },
    ],
  });
  await room.store.transaction(async () => {
    for (const targetSystemKey of ["AUTO", "ASKS"]) {
      const ids = { targetSystemKey, longId: "x", displayId: "x" };
      const account = {
        ...ids,
        key: `${targetSystemKey}-ada`,
        shortId: "ada",
        stableId: "1",
        userKey: room.keyOf("ada"),
      };
      await room.store.save("accounts", account);
      for (const [name, managed] of [
        ["staff", true],
        ["sudo", true],
        ["shadow", false],
      ] as const) {
        const group = { ...ids, key: `${targetSystemKey}-${name}`, shortId: name, stableId: `g-${name}`, longId: name };
        await room.store.save("groups", { ...group, managed });
      }
      const staff = { groupKey: `${targetSystemKey}-staff`, accountKey: `${targetSystemKey}-ada` };
      await room.store.save("groupMemberships", { key: `${targetSystemKey}-m`, ...staff });
      await phase(`${targetSystemKey}-sudo`, "cy");
      await phase(`${targetSystemKey}-staff`, "eve");
    }
  });
});
afterAll(() => room.close());

const phase = (resourceKey: string, authorizer: string) =>
  savePhase(room.context, {
    resource: {
      resourceType: "managedGroup",
      resourceKey,
    },
    sequence: 1,
    phase: { authorizers: [authorizer] },
    keyOf: room.keyOf,
  });

type Attributes = Readonly<Record<string, never>>;
const account = (target: string, attributes: object) => ({
  code: "UPDA",
  targetSystemKey: target,
  accountKey: `${target}-ada`,
  attributes: attributes as Attributes,
});
const creation = (target: string, attributes: object) => ({ code: "ACUA", targetSystemKey: target, attributes });
const asRoot = (operations: readonly object[]) =>
  invoke(submit, room.context, root(), { recipientKey: room.keyOf("ada"), operations });

describe("an attribute that no definition names", () => {
  test.each(["ACUA", "CRTG"])("is refused in %s, with the way out", async (code) => {
    const before = await room.store.count("reqbatch");
    const operation = { code, targetSystemKey: "AUTO", attributes: { shortId: "new", colour: "red" } };
    await expect(room.submit([operation])).rejects.toMatchObject({
      code: "ATTRIBUTE_UNDEFINED",
      target: "operations/0/attributes/colour",
      message: expect.stringMatching(/'AUTO' doesn't define 'colour'.*attribute definition/),
    });
    expect(await room.store.count("reqbatch")).toBe(before);
  });

  test("is taken from who may define attributes there", async () => {
    const request = await asRoot([creation("BARE", { colour: "red" })]);
    expect((await room.operations(request))[0]?.attributes).toEqual({ colour: ["red"] });
  });

  test("is refused of the account of somebody else's type, however it is spelled", async () => {
    await expect(room.submit([account("AUTO", { note: "x" })])).rejects.toMatchObject({ code: "ATTRIBUTE_UNDEFINED" });
    await room.submit([account("AUTO", { "MAIL;lang-de": "a@example.test" })]);
  });
});

describe("an attribute that gives rights", () => {
  test.each([
    ["superuser", "AUTO", { superuser: ["true"] }],
    ["SuperUser", "AUTO", { SuperUser: "true" }],
    ["superuser;x", "ASKS", { "superuser;x": "true" }],
    ["home", "AUTO", { home: "/home/victim" }],
    ["accountControl", "ASKS", { accountControl: 512 }],
  ])("%s is refused on %s, defined or not", async (name, target, attributes) => {
    for (const operation of [creation(target, attributes), account(target, attributes)])
      // One after the other: a refusal that nobody waits for yet is an error of its own.
      for (const ask of [() => room.submit([operation]), () => asRoot([operation])])
        await expect(ask()).rejects.toMatchObject({
          code: "ATTRIBUTE_GUARDED",
          target: `operations/0/attributes/${name}`,
        });
  });

  test("is taken where a definition allows it and people decide", async () => {
    const request = await room.submit([account("ASKS", { home: "/home/ada" })]);
    expect((await room.row(request)).status).toBe("W");
    await room.decide("bob", request, { phase: 1, decision: "deny" });
  });

  test("is refused at direct addresses unless a definition allows it, and then from who may define alone", async () => {
    const direct = (attributes: object) => invoke(updateAccount, room.context, root(), { key: "AUTO-ada", attributes });
    await expect(direct({ superuser: true })).rejects.toMatchObject({ code: "ATTRIBUTE_GUARDED" });
    await expect(direct({ home: "/home/ada" })).resolves.toMatchObject({ code: "UPDA" });
  });
});

describe("an attribute that writes memberships", () => {
  test("asks the phases of the groups that it adds to and removes from", async () => {
    const request = await room.submit([account("AUTO", { groups: ["sudo"] })]);
    expect((await room.row(request)).status).toBe("W");
    const phases = await room.store.select("requestPhases", { where: { requestKey: request.key } });
    expect(phases.map(({ resourceKey }) => resourceKey).toSorted()).toEqual(["AUTO-staff", "AUTO-sudo"]);
    await expect(room.decide("bob", request, { phase: 1, decision: "approve" })).rejects.toBeDefined();
    await room.decide("cy", request, { phase: 1, decision: "deny" });
  });

  test("asks nobody for what the account is a member of already", async () => {
    const request = await room.submit([account("AUTO", { groups: ["staff"] })]);
    expect((await room.row(request)).status).toBe("P");
  });

  test.each([
    ["shadow", "GROUP_NOT_MANAGED"],
    ["g-shadow", "GROUP_NOT_MANAGED"],
    ["nobody-knows", "GROUP_UNKNOWN"],
  ])("is refused with the value %s", async (value, code) => {
    for (const operation of [creation("AUTO", { groups: [value] }), account("AUTO", { groups: ["staff", value] })])
      await expect(room.submit([operation])).rejects.toMatchObject({ code, target: "operations/0/attributes/groups" });
  });

  test("shows itself to policies as what it amounts to", async () => {
    const asked = { recipientKey: room.keyOf("ada"), operations: [account("AUTO", { groups: ["sudo", "staff"] })] };
    const context = { ...room.context, caller: root(), visible: new Map(), operationId: null, startedAt: 0 };
    expect(await submissionFacts(context, asked)).toMatchObject({
      codes: ["UPDA", "GRUA"],
      groupKeys: ["AUTO-sudo"],
    });
  });

  test("is not put in by an edit, whose phases are those of the submission", async () => {
    const request = await room.submit([account("ASKS", { mail: "a@example.test" })]);
    const edited = (attributes: object) =>
      invoke(edit, room.context, room.as("bob"), { key: request.key, operations: [{ sequence: 1, attributes }] });
    await expect(edited({ groups: ["staff", "sudo"] })).rejects.toMatchObject({
      code: "OPERATION_FIELD_UNFIT",
      target: "operations/0/attributes/groups",
      message: expect.stringContaining("'sudo'"),
    });
    await expect(edited({ superuser: true })).rejects.toMatchObject({ code: "ATTRIBUTE_GUARDED" });
    await expect(edited({ colour: "red" })).rejects.toMatchObject({ code: "ATTRIBUTE_UNDEFINED" });
    await edited({ mail: "b@example.test" });
    await room.decide("bob", request, { phase: 1, decision: "deny" });
  });

  test("gives and takes memberships because of its request, as the target shows them afterwards", async () => {
    const open = (groupKey: string) => room.store.select("grants", { where: { groupKey, endedAt: null } });
    const done = async (request: { readonly key: string }, groups: readonly string[] | null) => {
      const [operation] = await room.operations(request);
      const object = groups && { id: "1", name: "ada", attributes: { groups, mail: ["x@example.test"] } };
      await room.answer(operation?.key ?? "", { result: "S", ...(object === null ? { unseen: true } : { object }) });
      await room.step(request);
      return operation?.key ?? "";
    };
    const asked = async (groups: readonly string[]) => {
      const request = await asRoot([account("AUTO", { groups })]);
      await room.decide("cy", request, { phase: 1, decision: "approve" }).catch(() => undefined);
      await room.decide("eve", request, { phase: 1, decision: "approve" }).catch(() => undefined);
      await room.step(request);
      return request;
    };
    // Whatever was asked, the target has not put the account into the group.
    await done(await asked(["staff", "sudo"]), ["staff"]);
    expect(await open("AUTO-sudo")).toEqual([]);
    await done(await asked(["staff", "sudo"]), null);
    expect(await open("AUTO-sudo")).toEqual([]);
    const request = await asked(["staff", "sudo"]);
    const operationKey = await done(request, ["staff", "g-sudo"]);
    expect(await open("AUTO-sudo")).toMatchObject([{ because: "request", requestKey: request.key, operationKey }]);
    const taking = await asked(["staff"]);
    const takingKey = await done(taking, ["staff"]);
    const [ended] = await room.store.select("grants", { where: { groupKey: "AUTO-sudo" } });
    expect(ended).toMatchObject({ endedBecause: "request", endedByOperationKey: takingKey });
    expect(await open("AUTO-staff")).toHaveLength(1);
  });

  test("gives nothing back that the account has lost since", async () => {
    const request = await room.submit([account("ASKS", { groups: ["staff"], mail: "c@example.test" })]);
    await room.store.transaction(() => room.store.remove("groupMemberships", "ASKS-m"));
    await room.decide("bob", request, { phase: 1, decision: "approve" });
    const [row] = await room.operations(request);
    expect(row?.result).toBe("X");
  });
});

test.each(["AUTO", "ASKS"])("the catalogue shows of %s what a request takes, and nothing else", async (target) => {
  const row = { resourceType: "targetSystem", targetSystemKey: target };
  const shown = (await fieldsOfItems(room.context, [row]))(row) as {
    attribute: string;
    discoveredObjectType: string;
  }[];
  const names = shown.flatMap((one) => (one.discoveredObjectType === "user" ? [one.attribute] : []));
  const all = ["mail", "groups", "superuser", "home", "accountControl", "colour"];
  const taken: string[] = [];
  for (const name of all) {
    const value = name === "groups" ? "staff" : "x";
    const asked = await room.submit([account(target, { [name]: [value] })]).catch(() => undefined);
    if (asked === undefined) continue;
    taken.push(name);
    if ((await room.row(asked)).status === "W") await room.decide("bob", asked, { phase: 1, decision: "deny" });
  }
  expect(taken.toSorted()).toEqual(names.toSorted());
  expect(names.includes("home")).toBe(target === "ASKS");
});

describe("a group that is not managed", () => {
  test.each(["GRUA", "GRUD", "GROA", "GROD", "UPDG", "DELG"])("is not requested by %s", async (code) => {
    const object = code.startsWith("GR") ? { accountKey: "AUTO-ada" } : {};
    const attributes = code === "UPDG" ? { attributes: { note: "x" } } : {};
    const operation = { code, targetSystemKey: "AUTO", groupKey: "AUTO-shadow", ...object, ...attributes };
    await expect(room.submit([operation])).rejects.toMatchObject({
      details: expect.arrayContaining([
        expect.objectContaining({
          code: "GROUP_NOT_MANAGED",
          target: "operations/0/groupKey",
          message: expect.stringContaining("groups(AUTO-shadow)/manage"),
        }),
      ]),
    });
  });

  test("is requested by who may make it managed", async () => {
    const operation = { code: "GRUA", targetSystemKey: "AUTO", groupKey: "AUTO-shadow", accountKey: "AUTO-ada" };
    await expect(asRoot([operation])).resolves.toMatchObject({ status: "P" });
  });
});
