import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { policyOf } from "#domain/policy-name.ts";
import { setAuthorizationPhases } from "#operations/groups/set-authorization-phases.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { dryRunPolicies } from "#operations/policies/dry-run.ts";
import { resetPolicy } from "#operations/policies/reset-policy.ts";
import { setPolicy } from "#operations/policies/set-policy.ts";
import { saveOption } from "#operations/target-systems/engine/save-option.ts";
import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";
import { callerOf } from "#test/support/service.ts";

let api: RequestApi;
const superuser = callerOf({ key: "superuser-of-tests", id: "superuser-of-tests", superuser: true });
const groupNames = ["admins", "sales", "staff"];

beforeAll(async () => {
  api = await openRequestApi({
    people: ["ada", "bob", "hel"],
    classes: { _HELP_DESK_: ["hel"], OWNERS: ["bob"] },
    attributes: [],
    targets: {
      PHASED: [
        { authorizers: ["bob"], veto: ["bob"] },
        { authorizers: ["_MANAGER_DIRECT_", "_HELP_DESK_", "_ALLUSERS_"], minApprovals: 2 },
      ],
      FREE: [],
      CLOSED: [],
      OFF: [],
    },
  });
  const { store, context } = api;
  await store.transaction(async () => {
    await saveOption(context, { targetSystemId: "CLOSED", name: "autoApprove", target: "" }, false);
    await saveOption(context, { targetSystemId: "PHASED", name: "allowAccountEnable", target: "" }, false);
    await store.save("targetSystems", { id: "OFF", enabled: false });
    await store.save("targetSystems", { id: "PHASED", helpUrl: "https://help.example", description: "Directory" });
    for (const targetSystemKey of ["PHASED", "CLOSED"])
      for (const [index, shortId] of groupNames.entries())
        await store.save("groups", {
          key: keyOfGroup(targetSystemKey, shortId),
          targetSystemKey,
          shortId,
          longId: shortId,
          stableId: `${index}`,
          displayId: `People of ${shortId}`,
          managed: shortId !== "admins",
        });
    const definition = {
      targetSystemId: "PHASED",
      type: "string",
      valueRegex: null,
      minValues: 0,
      maxValues: 1,
    } as const;
    await store.save("targetSystemAttributeDefinitions", {
      ...definition,
      key: "d1",
      attribute: "mail",
      discoveredObjectType: "user",
      sequence: 2,
      minValues: 1,
      actionOnCreate: "set",
      mappedAttribute: "mail",
    });
    await store.save("targetSystemAttributeDefinitions", {
      ...definition,
      key: "d2",
      attribute: "cost",
      discoveredObjectType: "user",
      sequence: 1,
      valueRegex: "^[0-9]+$",
    });
    await store.save("targetSystemAttributeDefinitions", {
      ...definition,
      key: "d3",
      attribute: "purpose",
      discoveredObjectType: "group",
      sequence: 0,
    });
  });
});
afterAll(() => api.close());

/** A guid for each, so that the order by names is none by keys. */
function keyOfGroup(target: string, name: string): string {
  const digit = { admins: "c", sales: "a", staff: "b" }[name] ?? "d";
  return `${(target === "PHASED" ? "1" : "2").repeat(8)}-0000-4000-8000-${digit.repeat(12)}`;
}

const read = (path: string, as: string, headers: Record<string, string> = {}) =>
  api.send("GET", path.replaceAll(" ", "%20"), { as, headers });
const get = async (path: string, as = "ada") => (await read(path, as)).json;
const names = async (query: string, as = "ada") =>
  (await get(`/v2/catalogueItems${query}`, as)).value.map(({ name }: { name: string }) => name);

