import type { PluginKind } from "#plugins/contract/index.ts";
import { pluginKinds } from "#plugins/host/plugin-kinds.ts";
import { pluginName } from "#plugins/host/plugin-name.ts";

/** Pattern of an option's text, and its rule in words that follow "must be". */
export interface OptionPattern {
  readonly pattern: RegExp;
  readonly words: string;
}

/** An option of a target system: its type, and its initial value. */
export type TargetSystemOption =
  | { readonly type: "boolean"; readonly initial: boolean; readonly description: string }
  | {
      readonly type: "string";
      readonly initial: null;
      readonly description: string;
      readonly text: OptionPattern;
      /** Kind of plug-in that it names, if any; the plug-in must exist when the option is set. */
      readonly plugin?: PluginKind;
    };

function pluginText(kind: PluginKind): OptionPattern {
  const { builtIns } = pluginKinds[kind];
  return {
    pattern: new RegExp(`${pluginName.source}|^(${builtIns.join("|")})$`),
    words: `${builtIns.join(" or ")}, or the name of a file in PLUGIN_FOLDER that ends with .mjs, .js or .ts`,
  };
}

/** Options of target systems by name (specification section 2). */
export const targetSystemOptions = {
  newIdCaseSetProgram: {
    type: "string",
    initial: null,
    description: "Plug-in that sets the case of a new id; without one a new id stays as it was written",
    text: pluginText("newIdCase"),
    plugin: "newIdCase",
  },
  networkResourcePlatform: {
    type: "string",
    initial: null,
    description: "Type of managed groups and network resources; without one that of the target system",
    text: { pattern: /^[A-Za-z0-9][\w .-]{0,99}$/, words: "a type: letters, digits, blanks or . _ -, up to 100" },
  },
  autoApprove: {
    type: "boolean",
    initial: false,
    description:
      "Requests on a target system without authorization phases are carried out with nobody asked; when false they are refused",
  },
  userAccountsMandatory: { type: "boolean", initial: false, description: "Users must have an account" },
  allowClaimAccounts: {
    type: "boolean",
    initial: false,
    description: "Users may claim accounts of nobody, or that were attached automatically, by their passwords",
  },
  allowPasswordChange: { type: "boolean", initial: true, description: "Users may change and reset their passwords" },
  allowAccountUnlock: { type: "boolean", initial: true, description: "Accounts may be unlocked" },
  allowPasswordVerify: { type: "boolean", initial: true, description: "Users may verify their passwords" },
  createPrivilegeManagedSystem: {
    type: "boolean",
    initial: false,
    description:
      "A managed system for privileged access is made, under the policy DEFAULT, where the target system has none",
  },
  allowAccountEnable: {
    type: "boolean",
    initial: true,
    description: "Accounts may be enabled; disabling them stays possible",
  },
  automaticallyDiscoverResourcesToLoad: {
    type: "boolean",
    initial: false,
    description: "Groups that a listing finds become managed",
  },
  context_strict: {
    type: "boolean",
    initial: true,
    description: "A failed commit, wait or abort of a discovery fails the discovery",
  },
} as const satisfies Record<string, TargetSystemOption>;
