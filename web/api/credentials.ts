import { queryOptions } from "@tanstack/react-query";

import type { OneTimeCode, Passkey, Question } from "./model.ts";
import { pathOf } from "./path.ts";
import { readAll } from "./read.ts";

/** A credential with its type as the discriminator. */
export type AnyCredential =
  | (Question & { readonly type: "Question" })
  | (OneTimeCode & { readonly type: "OneTimeCode" })
  | (Passkey & { readonly type: "Passkey" });

/** Returns the query for all credentials of a user, without the password. */
export function credentialsQuery(userKey: string) {
  const path = pathOf("users()/credentials", userKey);
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ signal }) => (await readAll(path, {}, signal)) as readonly AnyCredential[],
  });
}