describe("what may be asked for", () => {
  it("is what is enabled and has somebody who authorizes it, or needs nobody; only managed groups, in the order of names", async () => {
    expect(await names("")).toEqual(["FREE", "PHASED", "sales", "staff"]);
    expect(await names("", "root")).toEqual(["CLOSED", "FREE", "OFF", "PHASED", "sales", "sales", "staff", "staff"]);
    expect(await names("?$filter=requestable eq false", "root")).toEqual(["CLOSED", "OFF", "sales", "staff"]);
  });

  it.each([
    ["add", [], false, false],
    ["add", ["own"], false, true],
    ["none", [], true, false],
    ["none", ["own"], false, true],
    ["inheritedOnly", ["own"], false, false],
    ["inheritedOnly", [], true, true],
  ] as const)(
    "of a group follows how it inherits: %s, with phases %j, on a target system that is open %j: %j",
    async (phaseInheritance, phases, isOpen, expected) => {
      const target = isOpen ? "PHASED" : "CLOSED";
      const key = keyOfGroup(target, "sales");
      const authorizationPhases = phases.map(() => ({ sequence: 1, authorizers: [{ managerLevels: 1 }] }));
      await invoke(setAuthorizationPhases, api.context, superuser, { key, authorizationPhases, phaseInheritance });
      expect((await get(`/v2/catalogueItems('${key}')`, "root")).requestable).toBe(expected);
      const join = { code: "DELG", targetSystemKey: target, groupKey: key };
      const recipientKey = api.keyOf("ada");
      const asked = await api.send("POST", "/v2/requests", { as: "root", body: { recipientKey, operations: [join] } });
      expect(asked.json.error?.code === "PHASES_MISSING").toBe(!expected);
      const back = { authorizationPhases: [], phaseInheritance: "add" };
      await invoke(setAuthorizationPhases, api.context, superuser, { key, ...back });
    },
  );

  it("is read by its key; what is not to be seen is refused like what is not there", async () => {
    const item = await get(`/v2/catalogueItems('PHASED')`);
    expect(item).toMatchObject({
      key: "PHASED",
      resourceType: "targetSystem",
      targetSystemKey: "PHASED",
      name: "PHASED",
      description: "Directory",
      helpUrl: "https://help.example",
      requestable: true,
    });
    const key = keyOfGroup("PHASED", "sales");
    expect(await get(`/v2/catalogueItems('${key}')`)).toMatchObject({
      key,
      resourceType: "managedGroup",
      targetSystemKey: "PHASED",
      name: "sales",
      description: "People of sales",
      helpUrl: "https://help.example",
      requestable: true,
    });
    const refused = ["CLOSED", "OFF", keyOfGroup("CLOSED", "sales"), keyOfGroup("PHASED", "admins"), "NOTHING"];
    for (const one of refused) expect((await read(`/v2/catalogueItems('${one}')`, "ada")).status).toBe(403);
    expect((await read("/v2/catalogueItems('NOTHING')", "root")).status).toBe(404);
  });

  it.each([
    ["?$filter=resourceType eq 'managedGroup'", ["sales", "staff"]],
    ["?$filter=resourceType eq 'MANAGEDGROUP'", []],
    ["?$filter=targetSystemKey eq 'PHASED' and resourceType ne 'managedGroup'", ["PHASED"]],
    ["?$search=people", ["sales", "staff"]],
    ["?$search=directory OR free", ["FREE", "PHASED"]],
    ["?$orderby=name desc", ["staff", "sales", "PHASED", "FREE"]],
    ["?$filter=startswith(name,'s')&$top=1&$skip=1", ["staff"]],
  ])("is filtered, searched and ordered like every set: %s", async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it("is paged through by links, each item once, and counted", async () => {
    const seen: string[] = [];
    let path = "/v2/catalogueItems?$count=true";
    while (path !== "") {
      const { json } = await read(path, "root", { prefer: "maxpagesize=3" });
      expect(json["@odata.count"]).toBe(8);
      seen.push(...json.value.map(({ key }: { key: string }) => key));
      path = String(json["@odata.nextLink"] ?? "").replace(/^https:\/\/[^/]+/, "");
    }
    expect(seen).toHaveLength(8);
    expect(new Set(seen).size).toBe(8);
    const counted = await read("/v2/catalogueItems/$count?$filter=resourceType eq 'managedGroup'", "ada");
    expect(counted.text).toBe("2");
  });

  it("follows a policy of the installation", async () => {
    const name = policyOf.list("catalogueItems");
    const expression = "resource.resourceType == 'managedGroup' && resource.targetSystemKey in ['PHASED', 'FREE']";
    await invoke(setPolicy, api.context, superuser, { key: name, expression });
    expect(await names("", "root")).toEqual(["sales", "staff"]);
    await invoke(resetPolicy, api.context, superuser, { key: name });
  });

  it("is counted in a dry run of its policy", async () => {
    const wanted = { policies: [{ name: policyOf.list("catalogueItems"), expression: "true" }] };
    const { policies } = await invoke(dryRunPolicies, api.context, superuser, wanted);
    const others = 3;
    expect(policies).toMatchObject([{ kind: "rows", gained: { users: others, rows: others * 4 }, lost: { users: 0 } }]);
    expect(policies[0]?.gained.examples[0]?.keys).toContain("CLOSED");
  });

  it.each(["codes", "fields", "phases", "helpless"])("$orderby=%s is refused", async (name) => {
    const { status } = await read(`/v2/catalogueItems?$orderby=${name}`, "ada");
    expect(status).toBe(400);
  });
});

describe("how it is asked for", () => {
  it("is told by the codes that its connector can carry out and no option forbids", async () => {
    expect((await get("/v2/catalogueItems('FREE')?$select=codes")).codes).toEqual([
      "ACUA",
      "DELU",
      "DNAU",
      "ENAU",
      "CRTG",
      "UPDA",
    ]);
    expect((await get("/v2/catalogueItems('PHASED')?$select=codes")).codes).not.toContain("ENAU");
    expect((await get(`/v2/catalogueItems('${keyOfGroup("PHASED", "sales")}')?$select=codes`)).codes).toEqual([
      "GRUA",
      "GRUD",
      "DELG",
      "UPDG",
    ]);
  });

  it("is told with the attributes that are asked", async () => {
    const { fields } = await get("/v2/catalogueItems('PHASED')?$select=fields");
    expect(fields).toEqual([
      {
        attribute: "cost",
        discoveredObjectType: "user",
        type: "string",
        minValues: 0,
        maxValues: 1,
        valueRegex: "^[0-9]+$",
        fromProfile: false,
      },
      {
        attribute: "mail",
        discoveredObjectType: "user",
        type: "string",
        minValues: 1,
        maxValues: 1,
        valueRegex: null,
        fromProfile: true,
      },
      {
        attribute: "purpose",
        discoveredObjectType: "group",
        type: "string",
        minValues: 0,
        maxValues: 1,
        valueRegex: null,
        fromProfile: false,
      },
    ]);
    const group = await get(`/v2/catalogueItems('${keyOfGroup("PHASED", "sales")}')?$select=fields`);
    expect(group.fields.map(({ attribute }: { attribute: string }) => attribute)).toEqual(["purpose"]);
  });
});

describe("who would decide", () => {
  const phasesFor = async (as: string) => (await get("/v2/catalogueItems('PHASED')?$select=phases", as)).phases;

  it("is told to everybody in words, without the names of those whom they may not know", async () => {
    const hidden = { person: null, userClass: null, managerLevels: null, veto: false, inputRequired: false };
    expect(await phasesFor("ada")).toEqual([
      {
        sequence: 1,
        authorizers: [{ ...hidden, kind: "person", veto: true }],
        words: "Denied by any denial of: a person; denied by one denial of: a person; one approval of: a person.",
      },
      {
        sequence: 2,
        authorizers: [
          { ...hidden, kind: "manager", managerLevels: 1 },
          { ...hidden, kind: "userClass" },
          { ...hidden, kind: "everybody" },
        ],
        words: expect.stringMatching(/2 approvals of: the recipient's manager, a user class, all users\./),
      },
    ]);
  });

  it("is told by name to those who may know the person or the class", async () => {
    const bob = { key: api.keyOf("bob"), id: "bob", displayName: "bob" };
    const persons = async (as: string) => (await phasesFor(as))[0].authorizers[0].person;
    expect([await persons("hel"), await persons("bob"), await persons("root")]).toEqual([bob, bob, bob]);
    expect((await phasesFor("root"))[1].authorizers[1].userClass).toBe("_HELP_DESK_");
    expect((await phasesFor("root"))[1].words).toContain("the class _HELP_DESK_");
    expect((await phasesFor("hel"))[1].authorizers[1].userClass).toBeNull();
  });

  it("is told by name as a policy of the installation says", async () => {
    const name = policyOf.get("catalogueItems/phases/person");
    await invoke(setPolicy, api.context, superuser, { key: name, expression: "resource.id == 'bob'" });
    expect((await phasesFor("ada"))[0].words).toContain("one approval of: bob.");
    await invoke(resetPolicy, api.context, superuser, { key: name });
  });

  it("is told of groups as they inherit, and of rules as of the settings for which they are short", async () => {
    const key = keyOfGroup("PHASED", "staff");
    const wordsOfGroup = async (as: string) =>
      (await get(`/v2/catalogueItems('${key}')?$select=phases`, as)).phases.map(
        ({ words }: { words: string }) => words,
      );
    const rule =
      "all(any(1, groupOwners, manager(2)), not(requester), when('\"GRUD\" in resource.codes', any(1, class('OWNERS'))))";
    await invoke(setAuthorizationPhases, api.context, superuser, {
      key,
      authorizationPhases: [{ sequence: 1, rule }],
    });
    const own =
      "One approval of: the owners of the group, the manager 2 levels above the recipient; without a say: who asks; under a condition (one approval of: the class OWNERS).";
    const words = await wordsOfGroup("root");
    expect([words.length, words.at(-1)]).toEqual([3, own]);
    await invoke(setAuthorizationPhases, api.context, superuser, { key, phaseInheritance: "none" });
    expect(await wordsOfGroup("root")).toEqual([own]);
    expect(await wordsOfGroup("ada")).toEqual([own.replace("the class OWNERS", "a user class")]);
    await invoke(setAuthorizationPhases, api.context, superuser, { key, phaseInheritance: "inheritedOnly" });
    expect(await wordsOfGroup("root")).toHaveLength(2);
    await invoke(setAuthorizationPhases, api.context, superuser, {
      key,
      phaseInheritance: "add",
      authorizationPhases: [],
    });
  });

  it("is nobody where it approves itself", async () => {
    expect((await get("/v2/catalogueItems('FREE')?$select=phases")).phases).toEqual([]);
  });
});
