import { z } from "zod";

import { pluginHubCallMs } from "#domain/plugin-limits.ts";

import type { PluginKindDefinition } from "../kind-definition.ts";
import { moment, notOnce, people, request, user } from "../schemas.ts";
import { bob, knownBob, sampleRequest } from "./sample-request.ts";

const asked = {
  request: sampleRequest,
  phase: 1,
  operation: null,
  authorizer: bob,
  waitingSince: "2030-01-31T12:00:00Z",
};

/** The kind that names approvers in place of one who does not decide. */
export const escalation: PluginKindDefinition<"escalation"> = {
  title: "Names who is asked in the place of somebody who has not decided in time.",
  askedBy: "the setting `ESCALATION PLUGIN`, for each authorizer who has not answered in time",
  request: z.strictObject({
    request,
    phase: z.int().min(1).nullable(),
    operation: z.int().min(1).nullable(),
    authorizer: user,
    waitingSince: moment,
  }),
  patch: z.strictObject({ to: people }),
  unfit: ({ to }, { authorizer }) =>
    to.includes(authorizer.key) ? "to: the one who has not decided is among them" : notOnce("to", to),
  services: ["user", "profileAttribute", "membersOf"],
  withinMs: pluginHubCallMs,
  secrets: false,
  builtIns: ["manager"],
  samples: [
    { about: "somebody with a manager", request: asked, services: { user: knownBob } },
    { about: "somebody with a task", request: { ...asked, phase: null, operation: 1 }, services: { user: knownBob } },
    { about: "somebody without one", request: asked, services: { user: { ...knownBob, managerKey: null } } },
  ],
};
