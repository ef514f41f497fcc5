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
