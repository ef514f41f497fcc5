import { afterEach, expect, test } from "vitest";

import { type Call, type ObjectState, Secret } from "#connectors/contract/index.ts";
import { type OpenLdap, type OpenLdapOptions, startOpenLdap } from "#test/support/openldap.ts";

import { Bench, type Calls } from "../contract/kit/bench.ts";
import ldap from "./ldap.ts";

const base = "dc=example,dc=test";
const [people, policies] = [`ou=people,${base}`, `ou=policies,${base}`];
const right = "Quartz-Heron-7421";

interface Person {
  readonly uid: string;
  readonly policy?: string;
  readonly lines?: readonly string[];
}

const person = ({ uid, policy, lines = [] }: Person) =>
  [
    `dn: uid=${uid},${people}`,
    "objectClass: inetOrgPerson",
    `uid: ${uid}`,
    `cn: ${uid}`,
    "sn: x",
    `userPassword: ${right}`,
    ...(policy ? [`pwdPolicySubentry: cn=${policy},${policies}`] : []),
    ...lines,
  ].join("\n") + "\n";
const policy = (name: string, ...lines: readonly string[]) =>
  `dn: cn=${name},${policies}\nobjectClass: organizationalRole\nobjectClass: pwdPolicy\ncn: ${name}\npwdAttribute: userPassword\n${lines.join("\n")}\n`;

const [past, future, longAgo] = ["20010101000000Z", "29990101000000Z", "20100101000000Z"];
const changed = `pwdChangedTime: ${longAgo}`;
const forGood = "pwdAccountLockedTime: 000001010000Z";

let directory: OpenLdap | undefined;
let bench: Bench | undefined;

afterEach(async () => {
  await bench?.clear();
  await directory?.stop();
  [directory, bench] = [undefined, undefined];
});

interface Opened {
  readonly directory: OpenLdap;
  readonly bench: Bench;
  readonly calls: Calls;
  readonly session: unknown;
}

async function open(options: OpenLdapOptions, address: object = {}): Promise<Opened> {
  directory = await startOpenLdap(options);
  const { url, baseDN, groupsDN, admin } = directory;
  bench = new Bench(ldap, {
    address: { url, baseDN, accountsDN: people, groupsDN, ...address },
    credentials: [{ role: "admin", login: admin.dn, secret: admin.password }],
    stop: () => {},
  });
  return { directory, bench, ...(await bench.begin()) };
}

async function states(calls: Calls): Promise<Readonly<Record<string, ObjectState | undefined>>> {
  const found: Record<string, ObjectState | undefined> = {};
  for await (const { items } of calls.list({ type: "account", pageSize: 100 }))
    for (const { name, state } of items) found[name] = state;
  return found;
}

const good = { enabled: true, locked: false, passwordExpired: false };

test("what the attributes of an account come to is judged by its own policy, else by the one of all accounts", async () => {
  const { calls } = await open({
    passwordPolicy: { pwdMaxAge: "0", pwdLockoutDuration: "3600" },
    ldif: [
      policy("short", "pwdMaxAge: 60", "pwdLockout: FALSE", "pwdMustChange: FALSE"),
      policy("idle", "pwdMaxIdle: 60"),
      person({ uid: "fine", lines: [changed] }),
      person({ uid: "tooold", policy: "short", lines: [changed] }),
      person({ uid: "neverchanged", policy: "short" }),
      person({ uid: "idle", policy: "idle", lines: [changed] }),
      person({ uid: "ended", lines: [`pwdEndTime: ${past}`] }),
      person({ uid: "ends", lines: [`pwdEndTime: ${future}`] }),
      person({ uid: "begins", lines: [`pwdStartTime: ${future}`] }),
      person({
        uid: "locked",
        lines: [`pwdAccountLockedTime: ${new Date().toISOString().replaceAll(/[-:T]|\.\d+/g, "")}`],
      }),
      person({ uid: "lockover", lines: [`pwdAccountLockedTime: ${longAgo}`] }),
      person({ uid: "unlockable", policy: "short", lines: [`pwdAccountLockedTime: ${longAgo}`] }),
      person({ uid: "disabled", lines: [forGood] }),
      person({ uid: "pretended", policy: "short", lines: [forGood] }),
      person({ uid: "mustchange", lines: ["pwdReset: TRUE"] }),
      person({ uid: "needsnot", policy: "short", lines: ["pwdReset: TRUE"] }),
      person({ uid: "lostpolicy", policy: "gone", lines: [changed, `pwdAccountLockedTime: ${longAgo}`] }),
    ].join("\n"),
  });
  expect(await states(calls)).toEqual({
    fine: good,
    tooold: { ...good, passwordExpired: true, passwordExpiresAt: "2010-01-01T00:01:00.000Z" },
    neverchanged: good,
    idle: { ...good, locked: true },
    ended: { ...good, expiresAt: "2001-01-01T00:00:00.000Z" },
    ends: { ...good, expiresAt: "2999-01-01T00:00:00.000Z" },
    begins: { ...good, enabled: false },
    locked: { ...good, locked: true },
    lockover: good,
    unlockable: good,
    disabled: { ...good, enabled: false },
    pretended: good,
    mustchange: { ...good, passwordExpired: true },
    needsnot: good,
    lostpolicy: { enabled: true },
  });
});

