import { z } from "zod";

import { pluginCallMs } from "#domain/plugin-limits.ts";

import type { PluginKindDefinition } from "../kind-definition.ts";
import { account, name, unsaid, user, words } from "../schemas.ts";
import { ada } from "./sample-request.ts";

const asked = { user: ada, account: { targetSystemKey: "HR", id: "root" } };

/** The kind that checks the numbers of tickets. */
export const ticketCheck: PluginKindDefinition<"ticketCheck"> = {
  title: "Checks the number of a ticket with which somebody asks for a password.",
  askedBy: "the policies of privileged accounts that name it, before a check-out is taken (`ticketPlugin`)",
  request: z.strictObject({ ticket: name, user, account }),
  patch: z.strictObject({ valid: z.boolean(), message: words.optional() }),
  unfit: ({ valid, message }) => unsaid("message", !valid, message),
  services: ["targetSystem"],
  withinMs: pluginCallMs,
  secrets: false,
  builtIns: [],
  samples: [
    { about: "a number as it should be", request: { ...asked, ticket: "CHG-2030" } },
    { about: "something else", request: { ...asked, ticket: "because I want to" } },
  ],
};
