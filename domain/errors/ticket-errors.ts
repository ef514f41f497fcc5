import { errorDefinitions } from "./error-definition.ts";

/** Errors of ticket systems and their callbacks. */
export const ticketErrors = errorDefinitions({
  invalid: {
    TICKET_SYSTEM_PLUGIN_UNKNOWN:
      "No plug-in of the kind ticketSystem has this name. Put the file into PLUGIN_FOLDER first.",
  },
  forbidden: {
    TICKET_CALLBACK_REFUSED:
      "The callback is refused: it must be signed with the secret of the ticket system, be no older than five minutes, and name an open ticket of this system.",
  },
  conflict: {
    TICKET_SYSTEM_EXISTS: "A ticket system with this ID already exists. Choose another ID.",
    TICKET_SYSTEMS_MAX: "The limit of ticket systems is reached. Delete one first.",
    TICKET_SYSTEM_IN_USE:
      "A target system names this ticket system in its option ticketSystem. Change the option first, or disable the ticket system.",
  },
});
