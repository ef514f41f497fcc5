import { builtInUserClasses } from "#domain/identity/user-classes.ts";

import type { UserClass } from "../../api/model.ts";
import type { TellOwn, ToldOwn } from "../../messages/own-words.tsx";

/** Returns the key of the description of a built-in user class. */
export const builtInClassKey = (id: string) => `class.means.${id}`;

/** Returns the description of a user class: for a built-in one in the language of the pages, unless it was edited. */
export function classDescription({ id, description }: Pick<UserClass, "id" | "description">, own: TellOwn): ToldOwn {
  return description === builtInUserClasses[id]?.description
    ? own(builtInClassKey(id), description)
    : { words: description };
}
