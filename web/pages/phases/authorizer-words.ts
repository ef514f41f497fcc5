import type { Authorizer } from "../../api/model.ts";
import type { Say } from "../../messages/text.ts";
import { kindOf, type PhaseFieldsProps } from "./phases.ts";

/** Returns the name of an authorizer. */
export function authorizerWords(authorizer: Authorizer, names: PhaseFieldsProps["names"], say: Say): string {
  const { userKey, userClass, managerLevels, plugin } = authorizer;
  if (userKey !== null) {
    const person = names?.get(userKey);
    return person?.displayName ?? person?.id ?? say("person.unknown");
  }
  if (managerLevels !== null) return say("phases.managerOf", { levels: managerLevels });
  if (plugin !== null) return say("phases.pluginOf", { plugin });
  return say(`authorizer.${kindOf(authorizer)}`, { userClass: userClass ?? "none" });
}
