import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { KitResult } from "#connectors/contract/kit/rule.ts";
import type { PluginKind } from "#plugins/contract/index.ts";
import { builtInFile } from "#plugins/host/plugin-file.ts";
import { folderOfKind, pluginKindNames, pluginKinds } from "#plugins/host/plugin-kinds.ts";
import { projectRoot } from "#test/support/source-files.ts";
import { testSize } from "#test/support/test-size.ts";

import type { KitCase } from "./bench.ts";
import { readCases } from "./read-cases.ts";
import { pluginRules } from "./rules.ts";
import { kindOfPlugin, runPluginKit } from "./run-plugin-kit.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "plugin-kit-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function resultsOf(file: string, kind: PluginKind, cases: readonly KitCase[] = []): Promise<KitResult[]> {
  const results: KitResult[] = [];
  for await (const result of runPluginKit({ file, kind, cases })) results.push(result);
  return results;
}

/** Kinds of which every plug-in goes through all rules; each takes some two seconds. */
const tried: readonly PluginKind[] = testSize(["newIdCase", "chainComponent"], pluginKindNames);

test.concurrent.each(pluginKindNames)(
  "the example and the built-in plug-ins of the kind %s are there, and those that are tried keep every rule",
  async (kind) => {
    const example = join(projectRoot, "plugins", folderOfKind(kind), "example.ts");
    expect(await kindOfPlugin(example)).toBe(kind);
    const builtIns = pluginKinds[kind].builtIns.map((name) => builtInFile(kind, name));
    const files = readdirSync(join(projectRoot, "plugins", folderOfKind(kind)));
    expect(files.toSorted()).toEqual([example, ...builtIns].map((file) => basename(file)).toSorted());
    for (const file of tried.includes(kind) ? [example, ...builtIns] : []) {
      const failed = (await resultsOf(file, kind)).filter(({ ok }) => !ok);
      expect(failed, file).toEqual([]);
    }
  },
);

/** A plug-in that is well but for one defect, and the rule of the kit that must find it. */
const defects: readonly (readonly [flaw: string, rule: string, kind: PluginKind, code: string])[] = [
  [
    "others can change its file",
    "nobody but the service can change its file",
    "newIdCase",
    "export const run = ({ id }) => ({ id });",
  ],
  [
    "it takes every id for one with a dot",
    "it answers each request of its kind in time, with a patch that fits",
    "newIdCase",
    "export const run = ({ id }) => ({ id: id.split('.')[0].toUpperCase() + '.' + id.split('.')[1].toUpperCase() });",
  ],
  [
    "it keeps its first answer",
    "an answer does not depend on the requests before it",
    "ticketCheck",
    "let valid; export const run = ({ ticket }) => { valid ??= ticket.startsWith('CHG'); return { valid, message: 'no' }; };",
  ],
  [
    "it believes that a service knows everything",
    "it answers where its services know nothing",
    "newIdCase",
    "export const run = async ({ id, targetSystemKey }, services) => { const target = await services.targetSystem(targetSystemKey).catch(() => ({ type: '' })); return { id: target.type === 'ldap' ? id.toLowerCase() : id }; };",
  ],
  [
    "it asks a service until it answers",
    "it ends in time where its services fail",
    "newIdCase",
    "export const run = async ({ id, targetSystemKey }, services) => { for (;;) { try { await services.targetSystem(targetSystemKey); return { id }; } catch {} } };",
  ],
  [
    "it logs the password",
    "it tells no secret, neither to the log nor in an error",
    "disclosure",
    "export const run = ({ password }, { log }) => { password.use(log); return { how: 'copy', content: password }; };",
  ],
  [
    "something that it has begun fails later",
    "nothing of it fails after it has answered",
    "newIdCase",
    "export const run = ({ id }) => { setTimeout(() => { throw new Error('later'); }, 20); return { id }; };",
  ],
  [
    "it does not what its author says",
    "the cases of its author come out as they say",
    "newIdCase",
    "export const run = ({ id }) => ({ id });",
  ],
];

test("each rule of the kit has a defect", () => {
  expect(defects.map(([, rule]) => rule)).toEqual(pluginRules.map(({ name }) => name));
});

test.concurrent.each(defects)(
  "a plug-in of which this is true: %s; the kit says so by the rule that %s",
  async (flaw, rule, kind, code) => {
    const file = join(folder, `defect-${pluginRules.findIndex(({ name }) => name === rule)}.mjs`);
    writeFileSync(file, code, { mode: 0o600 });
    if (flaw.startsWith("others can")) chmodSync(file, 0o606);
    const request = { id: "Ada", type: "account", targetSystemKey: "HR" };
    const cases =
      kind === "newIdCase" ? readCases(kind, [{ about: "capital letters", request, patch: { id: "ADA" } }]) : [];
    const failed = (await resultsOf(file, kind, flaw.startsWith("it does not what") ? cases : [])).filter(
      ({ ok }) => !ok,
    );
    const rules = failed.map((result) => result.rule);
    // What fails later may meet the next call of any rule.
    if (flaw.endsWith("fails later")) expect(rules).toContain(rule);
    else expect(rules).toEqual([rule]);
    expect(failed[0]?.message).not.toBe("");
  },
);
