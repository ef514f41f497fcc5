import { guid, integer, longText, text, time } from "#domain/resources/format/builders.ts";

import { structure } from "./entity-type-of.ts";
import { attributesType, formType } from "./target-attributes.ts";

const expectedOperation = structure("ExpectedOperation", {
  sequence: integer().optional().shown("Position in the request, from 1; null for the position in the list."),
  code: text().shown("Code of the operation."),
  targetSystemKey: text().optional().shown("Key of the target system; null for any."),
  accountKey: guid().optional().shown("Key of the account; null if none."),
  groupKey: guid().optional().shown("Key of the group; null if none."),
  roleKey: guid().optional().shown("Key of the role; null if none."),
  sodRuleKey: guid().optional().shown("Key of the rule of separation of duties; null if none."),
  control: longText().optional().shown("Compensating control; null if none."),
  attributes: { type: attributesType, nullable: true, description: "Attributes of the operation; null if none." },
  until: time().optional().shown("Time at which the access ends; null if it has no such end."),
  forHours: integer().optional().shown("Hours for which it gives access; null if it has no such end."),
  form: { type: formType, nullable: true, description: "Values of the form of the operation; null if none." },
});

/** Expected content of a request, as its approver has seen it. */
export const expectation = structure("Expectation", {
  recipient: guid().optional().shown("Key of the recipient; null for any."),
  operations: {
    type: expectedOperation,
    collection: true,
    description: "All operations of the request, in order or each with its sequence; absent for any.",
  },
});
