import { builtInUserClasses } from "#domain/identity/user-classes.ts";

import type { UserClass } from "../../api/model.ts";
import type { TellOwn, ToldOwn } from "../../messages/own-words.tsx";

/** The key of who is in a class that every installation has. */
export const builtInClassKey = (id: string) => `class.means.${id}`;

/** Who is in a class: of a built-in one in the language that is spoken, unless somebody has written it down anew. */
export function classDescription({ id, description }: Pick<UserClass, "id" | "description">, own: TellOwn): ToldOwn {
  return description === builtInUserClasses[id]?.description
    ? own(builtInClassKey(id), description)
    : { words: description };
}
