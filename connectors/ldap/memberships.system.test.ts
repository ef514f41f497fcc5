import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { Call, Member, MembersPage, TargetObject } from "#connectors/contract/index.ts";
import { type LdapPassThrough, startLdapPassThrough } from "#test/support/ldap-pass-through.ts";
import { type OpenLdap, startOpenLdap } from "#test/support/openldap.ts";

import { Bench } from "../contract/kit/bench.ts";
import ldap from "./ldap.ts";

const base = "dc=example,dc=test";
const [people, leavers, groups, posix] = [
  `ou=people,${base}`,
  `ou=leavers,${base}`,
  `ou=groups,${base}`,
  `ou=posix,${base}`,
];
const id = (number: number) => `00000000-0000-4000-9000-${String(number).padStart(12, "0")}`;
const person = (uid: string, number: number, container = people) =>
  `dn: uid=${uid},${container}\nobjectClass: inetOrgPerson\nentryUUID: ${id(number)}\nuid: ${uid}\ncn: ${uid}\nsn: x\n`;
const unix = (uid: string, gid: number) =>
  `dn: uid=${uid},${people}\nobjectClass: inetOrgPerson\nobjectClass: posixAccount\nuid: ${uid}\ncn: ${uid}\nsn: x\nuidNumber: 1\ngidNumber: ${gid}\nhomeDirectory: /x\n`;
const group = (cn: string, members: readonly string[], attribute = "member", objectClass = "groupOfNames") =>
  `dn: cn=${cn},${groups}\nobjectClass: ${objectClass}\ncn: ${cn}\n${members.map((dn) => `${attribute}: ${dn}\n`).join("")}`;
const dn = (uid: string, container = people) => `uid=${uid},${container}`;
const posixGroup = (cn: string, gid: number, uids: readonly string[]) =>
  `dn: cn=${cn},${posix}\nobjectClass: posixGroup\ncn: ${cn}\ngidNumber: ${gid}\n${uids.map((uid) => `memberUid: ${uid}\n`).join("")}`;

const many = Array.from({ length: 250 }, (_, index) => `many${index}`);
const ldif = [
  ...[leavers, posix].map(
    (name) => `dn: ${name}\nobjectClass: organizationalUnit\n${name.split(",")[0]?.replace("=", ": ")}\n`,
  ),
  person("anna", 1),
  person("bert", 2),
  person("hidden", 3),
  person("moved", 4, leavers),
  person("Doe\\2c Jane \\2b co", 5).replace(/^uid: .*$/m, "uid: Doe, Jane + co"),
  person("\u{1f600}smile", 6),
  unix("ulla", 5000),
  unix("Udo", 1),
  ...many.map((uid, index) => person(uid, 1000 + index)),
  group("closed", [dn("anna"), dn("hidden")]),
  group("stale", [dn("anna"), dn("moved")]),
  group("last", [dn("hidden")]),
  group("others", [dn("anna"), dn("stranger")]),
  group("inner", [dn("anna"), dn("Doe\\, Jane \\+ co")]),
  group("outer", [`CN=Inner, OU=Groups,${base}`, dn("bert"), dn("anna")]),
  group("top", [`cn=outer,${groups}`]),
  group("circle1", [`cn=circle2,${groups}`, dn("bert")]),
  group("circle2", [`cn=circle1,${groups}`, `cn=unique,${groups}`]),
  group("unique", [`${dn("anna")}#'0101'B`], "uniqueMember", "groupOfUniqueNames"),
  group("secret", [dn("anna")]),
  group("letters", [`UID=Anna , ou=people,${base}`, dn("doe\\2C jane \\2B CO"), dn("\\f0\\9f\\98\\80smile")]),
  group(
    "big",
    many.map((uid) => dn(uid)),
  ),
  posixGroup("crew", 5000, ["anna", "udo", "nobody"]),
];
const access = `access to dn.exact="${dn("hidden")}" by * none
access to dn.exact="cn=secret,${groups}" attrs=member by * none`;

let directory: OpenLdap;
let way: LdapPassThrough;
let bench: Bench;

beforeAll(async () => {
  directory = await startOpenLdap({ ldif: ldif.join("\n"), access });
  way = await startLdapPassThrough({ host: "127.0.0.1", port: Number(new URL(directory.url).port) });
});
afterAll(async () => {
  await way?.stop();
  await directory?.stop();
});

const addressOf = (address: object) => ({
  url: `ldap://127.0.0.1:${way.port}`,
  baseDN: base,
  accountsDN: people,
  groupsDN: groups,
  ...address,
});

