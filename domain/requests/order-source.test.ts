import { expect, test } from "vitest";

import { sourcedKey } from "./order-source.ts";

test.each([
  ["0198c0de-0000-7000-8000-000000000001", "", "0198c0de-0000-7000-8000-000000000001"],
  ["vault:0198c0de", "vault", "0198c0de"],
  ["vault:a:b", "vault", "a:b"],
  ["vault:", "vault", ""],
  // Two texts must not name one operation.
  [":0198c0de", "", ":0198c0de"],
])("'%s' is of the source '%s', where its key is '%s'", (operationKey, source, key) => {
  expect(sourcedKey(operationKey)).toEqual({ source, key });
});