test("a lock that is over is shown as over, and a wrong password then is wrong", async () => {
  const { calls, bench: b } = await open({
    passwordPolicy: { pwdLockoutDuration: "1", pwdMaxFailure: "2" },
    ldif: person({ uid: "ada" }),
  });
  const account = { name: "ada" };
  const locked = async () => (await calls.get({ type: "account", ref: account }))?.state?.locked;
  for (let times = 0; times < 2; times += 1) await calls.verify({ account, password: b.password("-no") });
  expect(await locked()).toBe(true);
  await expect.poll(locked).toBe(false);
  expect(await calls.verify({ account, password: b.password("-no") })).toMatchObject({ ok: false, reason: "invalid" });
});

test("without a policy that can be read nothing is told that depends on it, and a lock is explained all the same", async () => {
  const { calls, bench: b } = await open({
    access: `access to dn.subtree="${policies}" by * none`,
    ldif: [
      person({ uid: "fine", lines: [changed] }),
      person({ uid: "neverchanged" }),
      person({ uid: "locked", lines: [`pwdAccountLockedTime: ${longAgo}`] }),
      person({ uid: "disabled", lines: [forGood] }),
    ].join("\n"),
  });
  expect(await states(calls)).toEqual({
    fine: { enabled: true, locked: false },
    neverchanged: good,
    locked: { enabled: true, passwordExpired: false },
    disabled: { ...good, enabled: false },
  });
  const verified = await calls.verify({ account: { name: "locked" }, password: b.password("-no") });
  expect(verified).toMatchObject({ ok: false, reason: "locked" });
});

test("the policy of all accounts is the one that the address names, or what all agree on that it may be", async () => {
  const ldif = [
    policy("old", "pwdLockout: TRUE", "pwdLockoutDuration: 60", "pwdMaxAge: 0"),
    policy("new", "pwdLockout: TRUE", "pwdLockoutDuration: 120", "pwdMaxAge: 60"),
    person({ uid: "ada", lines: [changed, `pwdAccountLockedTime: ${longAgo}`] }),
  ].join("\n");
  const access = `access to dn.exact="cn=default,${policies}" by * none`;
  const { calls, bench: b } = await open({ ldif, access });
  expect(await states(calls)).toEqual({ ada: { enabled: true, locked: false } });
  const named = { ...(b.target.address as object), passwordPolicyDN: `cn=New,${policies}` };
  const session = await b.open(undefined, { address: named });
  expect(await states(b.on(session))).toEqual({
    ada: { ...good, passwordExpired: true, passwordExpiresAt: "2010-01-01T00:01:00.000Z" },
  });
});

test("a change of which the policy makes nothing is no success", async () => {
  const { calls, bench: b } = await open({
    ldif: [
      policy("open", "pwdLockout: FALSE", "pwdMustChange: FALSE"),
      person({ uid: "ada", policy: "open" }),
      person({ uid: "later", lines: [`pwdStartTime: ${future}`] }),
    ].join("\n"),
  });
  const account = { name: "ada" };
  expect((await b.refusal(() => calls.disable({ account }), "policy")).message).toContain("still enabled");
  expect((await b.refusal(() => calls.expirePassword({ account }), "policy")).message).toContain("without a new");
  expect((await b.refusal(() => calls.enable({ account: { name: "later" } }), "policy")).message).toContain("disabled");
  await calls.unlock({ account });
});

