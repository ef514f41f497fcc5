import { expect, it } from "vitest";

import { everyPage } from "#test/web/support/looked-at.ts";

// axe checks the dialogs that tests use, and those that open from the rows of the pages. So each dialog needs a test.

const texts: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(import.meta.glob<object>("../messages/*en.json", { import: "default", eager: true })),
);
const sources = import.meta.glob<string>(["../**/*.tsx", "!../dist/**"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const tests = Object.values(
  import.meta.glob<string>("../../test/web/*.system.test.ts", { query: "?raw", import: "default", eager: true }),
).join("\n");
const opened = new Set(everyPage.flatMap(({ dialogs = [] }) => dialogs));

/** Titles in the tests of the dialogs whose titles are composed. */
const calledInTests: Readonly<Record<string, string>> = {
  "forms/add-object-dialog.tsx": "Add an account",
  "pages/access/claim-dialog.tsx": "Claim an account",
  "pages/access/password-dialog.tsx": "Verify the password",
  "pages/access/progress-dialog.tsx": "Change the password",
  "pages/accounts/account-actions.tsx": "Disable",
  "pages/batches/decide-dialog.tsx": "Approve all",
  "pages/chains/chain-actions.tsx": "Take away what is stored",
  "pages/chains/chain-change-dialog.tsx": "Roll back to version 1",
  "pages/checkouts/words-dialog.tsx": "Review the emergency",
  "pages/delegations/delegations-page.tsx": "Accept",
  "pages/enforcement/run-actions.tsx": "Pause",
  "pages/import-rules/rule-dialog.tsx": "Add an import rule",
  "pages/mass-resets/mass-reset-actions.tsx": "Pause mass reset",
  "pages/managed/chosen-runs-dialog.tsx": "Verify 2 passwords",
  "pages/managed/policy-commands.tsx": "Take uptime off the list",
  "pages/managed/policy-rights.tsx": "Withdraw: KEEPERS: ask for a password",
  "pages/managed/run-actions.tsx": "Pause",
  "pages/nodes/conflict-list.tsx": "Revert",
  "pages/nodes/node-dialog.tsx": "Edit address",
  "pages/password-queue/password-queue-page.tsx": "Drop",
  "pages/people/edit-person-dialog.tsx": "Change",
  "pages/people/end-dialog.tsx": "Let leave",
  "pages/people/user-state-dialog.tsx": "Disable",
  "pages/policies/change-dialog.tsx": "Store nodes_get_list",
  "pages/profile/remove-credential.tsx": "Remove: Where were you born?",
  "pages/requests/answer-review-dialog.tsx": "End access",
  "pages/requests/bulk-decision-dialog.tsx": "Deny one request",
  "pages/requests/decision-dialog.tsx": "Approve",
  "pages/requests/simple-action-dialog.tsx": "Send back",
  "pages/requests/ruling-dialog.tsx": "Decide in their place",
  "pages/requests/task-dialog.tsx": "Complete task",
  "pages/roles/assign-dialog.tsx": "Exclude a person",
  "pages/roles/role-end.tsx": "Retire role",
  "pages/sessions/consents.tsx": "Withdraw what partner may do",
  "pages/target-systems/definition-dialog.tsx": "Add a definition",
  "pages/target-systems/discovery-decision.tsx": "Confirm the removals",
  "pages/target-systems/login-dialog.tsx": "Add a login",
  "pages/templates/template-page.tsx": "Delete template",
  "pages/webhooks/edit-webhook-dialog.tsx": "Change",
};
const dialogs = Object.entries(sources)
  .filter(([file]) => !file.startsWith("./"))
  .flatMap(([file, source]) => {
    const titles = [...source.matchAll(/<\w*Dialog\b(?:<\w+>)?[^>]*?\btitle=\{([^\n]*)/gs)];
    return titles.length === 0
      ? []
      : [{ file: file.slice("../".length), titles: titles.map(([, title = ""]) => title) }];
  });

/** Reports whether a test contains a text, with any values for its placeholders. */
function isInTests(text: string): boolean {
  const parts = text.split(/\{[^}]*\}/).map((part) => part.trim());
  return opened.has(text) || parts.every((part) => tests.includes(part));
}

it("finds the dialogs", () => {
  const files = dialogs.map(({ file }) => file);
  expect(Object.keys(calledInTests).filter((file) => !files.includes(file))).toEqual([]);
  expect(dialogs.length).toBeGreaterThan(50);
});

it.each(dialogs)("a test opens the dialog of $file", ({ file, titles }) => {
  const named = titles.flatMap((title) => [...title.matchAll(/"([\w.]+)"/g)].map(([, key = ""]) => texts[key] ?? ""));
  const known = named.filter((text) => text !== "");
  const called = calledInTests[file];
  expect(called === undefined ? known.some(isInTests) : isInTests(called)).toBe(true);
});
