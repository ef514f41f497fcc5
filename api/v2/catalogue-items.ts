import { itemChangesShownMax, itemsStandingMax } from "#domain/catalogue-limits.ts";
import { detailColumns } from "#domain/catalogue/details-file.ts";
import { heldAnswers } from "#domain/catalogue/item-standing.ts";
import { authorizationPhaseAuthorizers } from "#domain/resources/authorization-phases.ts";
import { catalogueItems as resource } from "#domain/resources/catalogue-items.ts";
import { flag, guid, integer, list, longText, oneOf, text } from "#domain/resources/format/builders.ts";
import { targetSystemAttributeDefinitions } from "#domain/resources/target-system-attribute-definitions.ts";
import { deciderKinds } from "#operations/catalogue/engine/phases-of-items.ts";
import { fillDetails, trialFill } from "#operations/catalogue/fill-details.ts";
import { findStanding } from "#operations/catalogue/find-standing.ts";
import { readCatalogue } from "#operations/catalogue/read-catalogue.ts";
import { setDetails, trialSet } from "#operations/catalogue/set-details.ts";
import { updateItem } from "#operations/catalogue/update-item.ts";

import { verb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { formFields } from "./form-fields.ts";
import { personOfUserKey } from "./people.ts";
import { resourceSet } from "./resource-set.ts";

const { attribute, discoveredObjectType, type, minValues, maxValues, valueRegex } =
  targetSystemAttributeDefinitions.properties;
const { veto, inputRequired } = authorizationPhaseAuthorizers.properties;

const field = structure("CatalogueField", {
  attribute,
  discoveredObjectType,
  type,
  minValues,
  maxValues,
  valueRegex,
  fromProfile: flag().shown(
    "True if the value comes from the recipient's profile when an object is created, and is not asked for.",
  ),
});

const authorizer = structure("CatalogueAuthorizer", {
  kind: oneOf(deciderKinds).shown("Kind of the authorizers."),
  person: {
    ...personOfUserKey,
    description: "User who is the authorizer; null if there is none, or if the caller may not read it.",
  },
  managerLevels: integer()
    .optional()
    .shown("Levels of management above the recipient; null if the authorizer is no manager."),
  userClass: text()
    .optional()
    .shown("User class of the authorizers; null if there is none, or if the caller may not read it."),
  veto,
  inputRequired,
});

const phase = structure("CataloguePhase", {
  sequence: integer().shown("Number of the phase; phases run one after another."),
  authorizers: { type: authorizer, collection: true, description: "Authorizers of the phase." },
  words: text().shown("The same in words for people; conditions are not told."),
});

const ofType = { needs: ["resourceType", "targetSystemKey"] };

const { ownerKey, risk, tags, longestHours } = resource.properties;

const details = structure("CatalogueDetails", { ownerKey, risk, tags, longestHours, formFields });

const itemChange = structure("CatalogueChange", {
  key: resource.properties.key,
  resourceType: resource.properties.resourceType,
  targetSystemKey: resource.properties.targetSystemKey,
  name: resource.properties.name,
  changed: list(text(20)).shown("Names of the changed details."),
  before: { type: details, description: "Details before the change." },
  after: { type: details, description: "Details after the change." },
});

const rowFault = structure("CatalogueRowFault", {
  line: integer().shown("The line of the file."),
  column: text().optional().shown("Column of the error; null for the whole line."),
  message: longText().shown("The rule, and the way out."),
});

const changes = structure("CatalogueChanges", {
  written: flag().shown("True if the details were saved."),
  selected: integer().shown("Number of the items that the file or the condition names."),
  changed: integer().shown("Number of the items whose details change."),
  changes: {
    type: itemChange,
    collection: true,
    description: `The first ${itemChangesShownMax} changes.`,
  },
  faults: {
    type: rowFault,
    collection: true,
    description: "Errors in lines of the file; nothing is saved if there is one.",
  },
});

const file = {
  text: longText().shown(
    `The comma-separated values, with the names of the columns in the first line: ${detailColumns.join(", ")}. An empty value removes the detail.`,
  ),
};
const toSet = {
  where: longText().shown("Condition that selects items, in the syntax of $filter on catalogueItems."),
  ownerKey,
  risk,
  tags: { type: "Edm.String", collection: true, nullable: true, description: "Tags to set; unchanged if absent." },
  longestHours,
  formFields: { ...formFields, nullable: true, description: "Fields of the form to set; unchanged if absent." },
} as const;

const standing = structure("RecipientStanding", {
  recipientKey: guid().shown("Key of the recipient."),
  items: {
    type: structure("CatalogueItemStanding", {
      key: resource.properties.key,
      held: oneOf(heldAnswers).shown(
        "Possession of the item: yes for an account on the target system or a direct membership, indirectly for a membership by a nested group, unknown if the target system does not show all members.",
      ),
      requestKey: guid()
        .optional()
        .shown("Key of the oldest open request that gives the item to the recipient; null if there is none."),
      requestNumber: text(40).optional().shown("Number of that request; null if there is none."),
    }),
    collection: true,
    description: "Items in the order of their keys, without those that the caller may not see.",
  },
});

/** Items that the caller may request. */
export const catalogueItems = resourceSet(resource, {
  properties: {
    formFields,
    owner: { ...personOfUserKey, needs: ["ownerKey"], description: resource.properties.owner.facts.description ?? "" },
    fulfilment: ofType,
    codes: ofType,
    fields: { type: field, collection: true, ...ofType },
    phases: { type: phase, collection: true, ...ofType },
  },
  attachment: "catalogue",
  attachmentOfReader: true,
  usualOrder: ["name"],
  readBy: readCatalogue,
  update: { ...verb(updateItem), status: 204 },
  setActions: {
    trialFill: action(trialFill, { parameters: file, result: changes }),
    fill: action(fillDetails, { parameters: file, result: changes }),
    trialSet: action(trialSet, { parameters: toSet, result: changes }),
    set: action(setDetails, { parameters: toSet, result: changes }),
    standing: action(findStanding, {
      parameters: {
        recipientKey: guid().optional().shown("Key of the recipient; null for the caller."),
        keys: list(text()).shown(`Keys of the items, at most ${itemsStandingMax}.`),
      },
      result: standing,
    }),
  },
});
