import { optional, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/**
 * Effects of tickets that their systems close as done, and the requests for the end of what leavers have: none before. The access to a
 * target system is read in the order of its keys, and that of the reports of a manager by the manager.
 */
export const endsByTicketsAndLeaving: Migration = {
  name: "0140-ends-by-tickets-and-leaving",
  async up(schema) {
    await schema.addColumn("ticketSystems", "whenDone", { ...text(20), defaultValue: "note" });
    await schema.addColumn("leavingSteps", "requestKey", optional(text()));
    await schema.addIndex("grants", ["targetSystemKey", "key"]);
    await schema.addIndex("users", ["managerKey"]);
  },
};
