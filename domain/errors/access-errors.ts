import { errorDefinitions } from "./error-definition.ts";

/** Errors of the access that people have. */
export const accessErrors = errorDefinitions({
  conflict: {
    ACCESS_ENDED: "This access has ended. Reload it.",
    ACCESS_ENDLESS: "This access has no end, so there is nothing to extend. Leave it out.",
    ACCESS_INDIRECT: "A nested group gives this access. End the membership in that group.",
  },
});
