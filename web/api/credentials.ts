import { queryOptions } from "@tanstack/react-query";

import { userPath } from "./catalogue.ts";
import type { Credential, OneTimeCode, Passkey, Question } from "./model.ts";
import { readAll } from "./read-all.ts";

/** Returns the path of the credentials of a user, without the password. */
export const credentialsPath = (userKey: string) => `${userPath(userKey)}/credentials`;

/** A credential with its type as the discriminator. */
export type AnyCredential =
  | (Question & { readonly type: "Question" })
  | (OneTimeCode & { readonly type: "OneTimeCode" })
  | (Passkey & { readonly type: "Passkey" });

/** Returns the query for all credentials of a user, without the password. */
export function credentialsQuery(userKey: string) {
  const path = credentialsPath(userKey);
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ signal }) => (await readAll<Credential>(path, {}, signal)) as readonly AnyCredential[],
  });
}