async function open(address: object = {}) {
  bench = new Bench(ldap, {
    address: addressOf(address),
    credentials: [{ role: "admin", login: directory.admin.dn, secret: directory.admin.password }],
    stop: () => {},
  });
  const { session, calls } = await bench.begin();
  const members = async (name: string): Promise<MembersPage[]> => {
    const pages: MembersPage[] = [];
    for await (const page of calls.members({ group: { name }, pageSize: 100 })) pages.push(page);
    return pages;
  };
  const listed = async (): Promise<TargetObject[]> => {
    const objects: TargetObject[] = [];
    for await (const { items } of calls.list({ type: "group", pageSize: 5 })) objects.push(...items);
    return objects;
  };
  const notices: string[] = [];
  const call: Call = { ...bench.call(), notice: (words) => void notices.push(words) };
  const remove = (name: string, member: Omit<Member, "type">) =>
    bench.operations.removeMember(session, { group: { name }, member: { ...member, type: "account" } }, call);
  return { calls, session, members, listed, remove, notices };
}

afterEach(async () => {
  await bench?.clear();
});

const holds = async (cn: string) => {
  const found = await directory.slapcat(`(cn=${cn})`);
  return [...found.matchAll(/^(?:member|memberUid)::? ?(.*)$/gm)].map(([, value]) => value);
};
const told = (pages: readonly MembersPage[]) =>
  pages.flatMap(({ items }) => items.map(({ type, name, through }) => [type, name, through?.name])).toSorted();

describe("what is not seen is not absent", () => {
  test("a member whose entry is hidden is taken out, by the name that it had", async () => {
    const { remove } = await open();
    await remove("closed", { id: id(3), name: "hidden", attributes: { dn: [dn("hidden")] } });
    expect(await holds("closed")).toEqual([dn("anna")]);
  });

  test("also by its name alone, and as the last one", async () => {
    const { remove } = await open();
    await remove("last", { id: id(3), name: "hidden" });
    expect(await holds("last")).toEqual([""]);
  });

  test("a member that was moved is taken out under its old name, and nobody else is", async () => {
    const { remove } = await open();
    await remove("stale", { id: id(4), name: "moved", attributes: { dn: [dn("moved")] } });
    expect(await holds("stale")).toEqual([dn("anna")]);
    await remove("stale", { id: id(99), name: "anna" });
    expect(await holds("stale")).toEqual([dn("anna")]);
  });

  test("where somebody is in the group of whom nothing is seen, that is told", async () => {
    const { remove, notices } = await open();
    await remove("others", { id: id(98), name: "gone" });
    expect(notices).toEqual([expect.stringContaining("uid=stranger")]);
    expect(await holds("others")).toEqual([dn("anna"), dn("stranger")]);
  });

  test("an owner is taken out in the same way", async () => {
    const { calls } = await open();
    const owned = { type: "group" as const, ref: { name: "others" } };
    await calls.update({ ...owned, deltas: [{ attr: "owner", replace: [dn("hidden")] }] });
    await calls.removeOwner({ group: owned.ref, member: { type: "account", id: id(3), name: "hidden" } });
    expect((await calls.get(owned))?.attributes["owner"]).toBeUndefined();
  });

  test("an account that was moved out of its container is not deleted, and that is no success", async () => {
    const { calls } = await open();
    const error = await bench.refusal(
      () => calls.delete({ type: "account", ref: { id: id(4), name: "moved" } }),
      "config",
    );
    expect(error.message).toContain(dn("moved", leavers));
  });

  test("a group that must have members and shows none hides them", async () => {
    const { members, listed } = await open();
    expect(await members("secret")).toEqual([{ items: [], total: 0, hidden: true }]);
    expect((await listed()).filter(({ membersHidden }) => membersHidden).map(({ name }) => name)).toEqual(["secret"]);
  });
});

describe("groups in groups", () => {
  test("their accounts are members by the group that is inside", async () => {
    const { members } = await open();
    expect(told(await members("outer"))).toEqual([
      ["account", "Doe, Jane + co", "inner"],
      ["account", "anna", undefined],
      ["account", "bert", undefined],
      ["group", "inner", undefined],
    ]);
    expect(told(await members("top"))).toEqual([
      ["account", "Doe, Jane + co", "outer"],
      ["account", "anna", "outer"],
      ["account", "bert", "outer"],
      ["group", "outer", undefined],
    ]);
  });

  test("who is in a group by one that is inside of it is not taken out of it, and that is no success", async () => {
    const { remove } = await open();
    for (const [name, inner] of [
      ["outer", "by cn=inner"],
      ["top", "by cn=outer"],
    ] as const) {
      const error = await bench.refusal(() => remove(name, { name: "Doe, Jane + co" }), "policy");
      expect(error.message).toContain(inner);
    }
    // The groups form a cycle, and none of them has the member.
    await remove("circle1", { name: "Doe, Jane + co" });
  });

  test("names are the same however they are written: blanks, capitals, escapes and letters of several bytes", async () => {
    const { members } = await open({ baseDN: "DC=Example , dc=test", accountsDN: "OU=People, DC=example,DC=TEST" });
    expect(told(await members("letters"))).toEqual([
      ["account", "Doe, Jane + co", undefined],
      ["account", "anna", undefined],
      ["account", "\u{1f600}smile", undefined],
    ]);
  });

  test("a circle has an end, and groups of another class are gone through", async () => {
    const { members } = await open();
    expect(told(await members("circle1"))).toEqual([
      ["account", "anna", "circle2"],
      ["account", "bert", undefined],
      ["group", "circle2", undefined],
    ]);
    expect(told(await members("circle2"))).toContainEqual(["account", "bert", "circle1"]);
  });

  test("a listing gives groups with the same members, with few requests", async () => {
    const { members, listed } = await open();
    const before = way.requests().length;
    const all = await listed();
    const requests = way.requests().length - before;
    expect(all.length).toBeGreaterThan(10);
    expect(all.flatMap((one) => one.members ?? []).length).toBeGreaterThan(260);
    expect(requests).toBeLessThan(25);
    for (const { name, members: those = [] } of all) {
      const pages = await members(name);
      expect(those).toEqual(pages.flatMap(({ items }) => items));
    }
  });
});

