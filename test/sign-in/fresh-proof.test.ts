import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect, it } from "vitest";

import type { Operation } from "#operations/kernel/define-operation.ts";

import { allOperations } from "../support/all-operations.ts";
import type { SourceFile } from "../support/architecture.ts";
import { projectRoot, readSourceFiles } from "../support/source-files.ts";
import { type WritingOperation, writingOperations } from "../support/written-tables.ts";

/** Tables of credentials and of those who act for a user: users change them only after a fresh proof. */
const provedTables = ["userCredentials", "credentialEnrolments", "consents", "delegations"];

const begins = "it begins to walk a chain; what a step of it may write it leaves to the answers";
const endsClient = "it ends a client, and consents that only this client had end with it: nobody gets a right by it";

/** Operations of users that can write such a row, with the reason why they need no proof. */
const without: Readonly<Record<string, string>> = {
  "clients.update": endsClient,
  "clients.remove": endsClient,
  "clients.revokeTokens": endsClient,
  "users.identify": begins,
  "users.prove": begins,
  "users.answerIdentification": "it uses up a code, or counts a passkey, that the person who is identified shows in it",
  "users.answerProof": "it is how a proof is given: it uses up a code or counts a passkey",
};

const files = readSourceFiles().filter(
  ({ path }) => path.startsWith("operations/") && !/\.(test|fixture)\.ts$/.test(path),
);

const concerned = (of: readonly SourceFile[]) =>
  writingOperations(of).filter(({ tables }) => provedTables.some((table) => tables.has(table)));

/** Returns the operation of a constant; undefined if its file does not export it. */
async function running({ path, constant }: WritingOperation): Promise<Operation | undefined> {
  const module = (await import(pathToFileURL(join(projectRoot, path)).href)) as Record<string, Operation | undefined>;
  return module[constant];
}

it("every operation of users that changes how they are known or who acts for them needs a fresh proof", async () => {
  const lacking: string[] = [];
  const having: string[] = [];
  for (const written of concerned(files)) {
    const operation = await running(written);
    const isOfUsers = operation?.callers.includes("user") ?? /callers: \[[^\]]*"user"/.test(written.text);
    if (isOfUsers) (operation?.proof === "fresh" ? having : lacking).push(operation?.name ?? written.constant);
  }
  expect(lacking.toSorted()).toEqual(Object.keys(without).toSorted());
  expect(having).toEqual(expect.arrayContaining(["users.removeCredential", "delegations.accept"]));
}, 60_000);

const shapeOf = (input: Operation["input"]) => (input as { readonly shape?: object }).shape ?? {};

const ofProducts = "nobody signs in by it: it is a password of the vault, or a login of a connector";

/** Operations of users that take a password, with the reason why they need no proof. */
const ofPasswords: Readonly<Record<string, string>> = {
  "users.claimAccount": "the password of the account is the proof",
  "accounts.verifyPassword": "it changes nothing",
  "accounts.create": "it is the first password of an account that is yet to come",
  "managedAccounts.override": ofProducts,
  "targetSystems.createCredential": ofProducts,
  "targetSystems.replaceCredential": ofProducts,
  "targetSystems.updateCredential": ofProducts,
};

it("every operation of users that takes a password needs a fresh proof where it is one's own", async () => {
  const taking = (await allOperations()).filter(
    ({ callers, input, kind }) => callers.includes("user") && kind !== "read" && "password" in shapeOf(input),
  );
  const lacking = taking.filter(({ proof }) => proof === undefined).map(({ name }) => name);
  expect(lacking.toSorted()).toEqual(Object.keys(ofPasswords).toSorted());
});

it.each([
  ["itself", 'run: (context) => context.store.remove("userCredentials", "k")', ""],
  [
    "by a table that is named elsewhere",
    "run: ({ store }) => store.save(at.table, {})",
    'const at = { table: "consents" };',
  ],
  ["by a function of another file", "run: (context) => plantedWrite(context)", ""],
])("finds an operation that writes one %s", (_, run, beside) => {
  const planted = [
    {
      path: "operations/users/planted.ts",
      text: `import { plantedWrite } from "./engine/planted-write.ts";\n${beside}\nexport const planted = defineOperation({ name: "users.planted", callers: ["user"], ${run} });`,
    },
    {
      path: "operations/users/engine/planted-write.ts",
      text: 'export async function plantedWrite({ store }) { return twice(store); }\nconst twice = (store) => store.add("delegations", {});',
    },
  ];
  expect(concerned(planted).map(({ constant }) => constant)).toContain("planted");
});
