import { z } from "zod";

import type { SettingDefinition } from "./setting-definition.ts";

/** The settings of signing in with a password that the service does not keep. */
export const signInSettings = {
  signInTarget: {
    name: "SIGN_IN_TARGET",
    description:
      "Id of the target system whose passwords sign people in who have none of the service's own; without it nobody is signed in so.",
    type: "id",
    default: null,
    schema: z.string().min(1, "must be the id of a target system").nullable(),
    stored: "atOnce",
  },
} as const satisfies Record<string, SettingDefinition>;
