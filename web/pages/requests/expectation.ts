import type { Expectation, Request } from "../../api/model.ts";

/** What was seen of a request: a decision about it holds only while it is still so. */
export function expectationOf({ recipientKey, operations = [] }: Request): Expectation {
  return {
    recipient: recipientKey,
    operations: operations.map(({ sequence, code, targetSystemKey, accountKey, groupKey, attributes }) => ({
      sequence,
      code,
      targetSystemKey,
      accountKey,
      groupKey,
      attributes,
    })),
  };
}
