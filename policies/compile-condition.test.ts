import { describe, expect, test } from "vitest";

import { allOf, always, eq, oneOf, related, startsWith } from "#domain/query/condition.ts";

import { compileCondition } from "./compile-condition.ts";
import { importFields } from "./import-fields.ts";

const compiled = (text: string) => compileCondition(text, importFields.managedAccount);

test.each([
  ["true", always],
  ["resource.enabled", eq("enabled", true)],
  ["resource.shortId == 'ro' + 'ot'", eq("shortId", "root")],
  ["resource.shortId.startsWith('adm_')", startsWith("shortId", "adm_")],
  ["resource.userKey == null", eq("userKey", null)],
  [
    "resource.targetSystemKey in ['A', 'B'] && !resource.locked",
    allOf(oneOf("targetSystemKey", ["A", "B"]), eq("locked", false)),
  ],
  ["'Domain Admins' in resource.groups", related("groupMemberships", related("group", eq("shortId", "Domain Admins")))],
  ["'service' in resource.attributeValues", related("attributes", eq("value", "service"))],
])("%s is a condition on rows", (text, condition) => {
  expect(compiled(text)).toEqual({ condition });
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
