import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { offeredOperations } from "#api/offered/offered-operations.ts";
import { transportOf } from "#idapi/in-process-transport.ts";
import { connect, LibraryError, type LibrarySession } from "#idapi/index.ts";
import { sessionOf } from "#idapi/session.ts";

import { libraryTypes } from "../../tools/library-types.ts";
import { openIdentityProvider } from "../support/identity-provider.ts";
import { usualCapabilities } from "../support/organisation.ts";
import { openRequestApi, type RequestApi } from "../support/request-api.ts";
import { projectRoot } from "../support/source-files.ts";

const run = promisify(execFile);

interface Example {
  readonly title: string;
  readonly code: string;
}

const page = readFileSync(join(projectRoot, "docs/library.md"), "utf8");
const chapter = page.slice(page.indexOf("## An example of each capability"));
const examples: readonly Example[] = [...chapter.matchAll(/### (.+)\n\n```js\n([\s\S]*?)```/g)].map(
  ([, title = "", code = ""]) => ({ title, code }),
);

test("docs/library.md has an example of each capability", () => {
  const capabilities = new Set(offeredOperations.map(({ name }) => name.split(".")[0] ?? ""));
  const shown = [...capabilities].filter((name) =>
    examples.some(({ code }) => new RegExp(`session\\.${name}[.(]`).test(code)),
  );
  expect(shown.toSorted()).toEqual([...capabilities].toSorted());
});

/** Names that an example may use. */
type Names = Readonly<Record<string, unknown>>;

interface World {
  readonly api: RequestApi;
  readonly names: Names;
}

async function openWorld(): Promise<World> {
  const api = await openRequestApi({
    people: ["ada"],
    targets: { DIRECTORY: [] },
    capabilities: [...usualCapabilities, "resetPassword", "verify"],
  });
  const { store, context } = api;
  const { certificate } = await openIdentityProvider();
  const [accountKey, groupKey] = [context.ids.guid(), context.ids.guid()];
  const [root] = await store.select("users", { where: { id: "root" } });
  await store.transaction(async () => {
    const object = { targetSystemKey: "DIRECTORY", longId: "x", displayId: "x", shortId: "x" };
    await store.save("accounts", { ...object, key: accountKey, stableId: "a" });
    await store.save("groups", { ...object, key: groupKey, stableId: "g", managed: true });
    const member = { userClassId: "_EXPLICIT_API_USERS_", userKey: root?.key ?? "" };
    await store.save("userClassMembers", { key: context.ids.guid(), ...member });
  });
  return {
    api,
    names: { userKey: api.keyOf("ada"), target: "DIRECTORY", accountKey, groupKey, certificate, LibraryError },
  };
}

const ways: Readonly<Record<string, (api: RequestApi) => Promise<LibrarySession>>> = {
  "over HTTP": async ({ address }) => (await connect({ url: address })).login("root", "password-of-root"),
  async "in process"({ context }) {
    const transport = { ...transportOf(context), close: () => Promise.resolve() };
    return sessionOf(transport, await transport.logIn("root", "password-of-root"));
  },
};

// @specification 1.library
describe.each(Object.entries(ways))("%s the examples of docs/library.md do what they say:", (_way, logIn) => {
  let world: World;
  let session: LibrarySession;
  beforeAll(async () => {
    world = await openWorld();
    session = await logIn(world.api);
  });
  afterAll(() => world.api.close());

  test.each(examples)("$title", async ({ code }) => {
    const written: unknown[][] = [];
    const console = { log: (...words: unknown[]) => written.push(words) };
    const names: Names = { ...world.names, session, console };
    // oxlint-disable-next-line typescript/no-implied-eval -- it runs what the document shows, and nothing else
    const example = new Function(...Object.keys(names), `return (async () => {${code}})();`) as (
      ...values: unknown[]
    ) => Promise<void>;
    await example(...Object.values(names));
    for (const words of written) expect(words).not.toContain(undefined);
  });
});

test("the examples fit the types that are published", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-types-"));
  const compiler = join(projectRoot, "node_modules", ".bin", "tsc");
  await run(compiler, ["-p", join(projectRoot, "tools/package/idapi-declarations.json"), "--outDir", folder]);
  writeFileSync(join(folder, "idapi", "operations.d.ts"), libraryTypes());
  symlinkSync(join(projectRoot, "node_modules"), join(folder, "node_modules"));
  const given = `import { LibraryError, type LibrarySession } from "./idapi/index.ts";
declare const session: Omit<LibrarySession, "read"> & { read(path: string): Promise<any> };
declare const userKey: string, target: string, accountKey: string, groupKey: string, certificate: string;`;
  const blocks = examples.map(({ code }) => `async () => {\n${code}};`);
  writeFileSync(join(folder, "examples.ts"), `${given}\n${blocks.join("\n")}\n`);
  const wrong = "async () => { await session.users.create({ id: 5 }); await session.users.vanish(); };";
  writeFileSync(join(folder, "wrong.ts"), `${given}\n${wrong}\n`);
  const options = { strict: true, noEmit: true, module: "nodenext", target: "es2024", types: ["node"] };
  const check = (file: string) => {
    const compilerOptions = { ...options, allowImportingTsExtensions: true };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [file] }));
    return run(compiler, ["-p", folder]).then(
      () => "",
      ({ stdout }: { stdout: string }) => stdout,
    );
  };
  expect(await check("examples.ts")).toBe("");
  const faults = await check("wrong.ts");
  expect(faults).toMatch(/Type 'number' is not assignable to type 'string'/);
  expect(faults).toMatch(/Property 'vanish' does not exist/);
  rmSync(folder, { recursive: true });
});
