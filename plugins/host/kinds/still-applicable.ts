import { z } from "zod";

import { pluginHubCallMs } from "#domain/plugin-limits.ts";

import type { PluginKindDefinition } from "../kind-definition.ts";
import { operation, request, unsaid, words } from "../schemas.ts";
import { joinsGroup, sampleRequest } from "./sample-request.ts";

const asked = { request: sampleRequest, operation: joinsGroup, tries: 0 };

/** The kind that decides whether an operation is sent. */
export const stillApplicable: PluginKindDefinition<"stillApplicable"> = {
  title: "Says before each attempt of an operation whether it still has something to do.",
  askedBy: "the option `stillApplicablePlugin` of a target system, before each attempt of its operations",
  request: z.strictObject({ request, operation, tries: z.int().min(0) }),
  patch: z.strictObject({ applicable: z.boolean(), reason: words.optional() }),
  unfit: ({ applicable, reason }) => unsaid("reason", !applicable, reason),
  services: ["targetSystem", "user"],
  withinMs: pluginHubCallMs,
  secrets: false,
  builtIns: [],
  samples: [
    {
      about: "a recipient who is still here",
      request: asked,
      services: { user: { ...sampleRequest.recipient, managerKey: null, disabled: false } },
    },
    {
      about: "a recipient who has been disabled",
      request: { ...asked, tries: 6 },
      services: { user: { ...sampleRequest.recipient, managerKey: null, disabled: true } },
    },
  ],
};
