import { integer, text, time } from "../format/builders.ts";
import { resource } from "../format/resource.ts";

/** Where a channel of notices stands; whoever moves it on locks this row first. */
export const noticeProgress = resource("noticeProgress", {
  class: "local",
  key: "channel",
  properties: {
    channel: text(),
    /** How often in a row its server could not be used. */
    failures: integer().initially(0),
    /** Its server is left alone until then. */
    nextTryAt: time().initially(0),
    failingSince: time().optional(),
    lastError: text(400).optional(),
    deliveredAt: time().optional(),
  },
});
