import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { pluginCallMs } from "#domain/plugin-limits.ts";

import type { PluginKindDefinition } from "../kind-definition.ts";
import { account, name, secret, unsaid, user, words } from "../schemas.ts";
import { tells } from "../tells.ts";
import { ada } from "./sample-request.ts";

const asked = { user: ada, account: { targetSystemKey: "HR", id: "ada.abel" }, passwordPolicyId: "DEFAULT" };

/** The kind that judges passwords. */
export const passwordRule: PluginKindDefinition<"passwordRule"> = {
  title: "Judges a password that somebody wants to set.",
  askedBy: "the rule `custom.plugin` of password policies, for each password that somebody wants to set",
  request: z.strictObject({
    password: secret,
    user: user.nullable(),
    account: account.nullable(),
    passwordPolicyId: name,
  }),
  patch: z.strictObject({ accepted: z.boolean(), message: words.optional() }),
  unfit: ({ accepted, message }, { password }) =>
    tells(message, [password]) ? "message: it holds the password" : unsaid("message", !accepted, message),
  services: ["profileAttribute"],
  withinMs: pluginCallMs,
  secrets: true,
  builtIns: [],
  samples: [
    { about: "a password like others", request: { ...asked, password: new Secret("Correct-horse-7") } },
    { about: "one with the name of the company", request: { ...asked, password: new Secret("Gatehouse-2030") } },
    { about: "one of nobody", request: { ...asked, user: null, account: null, password: new Secret("Übergrößen 9!") } },
  ],
};
