import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import type { ChangePage, TargetObject } from "#connectors/contract/index.ts";
import { asAdministrator, benchAt, get, membersOf, told, write } from "#test/support/active-directory-bench.ts";
import { type SambaAd, startSambaAd } from "#test/support/samba.ts";

import type { Bench } from "../contract/kit/bench.ts";

// Number of values of an attribute that a Microsoft controller shows at once.
const valuesAtOnce = 1_500;
const domainAdmins = "512";
let domain: SambaAd;

beforeAll(async () => {
  domain = await startSambaAd();
});
afterAll(() => domain?.stop());

const administrator = () => `CN=Administrator,CN=Users,${domain.baseDN}`;
const withBench = benchAt(() => domain);
const dnOf = ({ attributes }: TargetObject) => String(attributes["dn"]);
const add = (b: Bench, session: unknown, group: TargetObject, ...members: TargetObject[]) =>
  Promise.all(members.map((member) => b.operations.addMember(session, { group, member }, b.call())));

/** Returns the members of each group from a listing. */
async function listGroups(b: Bench, session: unknown): Promise<ReadonlyMap<string, string[]>> {
  const groups = new Map<string, string[]>();
  for await (const { items } of b.operations.list(session, { type: "group", pageSize: 20 }, b.call()))
    for (const { name, members } of items) groups.set(name, told(members).toSorted());
  return groups;
}

describe("the primary group of an account", () => {
  test("has it among its members, in a listing and alone, and stands in its memberOf", () =>
    withBench(async (b, session) => {
      const sleeper = await b.make(session);
      await write(domain, `CN=Domain Admins,CN=Users,${domain.baseDN}`, "member", administrator(), dnOf(sleeper));
      await write(domain, dnOf(sleeper), "primaryGroupID", domainAdmins);
      const line = `account ${sleeper.name}`;
      const listed = await listGroups(b, session);
      for (const name of ["Domain Admins", "Domain Users"]) {
        const members = await membersOf(b, session, { name });
        expect(members).toContain(line);
        expect(listed.get(name)).toEqual(members);
      }
      // Its own group belongs to an administrators' group, so it has those rights too.
      expect(listed.get("Administrators")).toContain(`${line} by Domain Admins`);
      const groups = (await get(b, session, sleeper.name, ["memberOf"]))?.attributes["memberOf"];
      expect(groups?.toSorted()).toEqual(
        ["Domain Admins", "Domain Users"].map((name) => `CN=${name},CN=Users,${domain.baseDN}`),
      );
    }));

  test("does not lose it: the removal is refused with the reason, and putting it in again is success", () =>
    withBench(async (b, session) => {
      const [account, group] = [await b.make(session), await b.make(session, "group")];
      await add(b, session, group, account);
      const sid = String(
        (await b.operations.get(session, { type: "group", ref: group }, b.call()))?.attributes["objectSid"],
      );
      await write(domain, dnOf(account), "primaryGroupID", sid.split("-").at(-1) ?? "");
      expect(await membersOf(b, session, group)).toEqual([`account ${account.name}`]);
      const remove = () => b.operations.removeMember(session, { group, member: account }, b.call());
      const { message } = await b.refusal(remove, "policy");
      expect(message).toContain(`"${group.name}" is the primary group of "${account.name}"`);
      await add(b, session, group, account);
      expect(await membersOf(b, session, group)).toEqual([`account ${account.name}`]);
      // Its former primary group is an ordinary one now.
      const users = { name: "Domain Users" };
      expect(await membersOf(b, session, users)).toContain(`account ${account.name}`);
    }));
});

describe("groups in groups", () => {
  test("give their members with the group by which they belong, once each, and end where they hold each other", () =>
    withBench(async (b, session) => {
      const [outer, middle, inner] = [
        await b.make(session, "group"),
        await b.make(session, "group"),
        await b.make(session, "group"),
      ];
      const [direct, both, deep] = [await b.make(session), await b.make(session), await b.make(session)];
      await add(b, session, outer, middle, direct, both);
      await add(b, session, middle, inner, both);
      await add(b, session, inner, deep, outer);
      const members = [
        `account ${both.name}`,
        `account ${deep.name} by ${middle.name}`,
        `account ${direct.name}`,
        `group ${inner.name} by ${middle.name}`,
        `group ${middle.name}`,
      ].toSorted();
      expect(await membersOf(b, session, outer)).toEqual(members);
      expect(await membersOf(b, session, outer, 1)).toEqual(members);
      expect((await listGroups(b, session)).get(outer.name)).toEqual(members);
      // A membership through another group is not a direct one, so there is nothing to end.
      await b.operations.removeMember(session, { group: outer, member: deep }, b.call());
      expect(await membersOf(b, session, inner)).toContain(`account ${deep.name}`);
    }));

  test("hold machines and what is of no domain, too, each as what it is", () =>
    withBench(async (b, session) => {
      const users = await membersOf(b, session, { name: "Users" });
      expect(users).toEqual(
        expect.arrayContaining([
          "foreignSecurityPrincipal S-1-5-11",
          "group Domain Users",
          "account Administrator by Domain Users",
        ]),
      );
      expect((await listGroups(b, session)).get("Users")).toEqual(users);
      expect(await membersOf(b, session, { name: "Domain Controllers" })).toEqual(["computer DC1$"]);
    }));
});

