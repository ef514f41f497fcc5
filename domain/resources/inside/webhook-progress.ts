import { guid, bigInteger, time } from "../format/builders.ts";
import { resource } from "../format/resource.ts";

/** Progress of a webhook endpoint; whoever advances it locks this row first. */
export const webhookProgress = resource("webhookProgress", {
  class: "local",
  holds: "data",
  key: "webhookKey",
  properties: {
    webhookKey: guid(),
    /** Position up to which the change log has been turned into deliveries. */
    position: bigInteger(),
    failingSince: time().optional(),
    deliveredAt: time().optional(),
  },
});
