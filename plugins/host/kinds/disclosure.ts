import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { pluginCallMs } from "#domain/plugin-limits.ts";

import type { PluginKindDefinition } from "../kind-definition.ts";
import { account, moment, secret, user } from "../schemas.ts";
import { ada } from "./sample-request.ts";

const asked = { account: { targetSystemKey: "HR", id: "root" }, user: ada, endsAt: "2030-01-31T12:00:00Z" };

/** The kind that turns a checked-out password into what a user gets. */
export const disclosure: PluginKindDefinition<"disclosure"> = {
  title: "Makes of a checked-out password what the person gets.",
  askedBy: "the policies of privileged accounts that name it, for each disclosure of a password (`disclosurePlugins`)",
  request: z.strictObject({ password: secret, account, user, endsAt: moment }),
  patch: z.strictObject({ how: z.enum(["display", "copy"]), content: secret }),
  unfit: () => undefined,
  services: ["targetSystem"],
  withinMs: pluginCallMs,
  secrets: true,
  builtIns: ["copy", "display"],
  samples: [
    { about: "a password", request: { ...asked, password: new Secret("Zk4-blue-harbour") } },
    { about: "one with signs of every sort", request: { ...asked, password: new Secret(`"quoted" \\ Größe\t{}`) } },
  ],
};
