import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { projectRoot } from "#test/support/source-files.ts";

import { builtInConnectors } from "./connectors.ts";
import { loadConnectors, withoutPaths } from "./load-connectors.ts";

const builtInIds = builtInConnectors.map(({ definition }) => definition.id);
const contract = JSON.stringify(join(projectRoot, "connectors/contract/index.ts"));
const zod = JSON.stringify(join(realpathSync(join(projectRoot, "node_modules")), "zod/index.js"));
let folder = "";

const good = (id: string, part = "") => `
  import { defineConnector } from ${contract};
  import { z } from ${zod};
  const definition = { id: "${id}", version: "1.0.0", title: "T", sdk: 1, address: z.strictObject({ host: z.string() }),
    open: async () => ({}), operations: { serverInfo: async () => ({ product: "T" }) }, ${part} };
  export default defineConnector(definition);`;

const failures: readonly (readonly [file: string, text: string, problem: string, words: RegExp])[] = [
  [
    "throws.mjs",
    `throw new Error("no licence in /etc/secret/licence.pem");`,
    "notLoadable",
    /no licence in licence.pem/,
  ],
  ["broken.mjs", "export default {{{", "notLoadable", /syntax/i],
  ["hangs.mjs", "await new Promise(() => {});", "notLoadable", /not imported after 50 ms/],
  ["empty.mjs", "export const connector = 1;", "noConnector", /no default export/],
  ["later.ts", good("later", "sdk: 2"), "otherSdk", /version 2 of the contract/],
  ["untold.ts", good("untold", 'version: ""'), "invalidDefinition", /version must be/],
  ["speechless.ts", good("speechless", "operations: {}"), "invalidDefinition", /serverInfo/],
  ["nameless.ts", good("Name Less"), "notLoadable", /Name Less/],
  ["again.ts", good("ldap"), "duplicateId", /"ldap"/],
];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-connectors-"));
  for (const [file, text] of failures) writeFileSync(join(folder, file), text);
  writeFileSync(join(folder, "notes.ts"), good("notes"));
  const packageFolder = join(folder, "node_modules", "@branch", "tickets");
  mkdirSync(packageFolder, { recursive: true });
  writeFileSync(
    join(packageFolder, "package.json"),
    JSON.stringify({ name: "@branch/tickets", type: "module", exports: { ".": { import: "./index.mjs" } } }),
  );
  writeFileSync(join(packageFolder, "index.mjs"), good("tickets"));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("the connectors of a proxy", () => {
  test("come from files and from packages, beside those that are built in", async () => {
    const { connectors, failed } = await loadConnectors(builtInConnectors, ["./notes.ts", "@branch/tickets"], {
      folder,
    });
    expect(failed).toEqual([]);
    expect(connectors.map(({ definition }) => definition.id)).toEqual([...builtInIds, "notes", "tickets"]);
  });

  test.each(failures)("one that cannot be used is told and stops no other: %s", async (file, _text, problem, words) => {
    const entries = [`./${file}`, "./notes.ts"];
    // An existing module is awaited for as long as it takes on a busy machine.
    const timeoutMs = file === "hangs.mjs" ? 50 : 60_000;
    const { connectors, failed } = await loadConnectors(builtInConnectors, entries, { folder, timeoutMs });
    expect(failed).toEqual([{ name: file, problem, message: expect.stringMatching(words) }]);
    expect(connectors.map(({ definition }) => definition.id)).toEqual([...builtInIds, "notes"]);
    expect(failed[0]?.message).not.toContain(folder);
  });

  test.each([
    ["the file itself", "open.ts", 0o646, 0o755, /^open\.ts can be changed .* chmod go-w open\.ts$/],
    ["its folder", "within.ts", 0o644, 0o777, /^shared can be changed .* chmod go-w shared$/],
  ])("one of which others may write %s is not loaded", async (_, file, mode, folderMode, words) => {
    const shared = join(folder, "shared");
    mkdirSync(shared, { recursive: true });
    writeFileSync(join(shared, file), good("shared"));
    chmodSync(join(shared, file), mode);
    chmodSync(shared, folderMode);
    const { connectors, failed } = await loadConnectors([], [`./shared/${file}`], { folder });
    expect(connectors).toEqual([]);
    expect(failed).toEqual([{ name: file, problem: "notLoadable", message: expect.stringMatching(words) }]);
    chmodSync(join(shared, file), 0o644);
    chmodSync(shared, 0o1777);
    expect((await loadConnectors([], [`./shared/${file}`], { folder })).failed).toEqual([]);
  });

  test("nor is one beside code that others may write, or in a package whose folders they may write", async () => {
    const tickets = join(folder, "node_modules", "@branch", "tickets");
    const beside = join(tickets, "beside.mjs");
    writeFileSync(beside, "");
    for (const [path, open, closed] of [
      [beside, 0o666, 0o644],
      [join(folder, "node_modules", "@branch"), 0o777, 0o755],
    ] as const) {
      chmodSync(path, open);
      const { failed } = await loadConnectors([], ["@branch/tickets"], { folder });
      expect(failed).toMatchObject([{ problem: "notLoadable", message: expect.stringContaining("chmod go-w") }]);
      chmodSync(path, closed);
    }
    expect((await loadConnectors([], ["@branch/tickets"], { folder })).failed).toEqual([]);
  });

  test("one that is not there is told by its name, without its folder", async () => {
    const { failed } = await loadConnectors([], [join(folder, "absent.ts"), "no-such-package"], { folder });
    expect(failed.map(({ name, problem }) => [name, problem])).toEqual([
      ["absent.ts", "notLoadable"],
      ["no-such-package", "notLoadable"],
    ]);
    expect(JSON.stringify(failed)).not.toContain(folder);
  });
});

describe("words of an error that leave the machine", () => {
  test.each([
    ["Cannot find module '/opt/a b/x.ts'", "Cannot find module 'a b/x.ts'"],
    ["at file:///home/ann/x.js:3", "at x.js:3"],
    ["C:\\Users\\ann\\x.js is bad", "x.js is bad"],
    ["and/or, https://example.test/a", "and/or, https://example.test/a"],
  ])("%s", (text, expected) => {
    expect(withoutPaths(text)).toBe(expected);
  });
});
