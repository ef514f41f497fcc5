import { text, time } from "../format/builders.ts";
import { resource } from "../format/resource.ts";

/** Latest listings of target systems that were loaded. */
export const listings = resource("listings", {
  class: "shared",
  holds: "data",
  key: "targetSystemKey",
  properties: {
    targetSystemKey: text(),
    /** Time at which the listing began: it shows what the target system had from then on. */
    startedAt: time(),
  },
});
