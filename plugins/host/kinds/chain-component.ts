import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { pluginCallMs, pluginQuestionsMax } from "#domain/plugin-limits.ts";

import type { PluginKindDefinition } from "../kind-definition.ts";
import { name, notOnce, secret, user, words } from "../schemas.ts";
import { tells } from "../tells.ts";
import { ada } from "./sample-request.ts";

const begin = {
  user: ada,
  fields: {},
  state: null,
  configuration: { attribute: "employeeNumber" },
  outcomes: ["passed", "failed"],
  ip: "192.0.2.7",
};
const entered = (text: string) => ({ ...begin, state: "asked", fields: { number: new Secret(text) } });
const knownNumber = { profileAttribute: ["4711"] };

/** The kind that is a step of an authentication chain. */
export const chainComponent: PluginKindDefinition<"chainComponent"> = {
  title: "Is a step of an authentication chain: it asks for what it needs, and ends with an outcome.",
  askedBy: "steps of authentication chains whose component is `plugin:<name>`",
  request: z.strictObject({
    user: user.nullable(),
    fields: z.record(z.string(), secret),
    state: words.nullable(),
    configuration: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    outcomes: z.array(name).min(1),
    ip: z.string().nullable(),
  }),
  patch: z.union([
    z.strictObject({ outcome: name, userKey: name.optional() }),
    z.strictObject({
      ask: z
        .array(z.strictObject({ name, label: words, hidden: z.boolean() }))
        .min(1)
        .max(pluginQuestionsMax),
      state: words.nullable(),
    }),
  ]),
  unfit(patch, { outcomes, fields }) {
    if ("outcome" in patch)
      return outcomes.includes(patch.outcome) ? undefined : `outcome: must be one of: ${outcomes.join(", ")}`;
    if (tells(JSON.stringify(patch), Object.values(fields))) return "it holds what was entered";
    return notOnce(
      "ask",
      patch.ask.map((field) => field.name),
    );
  },
  services: ["user", "profileAttribute"],
  withinMs: pluginCallMs,
  secrets: true,
  builtIns: [],
  samples: [
    { about: "the right number is entered", request: entered("4711"), services: knownNumber },
    { about: "a wrong number is entered", request: entered("0815"), services: knownNumber },
    { about: "the step begins", request: begin, services: knownNumber },
    { about: "nobody knows yet who it is", request: { ...begin, user: null } },
  ],
};
