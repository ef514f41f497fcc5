import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { pluginPatchMaxCharacters, pluginServiceCallsMax } from "#domain/plugin-limits.ts";
import type { PluginKind, PluginKinds } from "#plugins/contract/index.ts";

import { callPlugin, type PluginCall } from "./call-plugin.ts";
import { pluginKindNames, pluginKinds } from "./plugin-kinds.ts";
import { PluginProcesses } from "./plugin-processes.ts";
import type { PluginFailure } from "./plugin-words.ts";
import { sourcesOf } from "./service-table.ts";

const lines: string[] = [];
const processes = new PluginProcesses(() => undefined);
let folder = "";
let told = 0;

// One plug-in for all of these tests: it does what its file of that moment says.
const code = () => join(folder, "code.txt");
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "call-plugin-"));
  const text = `import { readFileSync } from "node:fs";
    const Run = (async () => undefined).constructor;
    export const run = (request, services) => new Run("request", "services", readFileSync(${JSON.stringify(code())}, "utf8"))(request, services);`;
  writeFileSync(join(folder, "scripted.mjs"), text);
});
afterAll(async () => {
  await processes.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  lines.length = 0;
  told = 0;
});

/** Lets the plug-in run some code for the first sample of a kind. */
function ran<Kind extends PluginKind>(
  kind: Kind,
  script: string,
  part: Partial<PluginCall<Kind>> = {},
): Promise<PluginKinds[Kind]["patch"]> {
  writeFileSync(code(), script);
  return callPlugin(processes, {
    kind,
    file: join(folder, "scripted.mjs"),
    request: pluginKinds[kind].samples[0].request,
    services: sourcesOf(),
    withinMs: 20_000,
    log: (text) => lines.push(text),
    told: () => (told += 1),
    ...part,
  });
}
const failed = async (running: Promise<unknown>): Promise<PluginFailure> => {
  const thrown: unknown = await running.catch((error: unknown) => error);
  expect(thrown).toMatchObject({ name: "PluginFailure" });
  return thrown as PluginFailure;
};