describe("groups by the names of accounts", () => {
  const address = { groupsDN: posix, groupClass: "posixGroup", memberAttribute: "memberUid" };
  let opened: Awaited<ReturnType<typeof open>>;
  beforeEach(async () => {
    opened = await open(address);
  });

  test("have them as members, also those of which they are the primary group", async () => {
    const expected = [
      ["account", "Udo", undefined],
      ["account", "anna", undefined],
      ["account", "ulla", undefined],
    ];
    expect(told(await opened.members("crew"))).toEqual(expected);
    const [crew] = await opened.listed();
    expect(told([{ items: crew?.members ?? [] }])).toEqual(expected);
  });

  test("take them in and out by their uid", async () => {
    const { calls, remove } = opened;
    const member = { type: "account", name: "bert" };
    await calls.addMember({ group: { name: "crew" }, member });
    await calls.addMember({ group: { name: "crew" }, member });
    expect(await holds("crew")).toEqual(["anna", "udo", "nobody", "bert"]);
    await remove("crew", member);
    await remove("crew", { name: "Udo" });
    // A group may still hold the name of a deleted account.
    await remove("crew", { id: id(97), name: "nobody" });
    await remove("crew", { id: id(96), name: "never" });
    expect(await holds("crew")).toEqual(["anna"]);
  });

  test("keep whom they are the primary group of, and say so", async () => {
    const error = await bench.refusal(() => opened.remove("crew", { name: "ulla" }), "policy");
    expect(error.message).toContain("gidNumber");
  });

  test("are made without a member", async () => {
    const { calls, members } = opened;
    await calls.create({ type: "group", name: "fresh", attributes: { gidNumber: ["5009"] } });
    expect(await members("fresh")).toEqual([]);
    await calls.delete({ type: "group", ref: { name: "fresh" } });
  });
});

describe("a rename", () => {
  test("takes memberships and ownerships along, those of groups in groups too", async () => {
    const { calls } = await open();
    const make = async (type: string, name: string, attributes = {}) => calls.create({ type, name, attributes });
    await make("account", "before, it");
    const [before, after] = [`uid=before\\2C it,${people}`, `uid=after\\2C it,${people}`];
    await make("group", "inside", { member: [before], owner: [before] });
    await make("group", "outside", { member: [`cn=inside,${groups}`, before] });
    const rename = async (type: string, from: string, to: string) =>
      calls.update({ type, ref: { name: from }, deltas: [{ attr: "name", replace: [to] }] });
    await rename("account", "before, it", "after, it");
    await rename("group", "inside", "within");
    const read = async (name: string) => {
      const found = await calls.get({ type: "group", ref: { name }, attributes: ["member", "owner"] });
      return [found?.attributes["member"], found?.attributes["owner"]];
    };
    expect(await read("within")).toEqual([[after], [after]]);
    expect((await read("outside"))[0]?.toSorted()).toEqual([`cn=within,${groups}`, after].toSorted());
    await calls.delete({ type: "group", ref: { name: "within" } });
    await calls.delete({ type: "group", ref: { name: "outside" } });
  });

  test("takes them along by the name of the account, too", async () => {
    const { calls } = await open({ groupsDN: posix, groupClass: "posixGroup", memberAttribute: "memberUid" });
    await calls.create({ type: "account", name: "unixold", attributes: {} });
    await calls.addMember({ group: { name: "crew" }, member: { type: "account", name: "unixold" } });
    const deltas = [{ attr: "name", replace: ["unixnew"] }];
    await calls.update({ type: "account", ref: { name: "unixold" }, deltas });
    expect(await holds("crew")).toContain("unixnew");
    expect(await holds("crew")).not.toContain("unixold");
  });
});

test("groups that have no such attribute of members are not without members: what is not shown is told", async () => {
  const { members, calls, session } = await open({ groupsDN: posix, groupClass: "posixGroup" });
  expect(await members("crew")).toEqual([{ items: [], total: 0, hidden: true }]);
  const notices: string[] = [];
  await bench.operations.serverInfo(session, { ...bench.call(), notice: (words) => void notices.push(words) });
  expect(notices).toEqual([expect.stringMatching(/posixGroup has no member/)]);
  expect((await calls.get({ type: "group", ref: { name: "crew" } }))?.name).toBe("crew");
});
