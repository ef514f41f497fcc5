import type { Expectation, Request } from "../../api/model.ts";

/** Returns the content of a request as it was read; a decision applies only while the request still has it. */
export function expectationOf({ recipientKey, operations = [] }: Request): Expectation {
  return {
    recipient: recipientKey,
    operations: operations.map(({ sequence, code, attributes, form, until, forHours, ...about }) => ({
      sequence,
      code,
      targetSystemKey: about.targetSystemKey,
      accountKey: about.accountKey,
      groupKey: about.groupKey,
      roleKey: about.roleKey,
      sodRuleKey: about.sodRuleKey,
      control: about.control,
      attributes,
      form,
      until,
      forHours,
    })),
  };
}