test("an account that has ended says so when its password is looked at, and one that has not begun is disabled", async () => {
  const { calls, bench: b } = await open({
    ldif: [
      person({ uid: "ended", lines: [`pwdEndTime: ${past}`] }),
      person({ uid: "later", lines: [`pwdStartTime: ${future}`] }),
    ].join("\n"),
  });
  const verify = (name: string) => calls.verify({ account: { name }, password: b.password() });
  expect(await verify("ended")).toMatchObject({ ok: false, reason: "expired" });
  expect(await verify("later")).toMatchObject({ ok: false, reason: "disabled" });
});

test("what the directory says beside an answer is told: logins that are left, and when a password ends", async () => {
  const { bench: b, session } = await open({
    passwordPolicy: { pwdMaxAge: "60", pwdExpireWarning: "59", pwdGraceAuthNLimit: "3" },
    ldif: [
      person({ uid: "old", lines: [changed] }),
      person({
        uid: "soon",
        lines: [`pwdChangedTime: ${new Date(Date.now() - 30_000).toISOString().replaceAll(/[-:T]|\.\d+/g, "")}`],
      }),
    ].join("\n"),
  });
  const notices: string[] = [];
  const call: Call = { ...b.call(), notice: (words) => void notices.push(words) };
  for (const name of ["old", "soon"])
    expect(await b.operations.verify(session, { account: { name }, password: b.password() }, call)).toMatchObject({
      ok: true,
    });
  expect(notices).toEqual([
    expect.stringMatching(/has expired, and lets in \d times more/),
    expect.stringMatching(/expires in \d+ seconds/),
  ]);
});

test.each([
  ["duty", "pwdMustChange: TRUE"],
  ["none", "pwdMustChange: FALSE"],
])(
  "an expired password without logins of grace is changed with the current one alone, under a policy of %s",
  async (_name, duty) => {
    const { calls, directory: d } = await open({
      passwordPolicy: { pwdMaxAge: "0" },
      ldif: [
        policy("short", "pwdMaxAge: 3600", "pwdGraceAuthNLimit: 0", "pwdMaxFailure: 3", "pwdLockout: TRUE", duty),
        person({ uid: "ada", policy: "short", lines: [changed] }),
      ].join("\n"),
    });
    const account = { name: "ada" };
    const change = (current: string) =>
      calls.changePassword({ account, current: new Secret(current), password: new Secret(`${right}-2`) });
    expect(await calls.verify({ account, password: new Secret(right) })).toMatchObject({
      ok: false,
      reason: "expired",
    });
    await expect(change("wrong")).rejects.toMatchObject({ code: "currentPassword" });
    expect(await d.ldapwhoami(`uid=ada,${people}`, `${right}-2`)).toBe(false);
    await change(right);
    expect(await calls.verify({ account, password: new Secret(`${right}-2`) })).toEqual({ ok: true });
    const state = (await calls.get({ type: "account", ref: account }))?.state;
    expect(state).toMatchObject({ passwordExpired: false, locked: false });
    expect(Date.parse(state?.passwordExpiresAt ?? "")).toBeGreaterThan(Date.now());
  },
);

test("a password is one, however its letters were put together: set, verified and changed", async () => {
  const { calls, directory: d } = await open({ ldif: person({ uid: "ada" }) });
  const account = { name: "ada" };
  const [whole, apart] = ["Qu\u00e4rtz-Heron-7421", "Qua\u0308rtz-Heron-7421"];
  const letsIn = (password: string) => d.ldapwhoami(`uid=ada,${people}`, password);
  await calls.resetPassword({ account, password: new Secret(apart) });
  expect([await letsIn(whole), await letsIn(apart)]).toEqual([true, false]);
  for (const spelling of [whole, apart])
    expect(await calls.verify({ account, password: new Secret(spelling) })).toMatchObject({ ok: true });
  const next = new Secret(`${apart}-2`);
  await calls.changePassword({ account, current: new Secret(apart), password: next });
  expect(await letsIn(`${whole}-2`)).toBe(true);
  await calls.create({ type: "account", name: "bert", attributes: {}, password: new Secret(apart) });
  expect(await d.ldapwhoami(`uid=bert,${people}`, whole)).toBe(true);
});
