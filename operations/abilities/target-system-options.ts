import type { PluginKind } from "#plugins/contract/index.ts";
import { pluginKinds } from "#plugins/host/plugin-kinds.ts";
import { pluginName } from "#plugins/host/plugin-name.ts";

/** Pattern of an option's text, and its rule as the end of a sentence that begins with "must be". */
export interface OptionPattern {
  readonly pattern: RegExp;
  readonly words: string;
}

/** An option of a target system, with its type and its default. */
export type TargetSystemOption =
  | { readonly type: "boolean"; readonly initial: boolean; readonly description: string }
  | {
      readonly type: "string";
      readonly initial: null;
      readonly description: string;
      readonly text: OptionPattern;
      /** Kind of the plug-in that it names, if any; the plug-in must exist when the option is set. */
      readonly plugin?: PluginKind;
    };

function pluginText(kind: PluginKind): OptionPattern {
  const { builtIns } = pluginKinds[kind];
  return {
    pattern: new RegExp(`${pluginName.source}|^(${builtIns.join("|")})$`),
    words: `${builtIns.join(" or ")}, or the name of a .mjs, .js or .ts file in PLUGIN_FOLDER`,
  };
}

/** Options of target systems by name (specification section 2). */
export const targetSystemOptions = {
  newIdCaseSetProgram: {
    type: "string",
    initial: null,
    description: "Plug-in that sets the case of new IDs; null keeps them as they are written",
    text: pluginText("newIdCase"),
    plugin: "newIdCase",
  },
  networkResourcePlatform: {
    type: "string",
    initial: null,
    description: "Type of managed groups and network resources; null for the type of the target system",
    text: { pattern: /^[A-Za-z0-9][\w .-]{0,99}$/, words: "a type of up to 100 letters, digits, spaces or . _ -" },
  },
  autoApprove: {
    type: "boolean",
    initial: false,
    description:
      "True to approve requests on a target system without authorization phases automatically; false to refuse them",
  },
  userAccountsMandatory: { type: "boolean", initial: false, description: "True if every user must have an account" },
  allowClaimAccounts: {
    type: "boolean",
    initial: false,
    description:
      "True if users may claim accounts by their passwords: those without owner, and those that got their owner automatically",
  },
  allowPasswordChange: {
    type: "boolean",
    initial: true,
    description: "True if users may change and reset their passwords",
  },
  allowAccountUnlock: { type: "boolean", initial: true, description: "True if accounts may be unlocked" },
  allowPasswordVerify: { type: "boolean", initial: true, description: "True if users may verify their passwords" },
  createPrivilegeManagedSystem: {
    type: "boolean",
    initial: false,
    description: "True to create a managed system under the policy DEFAULT if the target system has none",
  },
  allowAccountEnable: {
    type: "boolean",
    initial: true,
    description: "True if accounts may be enabled; they may be disabled in either case",
  },
  automaticallyDiscoverResourcesToLoad: {
    type: "boolean",
    initial: false,
    description: "True if the groups that a discovery finds become managed groups",
  },
  context_strict: {
    type: "boolean",
    initial: true,
    description: "True if a failed commit, wait or abort of a discovery fails the discovery",
  },
} as const satisfies Record<string, TargetSystemOption>;
