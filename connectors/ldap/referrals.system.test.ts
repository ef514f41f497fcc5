import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { type ConnectorError, Secret } from "#connectors/contract/index.ts";
import { type OpenLdap, startOpenLdap } from "#test/support/openldap.ts";

import { Bench } from "../contract/kit/bench.ts";
import ldap from "./ldap.ts";

const base = "dc=example,dc=test";
const person = `dn: uid=ada,ou=people,${base}\nobjectClass: inetOrgPerson\nuid: ada\ncn: ada\nsn: x\nuserPassword: Quartz-Heron-7421\n`;
const group = `dn: cn=crew,ou=groups,${base}\nobjectClass: groupOfNames\ncn: crew\nmember: uid=ada,ou=people,${base}\n`;
const remote = `dn: ou=remote,ou=people,${base}\nobjectClass: referral\nobjectClass: extensibleObject\nou: remote\nref: ldap://elsewhere.example.test/ou=remote,${base}\n`;

let replica: OpenLdap;
let divided: OpenLdap;
let bench: Bench;

beforeAll(async () => {
  const settings = 'updatedn "cn=nobody,dc=example,dc=test"\nupdateref "ldap://provider.example.test"';
  replica = await startOpenLdap({ ldif: `${person}\n${group}`, settings });
  divided = await startOpenLdap({ ldif: `${person}\n${group}\n${remote}` });
});
afterAll(async () => {
  await replica?.stop();
  await divided?.stop();
});
afterEach(() => bench?.clear());

async function open({ url, baseDN, accountsDN, groupsDN, admin }: OpenLdap, address: object = {}) {
  bench = new Bench(ldap, {
    address: { url, baseDN, accountsDN, groupsDN, ...address },
    credentials: [{ role: "admin", login: admin.dn, secret: admin.password }],
    stop: () => {},
  });
  return (await bench.begin()).calls;
}

const account = { name: "ada" };

test("a server that takes no writes refuses each with the address to which it points, and nothing is done", async () => {
  const calls = await open(replica);
  const ref = { type: "account", ref: account };
  const membership = { group: { name: "crew" }, member: { type: "account", ...account } };
  const writes: Readonly<Record<string, () => Promise<unknown>>> = {
    create: async () => calls.create({ type: "account", name: "bert", attributes: {} }),
    update: async () => calls.update({ ...ref, deltas: [{ attr: "mail", replace: ["a@example.test"] }] }),
    rename: async () => calls.update({ ...ref, deltas: [{ attr: "name", replace: ["adah"] }] }),
    delete: async () => calls.delete(ref),
    reset: async () => calls.resetPassword({ account, password: new Secret("Quartz-Heron-7422") }),
    disable: async () => calls.disable({ account }),
    removeMember: async () => calls.removeMember(membership),
  };
  for (const [what, write] of Object.entries(writes)) {
    const error: ConnectorError = await bench.refusal(write, "config");
    expect([what, error.outcomeUnknown, error.targetCode]).toEqual([what, false, "10"]);
    expect(error.message).toContain("ldap://provider.example.test");
  }
  expect(await calls.verify({ account, password: new Secret("Quartz-Heron-7421") })).toMatchObject({ ok: true });
});

test("a listing of which a part is on another server is refused, with its address", async () => {
  const calls = await open(divided);
  const list = async () => {
    for await (const { items } of calls.list({ type: "account", pageSize: 100 })) expect(items).toBeDefined();
  };
  const error = await bench.refusal(list, "config");
  expect(error.message).toMatch(/ou=people,.* ldap:\/\/elsewhere\.example\.test/);
});

test("whoever is not found may be on the other server; whoever is found is there", async () => {
  const calls = await open(divided);
  expect((await calls.get({ type: "account", ref: account }))?.name).toBe("ada");
  for (const absent of [
    async () => calls.get({ type: "account", ref: { name: "gone" } }),
    async () => calls.delete({ type: "account", ref: { name: "gone" } }),
    async () => calls.removeMember({ group: { name: "crew" }, member: { type: "account", name: "gone" } }),
  ])
    expect((await bench.refusal(absent, "config")).message).toContain("ldap://elsewhere.example.test");
});

test("groups are listed whatever lies elsewhere of the accounts", async () => {
  const calls = await open(divided);
  const groups = [];
  for await (const { items } of calls.list({ type: "group", pageSize: 100 })) groups.push(...items);
  expect(groups).toMatchObject([{ name: "crew", members: [{ name: "ada" }] }]);
});

test("a container that is itself on another server, or is not there, is told", async () => {
  for (const [container, words] of [
    [`ou=remote,ou=people,${base}`, /ldap:\/\/elsewhere\.example\.test/],
    [`ou=nowhere,${base}`, /shows no entry "ou=nowhere,dc=example,dc=test"/],
  ] as const) {
    const calls = await open(divided, { accountsDN: container });
    const list = async () => {
      for await (const page of calls.list({ type: "account", pageSize: 100 })) expect(page).toBeUndefined();
    };
    expect((await bench.refusal(list, "config")).message).toMatch(words);
    const get = async () => calls.get({ type: "account", ref: { name: "ada" } });
    expect((await bench.refusal(get, "config")).message).toMatch(words);
  }
});
