import { z } from "zod";

import {
  browserSessionHours,
  browserSessionIdleMinutes,
  librarySessionHours,
  librarySessionIdleMinutes,
  proofMinutes,
} from "#domain/session-limits.ts";

import type { SettingDefinition } from "./setting-definition.ts";
import { origins } from "./setting-lists.ts";
import { wholeNumber } from "./setting-schemas.ts";

const idleMinutes = (preset: number) => wholeNumber("minutes", preset, 2, 1_440);
const sessionHours = (preset: number) => wholeNumber("hours", preset, 1, 168);

/** Settings of sign-ins with a password that the service does not keep, and of sessions that a secret identifies. */
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
  returnOrigins: {
    name: "RETURN_ORIGINS",
    description:
      "Origins of pages to which people are led back who have chosen another password for a forgotten one, such as https://portal.example; each is written in full.",
    type: "origin, origin, …",
    default: "",
    schema: origins,
    stored: "atOnce",
  },
  browserSessionIdleMinutes: {
    name: "BROWSER_SESSION_IDLE_MINUTES",
    description: "Minutes for which the session of a browser may go unused before it ends; taken when it begins.",
    ...idleMinutes(browserSessionIdleMinutes),
    stored: "atOnce",
  },
  browserSessionHours: {
    name: "BROWSER_SESSION_HOURS",
    description: "Hours after which the session of a browser ends, however much it is used; taken when it begins.",
    ...sessionHours(browserSessionHours),
    stored: "atOnce",
  },
  proofMinutes: {
    name: "PROOF_MINUTES",
    description:
      "Minutes for which signing in, or proving anew who one is, lets somebody change second factors, questions, consents and delegations, reset their own passwords, or issue a password link.",
    ...wholeNumber("minutes", proofMinutes, 1, 60),
    stored: "atOnce",
  },
  librarySessionIdleMinutes: {
    name: "LIBRARY_SESSION_IDLE_MINUTES",
    description:
      "Minutes for which a session of the library or of SOAP may go unused before it ends; taken when it begins.",
    ...idleMinutes(librarySessionIdleMinutes),
    stored: "atOnce",
  },
  librarySessionHours: {
    name: "LIBRARY_SESSION_HOURS",
    description:
      "Hours after which a session of the library or of SOAP ends, however much it is used; taken when it begins.",
    ...sessionHours(librarySessionHours),
    stored: "atOnce",
  },
} as const satisfies Record<string, SettingDefinition>;
