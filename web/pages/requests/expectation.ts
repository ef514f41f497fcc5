import type { Expectation, Request } from "../../api/model.ts";

/** Returns the content of a request as it was read; a decision applies only while the request still has it. */
export function expectationOf({ recipientKey, operations = [] }: Request): Expectation {
  return {
    recipient: recipientKey,
    operations: operations.map(
      ({ sequence, code, targetSystemKey, accountKey, groupKey, attributes, form, until, forHours }) => ({
        sequence,
        code,
        targetSystemKey,
        accountKey,
        groupKey,
        attributes,
        form,
        until,
        forHours,
      }),
    ),
  };
}
