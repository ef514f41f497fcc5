import { describe, expect, test } from "vitest";

import { policyOf } from "#domain/policy-name.ts";

import { readPolicyFile } from "./policy-file.ts";

function findings(text: string): string[] {
  const read = readPolicyFile(text);
  return "findings" in read ? read.findings.map(({ line, column, message }) => `${line}:${column} ${message}`) : [];
}

test("a file holds policies by name, with comments and empty lines between them", () => {
  const text = `# who may see people
users_get:
  IsSuperuser() ||
    resource.key == principal.key   // CEL has comments of its own

users_get_list:
# only help desk
  '_HELP_DESK_' in principal.classes
`;
  expect(readPolicyFile(text)).toEqual({
    policies: [
      {
        name: policyOf.get("users"),
        resource: "user",
        expression: "IsSuperuser() ||\n  resource.key == principal.key   // CEL has comments of its own",
      },
      { name: policyOf.list("users"), resource: "user", expression: "'_HELP_DESK_' in principal.classes" },
    ],
  });
});

describe("what is wrong is told with the line and column of the file", () => {
  test("a field that is not known", () => {
    expect(findings("# first\nusers_get:\n\n  IsSuperuser() ||\n  resource.lokced\n")).toEqual([
      "5:12 The field 'resource.lokced' is not known here. Did you mean 'resource.locked'?",
    ]);
  });

  test("a name that nothing asks, a name twice, a text before the first name", () => {
    expect(findings("true\nusers_gett:\n  true\nusers_get:\n  true\nusers_get:\n  false\n")).toEqual([
      "1:1 Before an expression stands the name of its policy: name:",
      "2:1 Nothing asks a policy 'users_gett'. Did you mean 'users_get'?",
      "6:1 The policy 'users_get' stands twice in this file.",
    ]);
  });

  test("an expression that is missing, and a file without policies", () => {
    expect(findings("users_get:\nusers_get_list:\n  true\n")).toEqual([
      expect.stringContaining("not a CEL expression"),
    ]);
    expect(findings("")).toEqual(["1:1 The file names no policy."]);
  });

  test("a rule on rows that no database can answer", () => {
    expect(findings("accounts_get:\n  resource.shortId.endsWith('a')")).toEqual([
      expect.stringMatching(/^2:\d+ This cannot be asked of a database\./),
    ]);
  });
});
