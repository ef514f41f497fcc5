import type { PluginKind } from "#plugins/contract/index.ts";
import { pluginKinds } from "#plugins/host/plugin-kinds.ts";
import { pluginName } from "#plugins/host/plugin-name.ts";

/** Pattern of an option's text, and its rule in words that follow "must be". */
export interface OptionPattern {
  readonly pattern: RegExp;
  readonly words: string;
}

interface NamedOption {
  /** Name on pages. */
  readonly label: string;
  readonly description: string;
}

interface FlagOption extends NamedOption {
  readonly type: "boolean";
  readonly initial: boolean;
}

interface TextOption extends NamedOption {
  readonly type: "string";
  readonly initial: null;
  readonly text: OptionPattern;
  /** Kind of plug-in that it names, if any; the plug-in must exist when the option is set. */
  readonly plugin?: PluginKind;
  /** Resource of which it names a row by its ID, if any; the row must exist when the option is set. */
  readonly names?: "ticketSystems";
}

/** An option of a target system: its type, its initial value and its texts. */
export type TargetSystemOption = FlagOption | TextOption;

function pluginText(kind: PluginKind): OptionPattern {
  const { builtIns } = pluginKinds[kind];
  const file = "the name of a file in PLUGIN_FOLDER that ends with .mjs, .js or .ts";
  if (builtIns.length === 0) return { pattern: pluginName, words: file };
  return {
    pattern: new RegExp(`${pluginName.source}|^(${builtIns.join("|")})$`),
    words: `${builtIns.join(" or ")}, or ${file}`,
  };
}

/** Options of target systems by name (specification section 2). */
export const targetSystemOptions = {
  newIdCaseSetProgram: {
    type: "string",
    initial: null,
    label: "Plug-in that sets the case of new IDs",
    description:
      "Plug-in that sets the case of a new ID: lower-case, upper-case, or the name of a file; null if an ID stays as it was written",
    text: pluginText("newIdCase"),
    plugin: "newIdCase",
  },
  stillApplicablePlugin: {
    type: "string",
    initial: null,
    label: "Plug-in that judges if operations still apply",
    description:
      "Plug-in that is asked before each attempt of an operation if it still applies: the name of a file; null if none is asked",
    text: pluginText("stillApplicable"),
    plugin: "stillApplicable",
  },
  ticketSystem: {
    type: "string",
    initial: null,
    label: "Ticket system",
    description: "ID of the ticket system in which requests on this target system have tickets; null for none",
    text: { pattern: /^.{1,190}$/u, words: "the ID of a ticket system" },
    names: "ticketSystems",
  },
  networkResourcePlatform: {
    type: "string",
    initial: null,
    label: "Type of managed groups and network resources",
    description: "Type of managed groups and network resources; null for that of the target system",
    text: { pattern: /^[A-Za-z0-9][\w .-]{0,99}$/, words: "a type of up to 100 letters, digits, spaces or . _ -" },
  },
  autoApprove: {
    type: "boolean",
    initial: false,
    label: "Without phases nobody is asked",
    description:
      "True if requests on a target system without approval phases are carried out without approval; otherwise they are refused",
  },
  userAccountsMandatory: {
    type: "boolean",
    initial: false,
    label: "Everybody must have an account",
    description: "True if users must have an account",
  },
  allowClaimAccounts: {
    type: "boolean",
    initial: false,
    label: "Accounts may be claimed",
    description:
      "True if users may claim accounts without an owner, or that were attached automatically, by their passwords",
  },
  allowPasswordChange: {
    type: "boolean",
    initial: true,
    label: "Passwords may be changed",
    description: "True if users may change and reset their passwords",
  },
  allowAccountUnlock: {
    type: "boolean",
    initial: true,
    label: "Accounts may be unlocked",
    description: "True if accounts that the target system has locked may be unlocked",
  },
  allowPasswordVerify: {
    type: "boolean",
    initial: true,
    label: "Passwords may be verified",
    description: "True if users may verify their passwords",
  },
  verifyAfterReset: {
    type: "boolean",
    initial: false,
    label: "New passwords are verified",
    description: "True if each new password is tried once, and one that opens nothing fails",
  },
  createPrivilegeManagedSystem: {
    type: "boolean",
    initial: false,
    label: "A managed system is made for it",
    description:
      "True if a managed system for privileged access is created, under the policy DEFAULT, where the target system has none",
  },
  allowAccountEnable: {
    type: "boolean",
    initial: true,
    label: "Accounts may be enabled",
    description: "True if accounts may be enabled; disabling them stays possible",
  },
  automaticallyDiscoverResourcesToLoad: {
    type: "boolean",
    initial: false,
    label: "Discoveries manage groups",
    description:
      "True if discoveries manage all groups of the target system, except those that a person stopped managing; managed groups can be requested",
  },
  context_strict: {
    type: "boolean",
    initial: true,
    label: "A failed commit, wait or abort fails the discovery",
    description: "True if a failed commit, wait or abort of a discovery fails the discovery; otherwise it is a warning",
  },
} as const satisfies Record<string, TargetSystemOption>;
