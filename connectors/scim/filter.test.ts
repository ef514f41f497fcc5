import { expect, test } from "vitest";

import type { Filter } from "#connectors/contract/index.ts";

import { compileFilter } from "./filter.ts";
import type { ScimAttribute, ScimKind } from "./service-model.ts";

const attribute = (part: Partial<ScimAttribute>): ScimAttribute => ({
  name: "userName",
  top: "userName",
  boxed: false,
  type: "string",
  multi: false,
  required: false,
  mutability: "readWrite",
  returned: "default",
  caseExact: false,
  ...part,
});

const kind: ScimKind = {
  type: "account",
  endpoint: "/Users",
  schema: "urn:user",
  naming: "userName",
  attributes: [
    attribute({}),
    attribute({ name: "emails", top: "emails", boxed: true, multi: true }),
    attribute({ name: "active", top: "active", type: "boolean" }),
    attribute({ name: "urn:extension:level", extension: "urn:extension", top: "level", type: "integer" }),
    attribute({ name: "password", top: "password", mutability: "writeOnly", returned: "never" }),
  ],
};

test.each<[Filter, string]>([
  [{ op: "eq", attr: "name", value: `o'n" or userName pr` }, `userName eq "o'n\\" or userName pr"`],
  [{ op: "startsWith", attr: "USERNAME", value: "a\\" }, `userName sw "a\\\\"`],
  [{ op: "endsWith", attr: "emails", value: "x" }, `emails.value ew "x"`],
  [{ op: "ge", attr: "urn:extension:level", value: "7" }, "urn:extension:level ge 7"],
  [{ op: "not", of: { op: "present", attr: "emails" } }, "not (emails.value pr)"],
  [
    {
      op: "and",
      of: [
        { op: "eq", attr: "active", value: true },
        { op: "or", of: [{ op: "contains", attr: "name", value: "x" }] },
      ],
    },
    `(active eq true) and ((userName co "x"))`,
  ],
])("%o is written as %s", (filter, text) => {
  expect(compileFilter(kind, filter)).toBe(text);
});

test.each<[Filter, string]>([
  [{ op: "eq", attr: "unknown", value: "x" }, "invalidValue"],
  [{ op: "eq", attr: "password", value: "x" }, "invalidValue"],
  [{ op: "eq", attr: "active", value: "perhaps" }, "invalidValue"],
  [{ op: "ge", attr: "urn:extension:level", value: "1.5" }, "invalidValue"],
  [{ op: "and", of: [] }, "notSupported"],
])("%o is refused with %s", (filter, code) => {
  expect(() => compileFilter(kind, filter)).toThrow(expect.objectContaining({ code }));
});
