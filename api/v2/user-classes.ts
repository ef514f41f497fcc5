import { trialObjectsDefault } from "#domain/limits.ts";
import { integer, text } from "#domain/resources/format/builders.ts";
import { userClasses as resource } from "#domain/resources/user-classes.ts";
import { addMember, removeMember } from "#operations/user-classes/change-members.ts";
import { addUserClass, removeUserClass, updateUserClass } from "#operations/user-classes/change-user-classes.ts";
import { trialCondition } from "#operations/user-classes/trial-condition.ts";

import { verb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { personName } from "./people.ts";
import { resourceSet } from "./resource-set.ts";

/** Classes of users, by which policies, authorization phases and other classes name people. */
export const userClasses = resourceSet(resource, {
  properties: {
    force: {
      type: "Edm.Boolean",
      nullable: true,
      access: "write",
      description: "True to accept a condition on facts that others than superusers can write.",
    },
  },
  create: {
    ...verb(addUserClass),
    status: 201,
    example: {
      id: "IT",
      description: "People of the IT department",
      condition: "attributes/any(a:a/name eq 'department' and a/value eq 'IT') and disabled eq false",
    },
  },
  update: { ...verb(updateUserClass), status: 204 },
  remove: { ...verb(removeUserClass), status: 204 },
  setActions: {
    trial: action(trialCondition, {
      parameters: {
        condition: text().shown("Condition that selects members, in the syntax of $filter on users."),
        peopleMax: integer().optional().shown(`Most users to return; null for ${trialObjectsDefault}.`),
      },
      result: structure("UserClassTrial", {
        users: integer().shown("Number of users that the condition selects."),
        people: { type: personName, collection: true, description: "The first of them." },
      }),
    }),
  },
  ways: {
    members: {
      contained: { ways: { person: { linked: "people" } } },
      create: { ...verb(addMember), status: 201, parentField: "userClassId" },
      remove: { ...verb(removeMember), status: 204, parentField: "userClassId" },
    },
  },
});
