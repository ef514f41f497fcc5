import type { PluginKind } from "#plugins/contract/index.ts";

import type { PluginKindDefinition } from "./kind-definition.ts";
import { authorizersKind } from "./kinds/authorizers.ts";
import { chainComponent } from "./kinds/chain-component.ts";
import { dependant } from "./kinds/dependant.ts";
import { disclosure } from "./kinds/disclosure.ts";
import { escalation } from "./kinds/escalation.ts";
import { implementers } from "./kinds/implementers.ts";
import { newIdCase } from "./kinds/new-id-case.ts";
import { notifier } from "./kinds/notifier.ts";
import { passwordRule } from "./kinds/password-rule.ts";
import { questionSet } from "./kinds/question-set.ts";
import { stillApplicable } from "./kinds/still-applicable.ts";
import { ticketCheck } from "./kinds/ticket-check.ts";
import { ticketSystem } from "./kinds/ticket-system.ts";

/** Every kind of plug-ins. */
export const pluginKinds: { readonly [Kind in PluginKind]: PluginKindDefinition<Kind> } = {
  newIdCase,
  authorizers: authorizersKind,
  implementers,
  escalation,
  stillApplicable,
  notifier,
  passwordRule,
  questionSet,
  chainComponent,
  disclosure,
  ticketCheck,
  ticketSystem,
  dependant,
};

/** The names of the kinds, in the order of the pages. */
export const pluginKindNames = Object.keys(pluginKinds) as readonly PluginKind[];

/** Returns the folder of a kind's plug-ins, its name in kebab-case; the file of its types has the same name. */
export function folderOfKind(kind: string): string {
  return kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
