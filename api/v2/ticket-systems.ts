import { integer, text, time } from "#domain/resources/format/builders.ts";
import { ticketSystems as resource } from "#domain/resources/ticket-systems.ts";
import { ticketSecretOverlapHours } from "#domain/ticket-limits.ts";
import {
  addTicketSystem,
  removeTicketSystem,
  rotateTicketSecret,
  updateTicketSystem,
} from "#operations/ticket-systems/change-ticket-systems.ts";

import { verb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";
import { shownOnce } from "./shown-once.ts";

const added = {
  id: text().shown("ID of the ticket system."),
  secret: shownOnce("secret", "The secret, which is shown this once."),
};

/** Systems in which requests have tickets. Their secrets are shown once, when they are made. */
export const ticketSystems = resourceSet(resource, {
  create: { ...verb(addTicketSystem), status: 201, givesSecret: true, result: structure("AddedTicketSystem", added) },
  update: { ...verb(updateTicketSystem), status: 204 },
  remove: { ...verb(removeTicketSystem), status: 204 },
  actions: {
    rotateSecret: action(rotateTicketSecret, {
      givesSecret: true,
      parameters: {
        overlapHours: integer()
          .optional()
          .shown(`Hours for which the previous secret is also accepted; null for ${ticketSecretOverlapHours}.`),
      },
      result: structure("RotatedTicketSecret", {
        ...added,
        previousSecretUntil: time().shown("Time until which callbacks may also be signed with the previous secret."),
      }),
    }),
  },
});
