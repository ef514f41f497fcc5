import { integer, text, time } from "../format/builders.ts";
import { resource } from "../format/resource.ts";

/** Progress of a channel of notifications; whoever advances it locks this row first. */
export const noticeProgress = resource("noticeProgress", {
  class: "local",
  holds: "data",
  key: "channel",
  properties: {
    channel: text(),
    /** Number of times in a row that its server could not be used. */
    failures: integer().initially(0),
    /** Time until which its server is left alone. */
    nextTryAt: time().initially(0),
    failingSince: time().optional(),
    lastError: text(400).optional(),
    deliveredAt: time().optional(),
  },
});
