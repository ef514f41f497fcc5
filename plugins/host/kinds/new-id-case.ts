import { z } from "zod";

import { pluginCallMs } from "#domain/plugin-limits.ts";

import type { PluginKindDefinition } from "../kind-definition.ts";
import { name } from "../schemas.ts";

const directory = { id: "HR", type: "ldap", description: "Directory", targetGroup: "DEFAULT" };

/** The kind that sets the case of new ids. */
export const newIdCase: PluginKindDefinition<"newIdCase"> = {
  title: "Sets the case of the id of a new account or group.",
  askedBy: "the option `newIdCaseSetProgram` of a target system, for each new account or group",
  request: z.strictObject({ id: z.string(), type: z.enum(["account", "group"]), targetSystemKey: name }),
  patch: z.object({ id: z.string() }),
  unfit: ({ id }, request) =>
    id.toLowerCase() === request.id.toLowerCase() ? undefined : "id: it is another one than it was given",
  services: ["targetSystem"],
  withinMs: pluginCallMs,
  secrets: false,
  builtIns: ["lower-case", "upper-case"],
  samples: [
    {
      about: "an account",
      request: { id: "Ada.Abel", type: "account", targetSystemKey: "HR" },
      services: { targetSystem: directory },
    },
    {
      about: "a group",
      request: { id: "Staff of Åbo", type: "group", targetSystemKey: "HR" },
      services: { targetSystem: { ...directory, type: "scim" } },
    },
    {
      about: "an id without letters",
      request: { id: "4711", type: "account", targetSystemKey: "HR" },
      services: { targetSystem: directory },
    },
  ],
};
