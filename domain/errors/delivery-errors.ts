import { errorDefinitions } from "./error-definition.ts";

/** Errors of the deliveries of generated passwords, and of sealed files. */
export const deliveryErrors = errorDefinitions({
  invalid: {
    SEALED_FILE_REFUSED: "The file cannot be sealed or opened. See docs/mass-resets.md.",
  },
  forbidden: {
    DELIVERY_FACTOR_TOO_NEW:
      "Your authenticator app was added after these passwords began to be reset, so its codes do not show them. Contact the help desk.",
  },
  conflict: {
    DELIVERY_OVER: "These passwords were delivered already, or their time is over. Contact the help desk for new ones.",
  },
});
