import { authorizationPhaseAuthorizers } from "#domain/resources/authorization-phases.ts";
import { catalogueItems as resource } from "#domain/resources/catalogue-items.ts";
import { flag, integer, oneOf, text } from "#domain/resources/format/builders.ts";
import { targetSystemAttributeDefinitions } from "#domain/resources/target-system-attribute-definitions.ts";
import { deciderKinds } from "#operations/catalogue/engine/phases-of-items.ts";
import { readCatalogue } from "#operations/catalogue/read-catalogue.ts";

import { structure } from "./entity-type-of.ts";
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
    "Whether it is set from the recipient's profile where an object is created, and not asked.",
  ),
});

const authorizer = structure("CatalogueAuthorizer", {
  kind: oneOf(deciderKinds).shown("What leads to them."),
  person: {
    ...personOfUserKey,
    description: "The person; null = it is none, or is not told.",
  },
  managerLevels: integer()
    .optional()
    .shown("How many levels the manager stands above the recipient; null = it is none."),
  userClass: text().optional().shown("The user class; null = it is none, or is not told."),
  veto,
  inputRequired,
});

const phase = structure("CataloguePhase", {
  sequence: integer().shown("Its number: phases run one after another."),
  authorizers: { type: authorizer, collection: true, description: "Who would be asked." },
  words: text().shown("The same in words for people; conditions are not told."),
});

const ofType = { needs: ["resourceType", "targetSystemKey"] };

/** Items that the caller may request. */
export const catalogueItems = resourceSet(resource, {
  properties: {
    codes: ofType,
    fields: { type: field, collection: true, ...ofType },
    phases: { type: phase, collection: true, ...ofType },
  },
  attachment: "catalogue",
  usualOrder: ["name"],
  readBy: readCatalogue,
});
