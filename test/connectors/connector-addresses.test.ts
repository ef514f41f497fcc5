import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { reportConnectors } from "#activities/proxy/report.ts";
import { builtInConnectors } from "#bin/connectors.ts";
import { readJsonSchema } from "#domain/json-schema/json-schema.ts";
import type { JsonValue } from "#domain/json.ts";
import type { ReportedConnector } from "#domain/proxies/reported-connector.ts";
import { createRandom, type Random } from "#domain/random.fixture.ts";

import { openTestApi, type TestApi } from "../support/api.ts";
import { documentedTargets } from "../support/documented-targets.ts";
import { projectRoot } from "../support/source-files.ts";

type Values = Readonly<Record<string, unknown>>;
type Part = Readonly<{
  title?: string;
  description?: string;
  type?: string;
  properties?: Readonly<Record<string, Part>>;
}>;

const reported = reportConnectors(builtInConnectors) as readonly ReportedConnector[];
const examples = documentedTargets.map(({ page, body }) => {
  const { type, address } = JSON.parse(body.replaceAll("$PWD", "/folder")) as { type: string; address: Values };
  return { page, type, address };
});
const helpInGerman = JSON.parse(readFileSync(join(projectRoot, "web/messages/addresses.de.json"), "utf8")) as Readonly<
  Record<string, string>
>;