describe.each(pluginKindNames)("the kind %s", (kind) => {
  test("has samples that are requests of it, of which each is known by a name of its own", () => {
    const { samples, request } = pluginKinds[kind];
    expect(samples.length).toBeGreaterThan(1);
    expect(new Set(samples.map(({ about }) => about)).size).toBe(samples.length);
    for (const sample of samples) expect(request.safeParse(sample.request)).toMatchObject({ success: true });
  });

  test("has secrets in its samples where its table says so, and nowhere else", () => {
    const { samples, secrets } = pluginKinds[kind];
    const holds = samples.some(({ request }) => JSON.stringify(request).includes("[secret]"));
    expect(holds).toBe(secrets);
  });

  test("checks what is returned, and its request, in words", async () => {
    expect((await failed(ran(kind, "return { nonsense: true };"))).message).toMatch(/^what it returns does not fit \(/);
    expect((await failed(ran(kind, "return 4711;"))).message).toMatch(
      /does not fit \(.*must be an object|none of the forms/,
    );
    const request = {} as PluginKinds[typeof kind]["request"];
    await expect(ran(kind, "return {};", { request })).rejects.toThrow(
      /cannot be asked so \(.*(is missing|must be|none of the forms)/,
    );
  });
});

const unfits: readonly (readonly [kind: PluginKind, patch: string, words: string])[] = [
  ["newIdCase", `{ id: "Somebody" }`, "id: it is another one than it was given"],
  ["authorizers", `{ authorizers: [{ userKey: "b" }, { userKey: "b" }] }`, "authorizers: one stands there twice"],
  [
    "authorizers",
    `{ authorizers: [{ userKey: "b", vetoo: true }] }`,
    "authorizers.0: has fields that are not known here: vetoo",
  ],
  ["implementers", `{ userKeys: ["b", "b"] }`, "userKeys: one stands there twice"],
  ["escalation", `{ to: ["u-bob"] }`, "to: the one who has not decided is among them"],
  ["stillApplicable", `{ applicable: false }`, "reason: is needed"],
  ["notifier", `{ sent: false, reason: " " }`, "reason: is needed"],
  ["passwordRule", `{ accepted: false }`, "message: is needed"],
  ["questionSet", `{ answers: [{ questionKey: "x", right: true }] }`, "one is of a question that was not answered"],
  ["questionSet", `{ questions: [] }`, "answers: is missing"],
  ["chainComponent", `{ outcome: "maybe" }`, "outcome: must be one of: passed, failed"],
  [
    "chainComponent",
    `{ ask: [{ name: "n", label: "n", hidden: true }], state: request.fields.number.use((text) => text) }`,
    "holds what was",
  ],
  ["disclosure", `{ how: "mail", content: "x" }`, "how: must be one of: display, copy"],
  ["ticketCheck", `{ valid: false }`, "message: is needed"],
  ["ticketSystem", `{ id: "T-1", address: "javascript:alert(1)" }`, "address: must be an http:// or https:// address"],
];
test.each(unfits)("of the kind %s, %s does not fit", async (kind, patch, words) => {
  expect((await failed(ran(kind, `return ${patch};`))).message).toContain(words);
});

describe("services", () => {
  test("are those of the kind and no others, and give only what their table says", async () => {
    const known = { id: "HR", type: "ldap", description: "Directory", targetGroup: "DEFAULT" };
    const services = { ...sourcesOf(), targetSystem: async () => ({ ...known, address: "not to be given" }) };
    const script = `services.log(JSON.stringify([Object.keys(services), await services.targetSystem("HR")])); return request;`;
    await ran("newIdCase", script, { services });
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([[["log", "targetSystem"], known]]);
  });

  const targetSystem = async (id: string) => {
    if (id === "gone") throw new Error("the database is away");
    return null;
  };
  test.each([
    [
      "what a service does not take",
      "await services.targetSystem(4711)",
      /targetSystem does not fit \(must be a text\)/,
    ],
    ["a service of another kind", "await services.user('u-1')", /services\.user is not a function/],
    ["a service that fails", "await services.targetSystem('gone')", /^the database is away/],
    ["a service too often", "for (;;) await services.targetSystem('HR')", `${pluginServiceCallsMax} times`],
  ])("tell a plug-in that asks for %s that it does", async (_, script, refusal) => {
    const { own } = await failed(ran("newIdCase", script, { services: { ...sourcesOf(), targetSystem } }));
    expect(own).toMatch(refusal);
  });
});

test("what is too large to be returned is refused where it was made", async () => {
  const { own } = await failed(ran("newIdCase", `return { id: "x".repeat(${pluginPatchMaxCharacters}) };`));
  expect(own).toContain(`more than ${pluginPatchMaxCharacters} characters`);
});

describe("secrets", () => {
  const password = new Secret("Zk4-blue-harbour");
  const asked = { request: { ...pluginKinds.passwordRule.samples[0].request, password } };
  test.each([
    ["log", "services.log(text); return { accepted: true };"],
    ["an error", "throw new Error(text);"],
    ["a field that is not known", "return { accepted: true, [text]: 1 };"],
    ["a service", "await services.profileAttribute({ key: 'u', name: text, [text]: 1 });"],
    ["what people are told", "return { accepted: false, message: text };"],
  ])("that a plug-in tells by %s stand nowhere", async (_, script) => {
    const telling = `const text = request.password.use((plaintext) => "it is " + plaintext); ${script}`;
    const outcome: unknown = await ran("passwordRule", telling, asked).catch((error: unknown) => error);
    const { message = "", own = "" } = outcome as Partial<PluginFailure>;
    expect(JSON.stringify([outcome, message, own, lines])).not.toContain("Zk4");
    expect(told > 0 || /it holds the password|not known here/.test(message + own)).toBe(true);
  });

  test("come as such, go back as such, and are in no request of a kind without any", async () => {
    const script = "services.log(`${request.password}`); return { how: 'copy', content: request.password };";
    const request = { ...pluginKinds.disclosure.samples[0].request, password };
    const { content } = await ran("disclosure", script, { request });
    expect(content).toBeInstanceOf(Secret);
    expect((content as Secret).use((text) => text)).toBe("Zk4-blue-harbour");
    expect([lines, told]).toEqual([["[secret]"], 0]);
    const attributes = { note: [password as unknown as string] };
    const withSecret = structuredClone(pluginKinds.notifier.samples[0].request);
    Object.assign(withSecret.request?.operations[0] ?? {}, { attributes });
    await expect(ran("notifier", "return { sent: true };", { request: withSecret })).rejects.toThrow(TypeError);
  });
});
