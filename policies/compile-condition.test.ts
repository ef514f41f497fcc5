import { describe, expect, test } from "vitest";

import { compileCondition } from "./compile-condition.ts";
import { importFields } from "./import-fields.ts";

const compiled = (text: string) => compileCondition(text, importFields.managedAccount);

test.each([
  ["true", { op: "true" }],
  ["resource.enabled", { op: "eq", column: "enabled", value: true }],
  ["resource.shortId == 'ro' + 'ot'", { op: "eq", column: "shortId", value: "root" }],
  ["resource.shortId.startsWith('adm_')", { op: "startsWith", column: "shortId", value: "adm_" }],
  ["resource.userKey == null", { op: "eq", column: "userKey", value: null }],
  [
    "resource.targetSystemKey in ['A', 'B'] && !resource.locked",
    {
      op: "and",
      of: [
        { op: "in", column: "targetSystemKey", values: ["A", "B"] },
        { op: "eq", column: "locked", value: false },
      ],
    },
  ],
  [
    "'Domain Admins' in resource.groups",
    {
      op: "exists",
      relation: "groupMemberships",
      where: {
        op: "exists",
        relation: "group",
        where: { op: "eq", column: "shortId", value: "Domain Admins" },
      },
    },
  ],
  [
    "'service' in resource.attributeValues",
    { op: "exists", relation: "attributes", where: { op: "eq", column: "value", value: "service" } },
  ],
])("%s is a condition on rows", (text, predicate) => {
  expect(compiled(text)).toEqual({ predicate });
});

describe("what cannot be compiled is told with its place and the nearest name", () => {
  test.each<[string, number, number, RegExp]>([
    ["resource.shortID == 'x'", 1, 10, /Did you mean 'resource.shortId'\?/],
    ["true &&\n  resource.enabeld", 2, 12, /Did you mean 'resource.enabled'\?/],
    ["resource.shortId", 1, 10, /A condition must give true or false; this one gives a value of type string/],
    ["resource.shortId ==", 1, 18, /not a CEL expression/],
    ["principal.key == resource.userKey", 1, 1, /The name 'principal' is not known here/],
    ["IsSuperuser()", 1, 1, /The function 'IsSuperuser' is not known here/],
    ["resource.shortId.endsWith('a')", 1, 18, /cannot be asked of a database/],
    ["resource.shortId < 'b'", 1, 18, /cannot be asked of a database/],
  ])("%s", (text, line, column, message) => {
    const check = compiled(text);
    const [finding] = "findings" in check ? check.findings : [];
    expect(finding).toEqual({ line, column, message: expect.stringMatching(message) });
  });
});
