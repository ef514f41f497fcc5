import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { type OpenLdap, startOpenLdap } from "#test/support/openldap.ts";

import { Bench } from "../contract/kit/bench.ts";
import ldap from "./ldap.ts";

const base = "dc=example,dc=test";
const changed = new Date(Date.now() - 30_000).toISOString().replaceAll(/[-:T]|\.\d+/g, "");
// An administrator whose own password expires soon.
const soon = `dn: cn=soon,${base}\nobjectClass: organizationalRole\nobjectClass: simpleSecurityObject\ncn: soon\nuserPassword: Quartz-Heron-7421\npwdChangedTime: ${changed}\n`;
const ldif = `dn: uid=ada,ou=people,${base}\nobjectClass: inetOrgPerson\nuid: ada\ncn: ada\nsn: x\n
dn: cn=crew,ou=groups,${base}\nobjectClass: groupOfNames\ncn: crew\nmember: uid=ada,ou=people,${base}\n\n${soon}`;

let directory: OpenLdap;
let bench: Bench | undefined;
beforeAll(async () => {
  directory = await startOpenLdap({ ldif, passwordPolicy: { pwdMaxAge: "3600", pwdExpireWarning: "3599" } });
});
afterAll(() => directory?.stop());
afterEach(() => bench?.clear());

async function open(address: object, login = directory.admin.dn, secret = directory.admin.password) {
  const { url, baseDN, accountsDN, groupsDN } = directory;
  bench = new Bench(ldap, {
    address: { url, baseDN, accountsDN, groupsDN, ...address },
    credentials: [{ role: "admin", login, secret }],
    stop: () => {},
  });
  const { session, calls } = await bench.begin();
  const notices: string[] = [];
  const call = { ...bench.call(), notice: (words: string) => void notices.push(words) };
  expect(await bench.operations.serverInfo(session, call)).toMatchObject({ product: "OpenLDAP" });
  return { bench, calls, notices };
}

const nobody = `ou=policies,${base}`;

test.each<[string, object, readonly RegExp[]]>([
  ["an address that fits", {}, []],
  ["a mistyped class", { groupClass: "groupOfName" }, [/no object class groupOfName\b/, /class groupOfName is seen/]],
  ["a class that nobody has", { accountClass: "account" }, [/No entry of the class account is seen below ou=people,/]],
  [
    "a container without accounts",
    { accountsDN: nobody },
    [/No entry of the class inetOrgPerson is seen below ou=pol/],
  ],
  ["a container that is not there", { groupsDN: `ou=gruops,${base}` }, [/shows no entry "ou=gruops,/]],
  ["another attribute of members", { memberAttribute: "uniqueMember" }, [/groupOfNames has no uniqueMember/]],
  ["the policy of all accounts", { passwordPolicyDN: `cn=default,ou=policies,${base}` }, []],
  ["a policy that is not there", { passwordPolicyDN: "cn=nowhere" }, [/No password policy is seen at cn=nowhere/]],
  ["a policy that is no name", { passwordPolicyDN: "default" }, [/No password policy is seen at default/]],
  [
    "attributes that are unknown",
    { accountAttributes: ["uid", "emial"], idAttribute: "objectGUID" },
    [/no attribute objectGUID/, /no attribute emial/],
  ],
])("%s is told with the test of the connection", async (_, address, words) => {
  const { notices } = await open(address);
  expect(notices).toEqual(words.map((one) => expect.stringMatching(one)));
});

test("a class that the directory does not know is no empty listing", async () => {
  const { bench: b, calls } = await open({ groupClass: "groupOfName" });
  const list = async () => {
    for await (const page of calls.list({ type: "group", pageSize: 10 })) expect(page).toBeUndefined();
  };
  expect((await b.refusal(list, "config")).message).toContain('"groupOfName"');
});

test("groups that hold their members in another attribute are not without members", async () => {
  const { calls } = await open({ memberAttribute: "uniqueMember" });
  const groups = [];
  for await (const { items } of calls.list({ type: "group", pageSize: 10 })) groups.push(...items);
  expect(groups).toMatchObject([{ name: "crew", members: [], membersHidden: true }]);
});

test("that the password of the administrator itself ends is told", async () => {
  const { notices } = await open({}, `cn=soon,${base}`, "Quartz-Heron-7421");
  expect(notices).toContainEqual(expect.stringMatching(/"cn=soon,.*expires in \d+ seconds/));
});
