import { z } from "zod";

import { pluginHubCallMs, pluginPeopleMax } from "#domain/plugin-limits.ts";

import type { PluginKindDefinition } from "../kind-definition.ts";
import { name, notOnce, people, request } from "../schemas.ts";
import { knownBob, sampleRequest } from "./sample-request.ts";

/** The kind that names the implementers of an operation. */
export const implementers: PluginKindDefinition<"implementers"> = {
  title: "Names the people to whom an operation of a request is offered as a task.",
  askedBy: "the implementers of a target system or a group that name it, when an operation is to be performed there",
  request: z.strictObject({
    request,
    operation: z.int().min(1),
    implementers: z.array(name).max(pluginPeopleMax),
  }),
  patch: z.strictObject({ userKeys: people }),
  unfit: ({ userKeys }) => notOnce("userKeys", userKeys),
  services: ["targetSystem", "user", "profileAttribute", "membersOf", "ownersOf"],
  withinMs: pluginHubCallMs,
  secrets: false,
  builtIns: [],
  samples: [
    {
      about: "an operation for somebody with a manager, without other implementers",
      request: { request: sampleRequest, operation: 1, implementers: [] },
      services: { user: knownBob },
    },
    {
      about: "an operation that has an implementer, for somebody without a manager",
      request: { request: sampleRequest, operation: 2, implementers: ["u-cy"] },
      services: { user: { ...knownBob, managerKey: null } },
    },
  ],
};
