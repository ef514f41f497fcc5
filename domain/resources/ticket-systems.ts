import {
  effectsOf,
  ticketFieldNames,
  ticketFields,
  ticketEffects,
  type TicketOutcome,
} from "../requests/ticket-rules.ts";
import { flag, list, oneOf, sealed, text, time } from "./format/builders.ts";
import { many } from "./format/relations.ts";
import { resource } from "./format/resource.ts";

const fields = ticketFieldNames.map((name) => `${name}: ${ticketFields[name]}`).join("; ");
const effectsInWords = (outcome: TicketOutcome) =>
  effectsOf(outcome)
    .map((name) => `${name}: ${ticketEffects[name].description}`)
    .join("; ");

/** Systems in which requests have tickets. */
export const ticketSystems = resource("ticketSystems", {
  class: "shared",
  holds: "configuration",
  key: "id",
  entity: { type: "TicketSystem", key: "ticketSystemId" },
  properties: {
    id: text()
      .givenOnce()
      .format("newId")
      .searched()
      .policy()
      .shown("Name that target systems give in their option ticketSystem; it never changes."),
    description: text(400).optional().given().searched().shown("Notes for people; null if none."),
    plugin: text()
      .given()
      .format("notEmpty")
      .label("Plug-in")
      .shown("File of the plug-in of the kind ticketSystem, in PLUGIN_FOLDER."),
    fields: list(oneOf(ticketFieldNames))
      .optional()
      .given()
      .label("Fields of people")
      .shown(`Fields that its plug-in gets besides number, status and operations; null or empty for none. ${fields}.`),
    opens: oneOf(["performing", "waiting"])
      .initially("performing")
      .given()
      .label("Opens a ticket")
      .shown(
        "Occasion on which a request opens its ticket: performing, when the first operation may begin, or waiting, as soon as it waits for anyone.",
      ),
    whenDone: oneOf(["note", "completeTask", "endAccess"])
      .initially("note")
      .given()
      .label("When a ticket is done")
      .shown(`Effect of a ticket that its system has closed as done. ${effectsInWords("done")}.`),
    whenRejected: oneOf(["note", "cancel", "endAccess"])
      .initially("note")
      .given()
      .label("When a ticket is rejected")
      .shown(`Effect of a ticket that its system has rejected. ${effectsInWords("rejected")}.`),
    enabled: flag(true)
      .given()
      .policy()
      .shown("True if tickets are opened and callbacks are accepted; true by default."),
    secret: sealed(),
    /** Secret before the last rotation, which callbacks may use until its time is over. */
    previousSecret: sealed().optional(),
    previousSecretUntil: time()
      .optional()
      .label("Previous secret accepted until")
      .shown("Time until which callbacks may also be signed with the previous secret; null if they may not."),
    createdAt: time().label("Added").shown("Time at which the ticket system was added."),
  },
  relations: { tickets: many("tickets", "ticketSystemId") },
  policies: { ticketSystem: {} },
});
