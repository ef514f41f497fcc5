import { z } from "zod";

import { exceptionDays } from "#domain/enforcement-limits.ts";

import type { SettingDefinition } from "./setting-definition.ts";
import { trueOrFalse, wholeNumber } from "./setting-schemas.ts";

const threads = { ...wholeNumber("whole number", 1, 1, 64), stored: "atOnce" } as const;

const nameOfAttribute = z.string().regex(/^[A-Za-z][\w.;-]{0,127}$/, "must be the name of an attribute");

/** Settings of the enforcement of roles. */
export const enforcementSettings = {
  autoresThreads: {
    ...threads,
    name: "PSUPDATE AUTORES THREADS",
    description: "Requests that autores submits side by side.",
  },
  rbacenforceThreads: {
    ...threads,
    name: "PSUPDATE RBACENFORCE THREADS",
    description: "Requests that rbacenforce submits side by side.",
  },
  psupdateNightly: {
    ...trueOrFalse(true),
    name: "PSUPDATE_NIGHTLY",
    description:
      "The service takes the nightly order of psupdate by itself each day: discoveries, import rules, autores and rbacenforce. On where the installation is new, off after an upgrade.",
    stored: "atOnce",
  },
  enforceRolesAttribute: {
    name: "ENFORCE_ROLES_ATTRIBUTE",
    description:
      "Attribute of users whose access rbacenforce compares with their roles: those for whom it is true, yes, 1 or on.",
    type: "name",
    default: "enforceRoles",
    schema: nameOfAttribute,
    stored: "atOnce",
  },
  exceptionDays: {
    ...wholeNumber("days", exceptionDays, 1, 3_650),
    name: "ROLE_EXCEPTION_DAYS",
    description: "Days for which an exception holds that rbacenforce asks for.",
    stored: "atOnce",
  },
} as const satisfies Record<string, SettingDefinition>;
