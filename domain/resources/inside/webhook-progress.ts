import { guid, bigInteger, time } from "../format/builders.ts";
import { resource } from "../format/resource.ts";

/** Where an endpoint stands; whoever moves it on locks this row first. */
export const webhookProgress = resource("webhookProgress", {
  class: "local",
  key: "webhookKey",
  properties: {
    webhookKey: guid(),
    /** Up to here the change log has been turned into deliveries. */
    position: bigInteger(),
    failingSince: time().optional(),
    deliveredAt: time().optional(),
  },
});
