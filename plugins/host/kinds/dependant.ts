import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { pluginHubCallMs } from "#domain/plugin-limits.ts";

import type { PluginKindDefinition } from "../kind-definition.ts";
import { account, secret, unsaid, words } from "../schemas.ts";
import { tells } from "../tells.ts";

const asked = { account: { targetSystemKey: "HR", id: "root" }, setting: "payroll" };

/** The kind that gives the password of a managed account to a dependent. */
export const dependant: PluginKindDefinition<"dependant"> = {
  title: "Tells something else the password of a managed account, and tests that it has it.",
  askedBy: "runs that change the password of a managed account, for its dependants",
  request: z.strictObject({
    act: z.enum(["tell", "test"]),
    password: secret,
    account,
    setting: z.string().nullable(),
  }),
  patch: z.strictObject({ result: z.enum(["done", "refused"]), message: words.optional() }),
  unfit: ({ result, message }, { password }) =>
    tells(message, [password]) ? "message: it holds the password" : unsaid("message", result === "refused", message),
  services: ["targetSystem"],
  withinMs: pluginHubCallMs,
  secrets: true,
  builtIns: [],
  samples: [
    { about: "a new password", request: { ...asked, act: "tell", password: new Secret("Zk4-blue-harbour") } },
    { about: "its test", request: { ...asked, act: "test", password: new Secret("Zk4-blue-harbour") } },
    {
      about: "nothing said of it",
      request: { ...asked, setting: null, act: "tell", password: new Secret("Größe 4{}") },
    },
  ],
};