test.each(['Müller, Anna (ext) #1 + "x"', "Ops/Dev; <EU> = a\\b", "* (&|!)", "Mu\u0308ller"])(
  "whoever is called %j is a member like others, also in a group of that name, and is taken out again",
  (cn) =>
    withBench(async (b, session) => {
      const make = async (type: string) => {
        const request = { type, name: b.name(), attributes: { cn: [cn], description: [cn] } };
        return b.keep(await b.operations.create(session, request, b.call()));
      };
      const group = await make("group");
      const place = `OU=${group.name},${domain.baseDN}`;
      await asAdministrator(domain, (client) => client.add(place, { objectClass: "organizationalUnit" }));
      await withBench(
        async (other, its) => {
          const request = { type: "account", name: other.name(), attributes: { cn: [cn] } };
          const member = other.keep(await other.operations.create(its, request, other.call()));
          expect(member.attributes["cn"]).toEqual([cn.normalize()].map(() => expect.stringContaining(cn.slice(0, 1))));
          for (const _time of ["first", "again"]) await add(other, its, group, member);
          expect(await membersOf(other, its, group)).toEqual([`account ${member.name}`]);
          expect((await listGroups(other, its)).get(group.name)).toEqual([`account ${member.name}`]);
          expect((await get(other, its, member.name, ["memberOf"]))?.attributes["memberOf"]).toContain(dnOf(group));
          await other.operations.removeMember(its, { group, member }, other.call());
          expect(await membersOf(other, its, group)).toEqual([]);
        },
        { address: { newAccountsDN: place } },
      );
    }),
);

test("a member that was renamed or moved since is the same one by its id", () =>
  withBench(async (b, session) => {
    const [group, member] = [await b.make(session, "group"), await b.make(session)];
    await add(b, session, group, member);
    const name = b.name("new");
    const changes = [
      { attr: "cn", replace: ["Elsewhere"] },
      { attr: "name", replace: [name] },
    ];
    await b.operations.update(session, { type: "account", ref: member, deltas: changes }, b.call());
    expect(await membersOf(b, session, group)).toEqual([`account ${name}`]);
    await b.operations.removeMember(session, { group, member }, b.call());
    expect(await membersOf(b, session, group)).toEqual([]);
  }));

test("the members of all groups take no question for each group", () =>
  withBench(async (b, session) => {
    const { client } = session as { client: { _send(message: unknown): unknown } };
    const send = vi.spyOn(client, "_send");
    const questions = async () => {
      send.mockClear();
      const groups = await listGroups(b, session);
      return { groups: groups.size, sent: send.mock.calls.length };
    };
    const before = await questions();
    const [account, groups] = [
      await b.make(session),
      await Promise.all(Array.from({ length: 15 }, () => b.make(session, "group"))),
    ];
    for (const [index, group] of groups.entries()) await add(b, session, group, account, ...groups.slice(index + 1));
    const after = await questions();
    expect(after.groups).toBe(before.groups + groups.length);
    // One further page of the domain, and one of its groups.
    expect(after.sent).toBeLessThanOrEqual(before.sent + 2);
  }));

describe("the change feed of groups", () => {
  async function changed(b: Bench, session: unknown, during: () => Promise<void>): Promise<string[]> {
    const read = async (token?: string) => {
      const pages: ChangePage[] = [];
      const request = { type: "group", ...(token !== undefined && { token }) };
      for await (const page of b.operations.changes(session, request, b.call())) pages.push(page);
      return pages;
    };
    const token = (await read()).at(-1)?.token;
    await during();
    const changes = (await read(token)).flatMap((page) => page.changes);
    return changes.map((change) => (change.kind === "delete" ? `- ${change.id}` : change.object.name)).toSorted();
  }

  test("tells the groups around one that has changed, and the first group of a new account", () =>
    withBench(async (b, session) => {
      const [outer, inner, other] = [
        await b.make(session, "group"),
        await b.make(session, "group"),
        await b.make(session, "group"),
      ];
      const account = await b.make(session);
      await add(b, session, outer, inner);
      expect(await changed(b, session, async () => void (await add(b, session, inner, account)))).toEqual(
        [inner.name, outer.name].toSorted(),
      );
      expect(await changed(b, session, async () => void (await b.make(session)))).toEqual(["Domain Users", "Users"]);
      const gone = await changed(b, session, () =>
        b.operations.delete(session, { type: "group", ref: inner }, b.call()),
      );
      expect(gone).toEqual(expect.arrayContaining([`- ${inner.id}`, outer.name, other.name]));
    }));
});

test(`a group of more than ${valuesAtOnce} members comes whole, alone, in a listing and as an attribute`, async () => {
  const place = `OU=Many,${domain.baseDN}`;
  const names = Array.from({ length: valuesAtOnce + 20 }, (_, index) => `many${index}`);
  await asAdministrator(domain, async (client) => {
    await client.add(place, { objectClass: "organizationalUnit" });
    for (const name of names) await client.add(`CN=${name},${place}`, { objectClass: "user", sAMAccountName: name });
    const member = names.map((name) => `CN=${name},${place}`);
    await client.add(`CN=all,${place}`, { objectClass: "group", sAMAccountName: "all", member });
  });
  await withBench(async (b, session) => {
    const group = { name: "all" };
    const members = names.map((name) => `account ${name}`).toSorted();
    expect(await membersOf(b, session, group, 500)).toEqual(members);
    expect((await listGroups(b, session)).get(group.name)).toEqual(members);
    const request = { type: "group", ref: group, attributes: ["member"] };
    expect((await b.operations.get(session, request, b.call()))?.attributes["member"]).toHaveLength(names.length);
  });
});
