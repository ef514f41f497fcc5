import { z } from "zod";

import { pluginHubCallMs } from "#domain/plugin-limits.ts";

import type { PluginKindDefinition } from "../kind-definition.ts";
import { name, request, unsaid, user, words } from "../schemas.ts";
import { bob, sampleRequest } from "./sample-request.ts";

const message = {
  id: "5f0c1f34-7d3c-4a8e-9a53-0c9f6a3b1d11",
  to: bob,
  event: "requestWaits",
  subject: "A request waits for you",
  text: "Ada Abel asks …",
};

/** The kind that delivers messages to users. */
export const notifier: PluginKindDefinition<"notifier"> = {
  title: "Brings a message to a person by a way of its own.",
  askedBy: "the setting `NOTIFIER_PLUGINS`, for each notification of the kinds in `NOTIFIER_EVENTS`",
  request: z.strictObject({
    id: name,
    to: user,
    event: name,
    subject: z.string(),
    text: z.string(),
    request: request.nullable(),
  }),
  patch: z.strictObject({ sent: z.boolean(), reason: words.optional() }),
  unfit: ({ sent, reason }) => unsaid("reason", !sent, reason),
  services: ["profileAttribute"],
  withinMs: pluginHubCallMs,
  secrets: false,
  builtIns: [],
  samples: [
    {
      about: "somebody who can be reached",
      request: { ...message, request: sampleRequest },
      services: { profileAttribute: ["+15550100"] },
    },
    { about: "somebody who cannot", request: { ...message, request: null } },
  ],
};
