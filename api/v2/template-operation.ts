import { connectorOperationCodes } from "#domain/requests/operation-codes.ts";
import { guid, integer, oneOf, text, time } from "#domain/resources/format/builders.ts";
import { accountRules } from "#domain/templates/account-rule.ts";

import { structure } from "./entity-type-of.ts";
import { attributesType, formType } from "./target-attributes.ts";

const place = {
  code: oneOf(connectorOperationCodes).shown("Code of the operation, such as ACUA (create account)."),
  targetSystemKey: text().shown("Key of the target system."),
  groupKey: guid().optional().shown("Key of the group; null if the operation is about none."),
};

const end = {
  until: time().optional().shown("Time at which the access ends; null if it has no such end."),
  forHours: integer().optional().shown("Hours for which it gives access; null if it has no such end."),
};

/** Operation of a template. */
export const templateOperation = structure("TemplateOperation", {
  ...place,
  account: oneOf(accountRules)
    .optional()
    .shown(
      "Account of the recipient: own for the one that they have, created for the one that the template creates, ownOrCreated for the one that they have and otherwise the created one; null for the usual one of the code.",
    ),
  attributes: {
    type: attributesType,
    nullable: true,
    description: "Attributes of the operation, whose texts may hold placeholders; null if none.",
  },
  form: {
    type: formType,
    nullable: true,
    description: "Values of the form of the item, whose texts may hold placeholders; null if none.",
  },
  ...end,
});

/** Operation that a template requests for a recipient, without placeholders. */
export const triedOperation = structure("TriedOperation", {
  ...place,
  accountKey: guid().optional().shown("Key of the account; null if there is none yet, or none is needed."),
  attributes: { type: attributesType, nullable: true, description: "Attributes of the operation; null if none." },
  form: { type: formType, nullable: true, description: "Values of the form of the item; null if none." },
  ...end,
});
