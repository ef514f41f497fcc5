import { expect, test } from "vitest";

import { verbsOfSets } from "#api/offered/verbs-of-sets.ts";
import { withoutSets } from "#api/offered/without-sets.ts";
import { entitySets } from "#api/v2/routes.ts";
import { standIns } from "#bin/remote/stand-ins.ts";

import { exportedOperations } from "../support/all-operations.ts";
import { readSourceFiles } from "../support/source-files.ts";

/** Operations that only local commands call, or forms of others that are refused elsewhere with the way out. */
const calledHereAlone = [
  "addKey",
  "applyImportRules",
  "askForManagedAccounts",
  "discoverOnSchedule",
  "discoveryOutcome",
  "importPasswords",
  "install",
  "inviteManagedHost",
  "listDiscoverable",
  "listEnforced",
  "listKeys",
  "listMails",
  "listManagedHosts",
  "listNames",
  "listSinks",
  "managedAccountHistory",
  "noteRestore",
  "readAnchors",
  "removeKey",
  "replayRequest",
  "reportManagedAccounts",
  "resendMail",
  "revokeManagedHost",
  "rewrapTexts",
  "rotateKeys",
  "settleManagedAccounts",
  "showMailStatus",
  "testMail",
  "trialPasswords",
  "unconfirmedPasswords",
  "unwrapRing",
  "vaultStatus",
  "verifyAudit",
  "verifyTexts",
  "wrapRing",
];

test("every operation that a command calls is one that a service elsewhere offers, or has a stand-in, or local commands alone call it", async () => {
  const operations = await exportedOperations();
  const reached = new Set([
    ...[...verbsOfSets(entitySets)].flatMap(([name, { address }]) => (address === null ? [] : name)),
    ...withoutSets.map(({ operation: { name } }) => name),
    ...Object.keys(standIns),
  ]);
  const calls = readSourceFiles()
    .filter(({ path }) => path.startsWith("bin/commands/") && !path.endsWith(".test.ts"))
    .flatMap(({ text }) =>
      [...text.matchAll(/(?<!\w)(?:call|onService)\(\s*(?:\w+\.)?(\w+)/g)].map(([, called = ""]) => called),
    );
  const called = [...new Set(calls)].filter((name) => operations.has(name));
  expect(called.length).toBeGreaterThan(100);
  const unreached = called.filter((name) => !reached.has(operations.get(name)?.name ?? ""));
  expect(unreached.toSorted()).toEqual(calledHereAlone.toSorted());
  const names = new Set([...operations.values()].map(({ name }) => name));
  expect(Object.keys(standIns).filter((name) => !names.has(name))).toEqual([]);
});