/** Returns the values that the words about a field of an address name: addresses, distinguished names, and the texts after "such as". */
function namedIn(words: string): string[] {
  const found = words.match(/[a-z]+:\/\/[^\s;]+|\b[A-Za-z]+=[^\s;]+|(?<=such as |etwa )[^\s"]+/g) ?? [];
  return found.map((one) => one.replace(/[.,:)"`]+$/, "")).filter((one) => !one.endsWith("://"));
}

/** Values that the page of a target system shows as examples of a connector's address fields, in both languages. */
const shown = reported.flatMap(({ id, addressSchema }) =>
  Object.entries((addressSchema as unknown as Part).properties ?? {}).flatMap(([field, { description, type }]) =>
    [description ?? "", helpInGerman[`address.help.${id}.${field}`] ?? ""]
      .flatMap(namedIn)
      .map((value) => ({ id, field, value: type === "array" ? [value] : value })),
  ),
);

let api: TestApi;
let made = 0;

beforeAll(async () => {
  api = await openTestApi();
  const connectors = [...reported, { id: "notes", version: "0.1.0", capabilities: ["serverInfo"], addressSchema: {} }];
  const {
    store,
    context: { clock },
  } = api;
  await store.transaction(async () => {
    for (const id of ["local", "branch"])
      await store.save("proxyServers", { id, status: "enrolled", connectors, lastSeenAt: clock.now() });
  });
});
afterAll(() => api.close());

async function add(type: string, address: Values) {
  const body = { id: `T${(made += 1)}`, type, description: "one", proxyServers: ["local"], autoApprove: true, address };
  const { status, text } = await api.send("POST", "/v2/targetSystems", { as: "root", body });
  return { status, why: status === 201 ? "" : text };
}

describe("the running service takes", () => {
  it.each(examples)("the address of $type in $page", async ({ type, address }) => {
    expect(await add(type, address)).toEqual({ status: 201, why: "" });
  });

  it.each(shown)("$value as $field of $id, as its page shows it", async ({ id, field, value }) => {
    const address = examples.find(({ type }) => type === id)?.address;
    expect(await add(id, { ...address, [field]: value })).toEqual({ status: 201, why: "" });
  });

  it("what is found on the pages", () => {
    expect(shown.map(({ value }) => value)).toEqual(
      expect.arrayContaining(["ldaps://host:636", "DC=example,DC=test", "https://host/scim/v2"]),
    );
  });

  it.each<[string, Values]>([
    ["active-directory", { baseDN: "dc=example,dc=test" }],
    ["active-directory", { baseDN: "Ou=Research \\, Ships,Dc=Example,dC=test" }],
    ["active-directory", { baseDN: "OU=People, DC=example, DC=test" }],
    ["active-directory", { baseDN: "OU = People , DC = example , DC = test" }],
    ["active-directory", { accountsDN: "OU=R\\2cD,OU=Größe,DC=example,DC=test" }],
    ["active-directory", { url: "LDAPS://DC1.EXAMPLE.TEST:636/" }],
    ["active-directory", { url: "ldaps://[2001:DB8::7]:636" }],
    ["ldap", { url: "LDAPS://ldap.example.test", baseDN: "O=Example" }],
    ["ldap", { url: "Ldap://[::1]:389" }],
    ["scim", { url: "HTTPS://SERVICE.EXAMPLE.TEST/scim/v2" }],
    ["sql", { host: "DB.EXAMPLE.TEST" }],
    ["sql", { host: "2001:db8::7" }],
  ])("%s with %j", async (type, part) => {
    const address = { ...examples.find((one) => one.type === type)?.address, ...part };
    expect(await add(type, address)).toEqual({ status: 201, why: "" });
  });

  it.each<[string, Values]>([
    ["active-directory", { baseDN: "OU=People" }],
    ["active-directory", { baseDN: "OU=a\\,DC=test" }],
    ["active-directory", { baseDN: "DC=example,OU=People" }],
    ["active-directory", { accountsDN: "People" }],
    ["active-directory", { url: "ldaps://dc1.example.test:636 " }],
    ["ldap", { url: "ldap://who:ever@ldap.example.test" }],
    ["ldap", { url: "ldaps://::1" }],
    ["sqlite", { file: ":memory:" }],
  ])("not %s with %j", async (type, part) => {
    const address = { ...examples.find((one) => one.type === type)?.address, ...part };
    expect(await add(type, address)).toMatchObject({
      status: 400,
      why: expect.stringContaining("TARGET_ADDRESS_INVALID"),
    });
  });
});

const spellings = 300;

describe.each(builtInConnectors.map((connector) => ({ id: connector.definition.id, connector })))(
  "the address of $id",
  ({ id, connector }) => {
    it("is taken by the service in each spelling that the connector takes", async () => {
      const random = createRandom(1914);
      const takes = readJsonSchema(reported.find((one) => one.id === id)?.addressSchema ?? false);
      const address = examples.find(({ type }) => type === id)?.address ?? {};
      const taken: Values[] = [];
      const lost: unknown[] = [];
      for (let count = 0; count < spellings; count += 1) {
        const other = respelt(random, address) as Values;
        const { issues } = await connector.definition.address["~standard"].validate(other);
        if (issues !== undefined) continue;
        taken.push(other);
        const faults = takes(other as JsonValue);
        if (faults.length > 0) lost.push([other, faults]);
      }
      expect(lost).toEqual([]);
      // Makes sure that the comparison covers many spellings, not one.
      expect(new Set(taken.map((one) => JSON.stringify(one))).size).toBeGreaterThan(spellings / 20);
    });
  },
);

const changes: readonly ((text: string, random: Random) => string)[] = [
  (text, random) =>
    text.replaceAll(/[a-z]/gi, (letter) => (random.below(2) === 0 ? letter.toUpperCase() : letter.toLowerCase())),
  (text, random) =>
    text.replace(/^[a-z]+(?=:)/i, (scheme) => (random.below(2) === 0 ? scheme.toUpperCase() : scheme.toLowerCase())),
  (text, random) => text.replaceAll(",", () => random.pick([",", ", ", " ,", " , "])),
  (text, random) => text.replaceAll("=", () => random.pick(["=", " =", "= "])),
  (text, random) => text.replace(/(?<=[=/])[a-z]/i, () => random.pick(["\\,", "\\2c", "é", "ß", "x\\+", "😀"])),
  (text, random) =>
    text.replace(/(?<=:\/\/)[^/:]+/, () =>
      random.pick(["[::1]", "[2001:DB8::1]", "127.0.0.1", "HOST", "host.", "höst"]),
    ),
  (text, random) => text.replace(/:\d+$|$/, () => random.pick(["", ":1", ":65535", "/", ":636/"])),
  (text, random) => random.pick([`${text} `, ` ${text}`, `${text}\n`, `${text}\\`, ""]),
];

/** Returns the same value with its texts in other spellings. */
function respelt(random: Random, value: unknown): unknown {
  if (typeof value === "string") return random.below(2) === 0 ? random.pick(changes)(value, random) : value;
  if (Array.isArray(value)) return value.map((one) => respelt(random, one));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, respelt(random, one)]));
}
