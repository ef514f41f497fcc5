import { afterEach, expect, test } from "vitest";

import type { TargetObject } from "#connectors/contract/index.ts";
import {
  type AskedSearch,
  type ScriptedAnswer,
  type ScriptedDirectory,
  type ScriptedEntry,
  startScriptedDirectory,
} from "#test/support/scripted-directory.ts";

import { Bench } from "../contract/kit/bench.ts";
import ldap from "./ldap.ts";

const base = "dc=example,dc=test";

let directory: ScriptedDirectory | undefined;
let bench: Bench | undefined;

afterEach(async () => {
  await bench?.clear();
  await directory?.stop();
  [directory, bench] = [undefined, undefined];
});

const person = (uid: string, more: ScriptedEntry["attributes"] = {}): ScriptedEntry => ({
  dn: `uid=${uid},${base}`,
  attributes: { uid: [uid], entryUUID: [`id-${uid}`], objectClass: ["inetOrgPerson"], ...more },
});

/** Opens the connector on a directory that only has the given answers below the base DN and shows no facts about itself. */
async function open(answerTo: (search: AskedSearch) => ScriptedAnswer, address: object = {}) {
  directory = await startScriptedDirectory((search) => (search.base.endsWith(base) ? answerTo(search) : {}));
  bench = new Bench(ldap, {
    address: { url: directory.url, baseDN: base, accountState: "none", ...address },
    credentials: [{ role: "admin", login: "cn=admin", secret: "secret" }],
    stop: () => {},
  });
  const { calls } = await bench.begin();
  return { calls, bench };
}

async function list(calls: Awaited<ReturnType<typeof open>>["calls"], type = "account", pageSize = 2) {
  const objects: TargetObject[] = [];
  for await (const { items } of calls.list({ type, pageSize })) objects.push(...items);
  return objects;
}

test.each<[string, readonly ScriptedAnswer[], string]>([
  ["stops at its limit", [{ entries: [person("a")], code: 4, words: "Size limit exceeded" }], "policy"],
  ["stops at its limit on a later page", [{ entries: [person("a")], cookie: "1" }, { code: 4 }], "policy"],
  ["ends for want of time", [{ entries: [person("a")], cookie: "1" }, { code: 3 }], "busy"],
  ["does not say whether a full page was the last", [{ entries: [person("a"), person("b")] }], "broken"],
  ["loses the place", [{ entries: [person("a")], cookie: "1" }, { entries: [person("b")] }], "broken"],
  [
    "gives one page for ever",
    [
      { entries: [person("a")], cookie: "1" },
      { entries: [person("a")], cookie: "1" },
    ],
    "broken",
  ],
  [
    "knows the place no more",
    [
      { entries: [person("a")], cookie: "1" },
      { code: 53, words: "cookie invalid" },
    ],
    "policy",
  ],
  ["points elsewhere", [{ entries: [person("a")], cookie: "", references: ["ldap://b.example.test"] }], "config"],
  ["points elsewhere for all of it", [{ code: 10, referral: ["ldap://b.example.test"] }], "config"],
  ["follows an alias in a circle", [{ code: 54 }], "config"],
  ["fails for reasons of its own", [{ code: 80 }], "config"],
])("a directory that %s gives no listing that looks whole", async (_, pages, code) => {
  let page = 0;
  const { calls, bench: b } = await open(() => pages[page++] ?? pages.at(-1) ?? {});
  await b.refusal(() => list(calls), code as "broken");
});

test("a directory that knows no pages gives all at once", async () => {
  const { calls } = await open(() => ({ entries: ["a", "b", "c"].map((uid) => person(uid)) }));
  expect(await list(calls)).toHaveLength(3);
});

test("values that come in parts are all read, in the order of their parts", async () => {
  const values = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `+${from + index}`);
  const { calls } = await open(({ attributes }) => {
    const [, from] = /;range=(\d+)-\*/.exec(attributes.join()) ?? [];
    if (from === undefined)
      return {
        entries: [person("a", { mobile: [], "mobile;range=0-2": values(0, 3), "mobile;x-work": ["+9"] })],
        cookie: "",
      };
    const name = from === "3" ? "mobile;range=3-5" : "mobile;range=6-*";
    return { entries: [{ dn: `uid=a,${base}`, attributes: { [name]: values(Number(from), Number(from) + 3) } }] };
  });
  const [account] = await list(calls);
  expect(account?.attributes).toMatchObject({ mobile: values(0, 9), "mobile;x-work": ["+9"] });
  expect((await calls.get({ type: "account", ref: { name: "a" } }))?.attributes["mobile"]).toEqual(values(0, 9));
});

test("parts that do not go on are no end", async () => {
  const { calls, bench: b } = await open(({ attributes }) =>
    attributes.join().includes(";range=")
      ? { entries: [{ dn: `uid=a,${base}`, attributes: { "mobile;range=0-2": ["+1"] } }] }
      : { entries: [person("a", { "mobile;range=0-2": ["+1", "+2", "+3"] })], cookie: "" },
  );
  await b.refusal(() => list(calls), "broken");
});

test("an entry that was not asked for is not the answer", async () => {
  const { calls, bench: b } = await open(() => ({ entries: [person("root-admin")] }));
  expect(await calls.get({ type: "account", ref: { name: "jane" } })).toBeUndefined();
  expect(await calls.get({ type: "account", ref: { id: "id-jane", name: "root-admin" } })).toBeUndefined();
  expect((await calls.get({ type: "account", ref: { name: "ROOT-admin" } }))?.name).toBe("root-admin");
  await b.refusal(
    () => calls.update({ type: "account", ref: { name: "jane" }, deltas: [{ attr: "cn", replace: ["x"] }] }),
    "notFound",
  );
});

test("values of the same attribute under two spellings are shown together", async () => {
  const attributes = { "userCertificate;binary": [Buffer.from("one")], usercertificate: [Buffer.from("two")] };
  const { calls } = await open(() => ({ entries: [person("a", attributes)], cookie: "" }), {
    accountAttributes: ["userCertificate"],
  });
  const [account] = await list(calls);
  expect(account?.attributes["userCertificate"]).toEqual([Buffer.from("one"), Buffer.from("two")]);
});
