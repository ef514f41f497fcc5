import "#test/support/without-styles.ts";
import { createElement } from "react";
import { describe, expect, it } from "vitest";

import type { DeclaredResource, Occasion } from "../api/declared-property.ts";
import { clients } from "../api/declared/clients.ts";
import { managedSystemPolicies } from "../api/declared/managed-system-policies.ts";
import { targetGroups } from "../api/declared/target-groups.ts";
import { targetSystems } from "../api/declared/target-systems.ts";
import { webhooks } from "../api/declared/webhooks.ts";
import { CallError } from "../base/call-error.ts";
import { DeclaredFacts } from "../components/declared-facts.tsx";
import { rendered, wordsIn } from "../layout/rendered.fixture.ts";
import { languages } from "../messages/languages.ts";
import { DeclaredFields } from "./declared-fields.tsx";
import { firstValues, writableOf } from "./declared-values.ts";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("'", "&#x27;").replaceAll('"', "&quot;");
const files = import.meta.glob<Readonly<Record<string, DeclaredResource>>>("../api/declared/*.ts", { eager: true });
const resources = Object.values(files).flatMap((exported) => Object.values(exported));
const nothing = { error: null, change: () => {} };
const fieldsOf = (of: DeclaredResource, on: Occasion, more = {}) =>
  createElement(DeclaredFields, { of, on, entered: firstValues(of, undefined), ...nothing, ...more });

it("finds the declared resources", () => {
  expect(resources.map(({ name }) => name)).toEqual(expect.arrayContaining(["clients", "targetSystems", "webhooks"]));
});

describe.each(resources)("the form and the facts of $name", (of) => {
  it.each(["create", "change"] as const)("have a field for all that callers write on %s, in each language", (on) => {
    for (const language of languages) {
      const words = wordsIn(language);
      const page = rendered(fieldsOf(of, on), { language });
      for (const [name, { waits }] of writableOf(of, on)) {
        expect(page).toContain(escaped(words[`declared.${of.name}.${name}`] ?? name));
        if (waits !== true) expect(page).toContain(escaped(words[`declared.${of.name}.${name}.help`] ?? name));
      }
    }
  });

  it("show all that callers read, in each language", () => {
    const properties = Object.entries(of.properties);
    const row = Object.fromEntries(properties.map(([name, { kind }]) => [name, kind === "time" ? "2030-01-01" : 1]));
    for (const language of languages) {
      const words = wordsIn(language);
      const page = rendered(createElement(DeclaredFacts, { of, row }), { language });
      for (const [name] of properties) expect(page).toContain(escaped(words[`declared.${of.name}.${name}`] ?? name));
    }
  });
});

it("shows the errors of a call at their fields, those of an item at its list", () => {
  const details = [
    { code: "X", target: "redirectUris.1", message: "must have https" },
    { code: "X", target: "id", message: "must not be empty" },
  ];
  const error = new CallError(400, { code: "INVALID", message: "no", details });
  const page = rendered(fieldsOf(clients, "create", { error }));
  expect(page.match(/must have https|must not be empty/g)).toEqual(["must not be empty", "must have https"]);
});

it("disables what waits for a later part, and says so", () => {
  const { syncPasswords, uniquePasswords } = targetGroups.properties;
  const waiting = {
    ...targetGroups.properties,
    syncPasswords: { ...syncPasswords, waits: true },
    uniquePasswords: { ...uniquePasswords, waits: true },
  };
  const page = rendered(fieldsOf({ ...targetGroups, properties: waiting }, "change"));
  const field = /<input[^>]*id="targetGroups-syncPasswords"[^>]*>/.exec(page)?.[0];
  expect(field).toContain("disabled");
  expect(page.split(wordsIn("en")["field.waits"] ?? "no text")).toHaveLength(3);
  expect(page).not.toContain(wordsIn("en")["declared.targetGroups.syncPasswords.help"] ?? "help");
});

it("leaves out what stands elsewhere, and draws the own input of a field", () => {
  const own = { id: ({ label }: { readonly label: string }) => `own input of ${label}` };
  const page = rendered(fieldsOf(clients, "create", { leftOut: ["enabled"], own }));
  expect(page).toContain("own input of Client ID");
  expect(page).not.toContain("clients-enabled");
});

it("shows the only fields that a part of a page wants", () => {
  const page = rendered(fieldsOf(targetSystems, "create", { only: ["id", "description"] }));
  expect([...page.matchAll(/<input[^>]*\bid="targetSystems-(\w+)"/g)].map(([, name]) => name)).toEqual([
    "id",
    "description",
  ]);
});

it("leaves out of the facts what the service has not set", () => {
  const page = (failingSince: string | null) =>
    rendered(createElement(DeclaredFacts, { of: webhooks, row: { failingSince, description: null } }));
  expect(page(null)).not.toContain("Failing since");
  expect(page("2030-01-01T00:00:00Z")).toContain("Failing since");
  expect(page(null)).toContain("Description");
});

it("shows what the service has not set where a page wants it, its own value of it, and further facts at the end", () => {
  const page = rendered(
    createElement(DeclaredFacts, {
      of: managedSystemPolicies,
      row: { frozenUntil: null, passwordPolicyId: null },
      own: { passwordPolicyId: "the usual one" },
      showsUnset: true,
      more: [{ term: "Holds for", value: "two systems" }],
    }),
  );
  expect(page).toContain("Frozen until");
  expect(page).toContain("the usual one");
  expect(page).toMatch(/Holds for.*two systems(?!.*<dt)/s);
});
