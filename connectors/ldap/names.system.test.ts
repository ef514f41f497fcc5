import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { TargetObject } from "#connectors/contract/index.ts";
import { type DirectoryServer389, startDirectoryServer389 } from "#test/support/directory-server-389.ts";
import { type OpenLdap, startOpenLdap } from "#test/support/openldap.ts";

import { Bench, type Calls } from "../contract/kit/bench.ts";
import ldap from "./ldap.ts";

const base = "dc=example,dc=test";
const people = `ou=people,${base}`;
const person = (dn: string, lines: string) => `dn: ${dn}\nobjectClass: inetOrgPerson\nsn: x\n${lines}\n`;
const entries = [
  person(`uid=twopart+employeeNumber=4711,${people}`, "uid: twopart\ncn: two\nemployeeNumber: 4711\n"),
  person(`employeeNumber=4712+uid=backwards,${people}`, "uid: backwards\ncn: two\nemployeeNumber: 4712\n"),
  person(`uid=boss,${people}`, "uid: boss\nuid: chief\ncn: boss\n"),
  person(`cn=Jane Doe,${people}`, "uid: jane\nuid: jdoe\ncn: Jane Doe\n"),
  person(`cn=No Uid,${people}`, "cn: No Uid\n"),
  person(`uid=JDoe\\, x,${people}`, "uid: JDoe, x\ncn: c\n"),
  `dn: cn=Crew+o=Dock,ou=groups,${base}\nobjectClass: groupOfNames\ncn: Crew\ncn: Gang\no: Dock\nmember: uid=boss,${people}\n`,
];

interface Directory {
  readonly url: string;
  readonly admin: OpenLdap["admin"];
  readonly idAttribute: string;
  stop(): Promise<void>;
}

async function openLdap(): Promise<Directory> {
  const directory = await startOpenLdap({ ldif: entries.join("\n") });
  return { ...directory, idAttribute: "entryUUID" };
}

async function directoryServer389(): Promise<Directory> {
  const directory: DirectoryServer389 = await startDirectoryServer389();
  for (const entry of entries) await directory.ldapmodify(entry.replace("\n", "\nchangetype: add\n"));
  return { ...directory, idAttribute: "nsUniqueId" };
}

describe.each([
  ["OpenLDAP", openLdap],
  ["389 Directory Server", directoryServer389],
])("%s", (_, start) => {
  let directory: Directory;
  let bench: Bench;
  let calls: Calls;
  beforeAll(async () => {
    directory = await start();
    const { url, idAttribute, admin } = directory;
    bench = new Bench(ldap, {
      address: { url, baseDN: base, accountsDN: people, groupsDN: `ou=groups,${base}`, idAttribute },
      credentials: [{ role: "admin", login: admin.dn, secret: admin.password }],
      stop: () => {},
    });
    calls = (await bench.begin()).calls;
  });
  afterAll(async () => {
    await bench?.clear();
    await directory?.stop();
  });

  const get = async (name: string, type = "account") => calls.get({ type, ref: { name } });
  const rename = async (object: TargetObject, name: string) =>
    calls.update({ type: object.type, ref: object, deltas: [{ attr: "name", replace: [name] }] });
  async function named(name: string, type = "account"): Promise<TargetObject> {
    const found = await get(name, type);
    if (found === undefined) throw new Error(`${name} is not found`);
    return found;
  }

  test("a rename exchanges the part that holds the name, and the others stay", async () => {
    for (const [name, number] of [
      ["twopart", "4711"],
      ["backwards", "4712"],
    ] as const) {
      const account = await named(name);
      await rename(account, `${name}, new`);
      const after = await named(`${name}, new`);
      expect(after.attributes).toMatchObject({ uid: [`${name}, new`], employeeNumber: [number] });
      expect(String(after.attributes["dn"])).toContain(`employeeNumber=${number}`);
      expect([after.id, await get(name)]).toEqual([account.id, undefined]);
    }
  });

  test("so does that of a group, whose further names stay", async () => {
    const group = await named("Crew", "group");
    expect(await rename(group, "Team")).toEqual({ id: group.id, name: "Team" });
    const { attributes } = await named("Team", "group");
    expect(attributes).toMatchObject({ o: ["Dock"], cn: expect.arrayContaining(["Team", "Gang"]) });
    expect(attributes["cn"]).toHaveLength(2);
  });

  test("a rename that is taken back leaves the name as it was, both parts of it", async () => {
    const account = await named("twopart, new");
    const deltas = [
      { attr: "uid", replace: ["other"] },
      { attr: "noSuchThing", replace: ["x"] },
    ];
    await bench.refusal(() => calls.update({ type: "account", ref: account, deltas }), "invalidValue");
    expect((await named("twopart, new")).attributes).toMatchObject({ employeeNumber: ["4711"] });
  });

  test("an entry named by another attribute keeps its name there, and gets another value of this one", async () => {
    const account = await named("jane");
    await rename(account, "janet");
    const after = await named("janet");
    expect(after.attributes).toMatchObject({ cn: ["Jane Doe"], dn: account.attributes["dn"] });
    expect(after.attributes["uid"]).toEqual(["janet", "jdoe"]);
  });

  test("an entry answers to the value by which it is named, in any case, and to no other one", async () => {
    expect((await get("BOSS"))?.name).toBe("boss");
    expect(await get("chief")).toBeUndefined();
    expect(await get("jdoe")).toBeUndefined();
    expect((await get("jdoe, X"))?.name).toBe("JDoe, x");
    await calls.delete({ type: "account", ref: { name: "chief" } });
    expect((await get("boss"))?.name).toBe("boss");
    await bench.refusal(
      () => calls.update({ type: "account", ref: { name: "chief" }, deltas: [{ attr: "title", replace: ["x"] }] }),
      "notFound",
    );
    expect(await get("Gang", "group")).toBeUndefined();
  });

  test("an entry without the naming attribute is listed by the name that it has", async () => {
    const names: string[] = [];
    for await (const { items } of calls.list({ type: "account", pageSize: 2 }))
      names.push(...items.map(({ name }) => name));
    expect(names).toContain("No Uid");
    expect(names).not.toContain("");
  });

  test("a name with blanks around it is refused, for a directory takes it for the one without", async () => {
    const create = (name: string) => calls.create({ type: "account", name, attributes: {} });
    for (const name of [" lead", "trail ", "\u00a0both\t"]) {
      await bench.refusal(() => create(name), "invalidValue");
      await bench.refusal(async () => rename(await named("boss"), name), "invalidValue");
    }
    expect((await get("boss"))?.name).toBe("boss");
  });

  test("a rename that changes capitals alone is done", async () => {
    await rename(await named("boss"), "Boss");
    const after = await named("boss");
    expect([after.name, String(after.attributes["dn"]).startsWith("uid=Boss,")]).toEqual(["Boss", true]);
  });
});
