import { users as resource } from "#domain/resources/users.ts";
import { findPeople } from "#operations/people/find-people.ts";

import type { Property } from "../odata/structured-type.ts";
import { readTypeOf, structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";

const { key, id, displayName } = resource.properties;

/** Users as seen by callers who may know their names and nothing else. */
export const people = resourceSet(resource, {
  path: "people",
  type: readTypeOf(resource, "Person", { key: {}, id: {}, displayName: {} }),
  readBy: findPeople,
});

/** The same as a value. */
export const personName = structure("PersonName", { key, id, displayName });

/** User that a key beside it names. */
export const personOfUserKey: Property = {
  type: personName,
  nullable: true,
  description: "Names of the user; null if the user was deleted.",
};
