import { z } from "zod";

import { pluginHubCallMs, pluginPeopleMax } from "#domain/plugin-limits.ts";

import type { PluginKindDefinition } from "../kind-definition.ts";
import { name, notOnce, request } from "../schemas.ts";
import { knownBob, sampleRequest } from "./sample-request.ts";

const authorizers = z
  .array(z.strictObject({ userKey: name, veto: z.boolean().optional(), inputRequired: z.boolean().optional() }))
  .max(pluginPeopleMax);

/** The kind that names the approvers of a phase. */
export const authorizersKind: PluginKindDefinition<"authorizers"> = {
  title: "Names the people who decide a phase of a request.",
  askedBy: "the authorization phases that name it, when they open",
  request: z.strictObject({
    request,
    phase: z.strictObject({
      sequence: z.int().min(1),
      rule: z.string(),
      authorizers,
    }),
  }),
  patch: z.strictObject({ authorizers }),
  unfit: (patch) =>
    notOnce(
      "authorizers",
      patch.authorizers.map(({ userKey }) => userKey),
    ),
  services: ["targetSystem", "user", "profileAttribute", "membersOf", "ownersOf"],
  withinMs: pluginHubCallMs,
  secrets: false,
  builtIns: [],
  samples: [
    {
      about: "a phase with nobody yet, about a group that has an owner",
      request: {
        request: sampleRequest,
        phase: { sequence: 1, rule: "any(1, plugin('owners.mjs'))", authorizers: [] },
      },
      services: { ownersOf: [knownBob] },
    },
    {
      about: "a phase with somebody attached, about no group",
      request: {
        request: { ...sampleRequest, operations: [] },
        phase: {
          sequence: 2,
          rule: "all(any(1, plugin('owners.mjs')), veto(user('u-cy')))",
          authorizers: [{ userKey: "u-cy", veto: true }],
        },
      },
    },
  ],
};
