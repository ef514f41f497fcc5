import { expect, it } from "vitest";

import type { FileDocument } from "./document.ts";
import { kinds } from "./kinds.ts";
import { doneText, planData, planText } from "./plan-text.ts";
import type { ConfigurationChange, Plan } from "./plan.ts";

function kindNamed(name: string) {
  const kind = kinds.find((one) => one.name === name);
  if (kind === undefined) throw new Error(`there is no kind ${name}`);
  return kind;
}

const targetSystems = kindNamed("targetSystems");
const [credentials = targetSystems] = targetSystems.children;
const at = { file: "targetSystems/a.yaml", line: 3, column: 5 };
const wanted = (secrets: FileDocument["secrets"]): FileDocument => ({
  kind: credentials,
  id: "x",
  values: {},
  secrets,
  children: [],
  at,
  places: {},
  references: [],
});
const changes: readonly ConfigurationChange[] = [
  {
    action: "change",
    kind: targetSystems,
    id: "LDAP",
    fields: [
      { name: "address", before: { url: "a", port: 1 }, after: { url: "b", port: 1, tls: true } },
      { name: "enabled", before: false, after: undefined },
      { name: "helpUrl", before: undefined, after: "\u001b[2Jhttps://x" },
    ],
    secrets: [],
  },
  {
    action: "add",
    kind: credentials,
    id: "cn=admin\n\u001b[31m",
    above: { kind: targetSystems, id: "LDAP", key: "LDAP" },
    wanted: wanted({ password: { env: "LDAP_PASSWORD" } }),
    fields: [{ name: "useOrder", before: undefined, after: 2 }],
    secrets: ["password"],
  },
  {
    action: "change",
    kind: credentials,
    id: "other",
    wanted: wanted({ password: { file: "/run/x" } }),
    fields: [{ name: "useOrder", before: 2, after: 3 }],
    secrets: [],
  },
];
const names = { note: () => undefined, nameOf: never, keyOf: never, readKeys: never, readNames: never };
function never(): Promise<never> {
  return Promise.reject(new Error("a text reads nothing"));
}
const plan: Plan = { changes, unchanged: 4, unnamed: [], names };

it("shows each member that differs, defaults by their values, and of a secret only if it is set", () => {
  expect(planText(plan, false).split("\n")).toEqual([
    "~ targetSystems LDAP",
    '    address.url: "a" -> "b"',
    "    address.tls: (default) -> true",
    "    enabled: false -> true",
    '    helpUrl: null -> "\\u001b[2Jhttps://x"',
    "+ targetSystems LDAP / credentials cn=admin \\u001b[31m",
    "    useOrder: 2",
    "    password: secret, will be set",
    "~ credentials other",
    "    useOrder: 2 -> 3",
    "    password: secret, kept",
    "Plan: 1 to add, 2 to change, 0 to remove; 4 unchanged.",
  ]);
});

it("has colors for a terminal and nothing else that steers it", () => {
  const text = planText(plan, true);
  expect(text).toContain("\u001b[32m+ targetSystems LDAP / credentials");
  expect([0, 31, 32, 33].reduce((rest, code) => rest.replaceAll(`\u001b[${code}m`, ""), text)).toBe(
    planText(plan, false),
  );
});

it("tells programs the same", () => {
  expect(planData(plan)).toMatchObject({
    changes: [
      { action: "change", kind: "targetSystems", id: "LDAP", above: null, file: null },
      {
        action: "add",
        above: { kind: "targetSystems", id: "LDAP" },
        file: "targetSystems/a.yaml:3",
        secretsSet: ["password"],
      },
      { fields: [{ name: "useOrder", before: 2, after: 3 }], secretsSet: [] },
    ],
    unchanged: 4,
  });
  expect(doneText(plan)).toBe("Configuration applied: 1 added, 2 changed, 0 removed.");
});
