import { queryOptions } from "@tanstack/react-query";

import { userPath } from "./catalogue.ts";
import type { Credential, OneTimeCode, Passkey, Question } from "./model.ts";
import { readAll } from "./read-all.ts";

/** The path of what somebody proves with who they are, beside the password. */
export const credentialsPath = (userKey: string) => `${userPath(userKey)}/credentials`;

/** One of these, told apart by its type. */
export type AnyCredential =
  | (Question & { readonly type: "Question" })
  | (OneTimeCode & { readonly type: "OneTimeCode" })
  | (Passkey & { readonly type: "Passkey" });

/** All that there are. */
export function credentialsQuery(userKey: string) {
  const path = credentialsPath(userKey);
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ signal }) => (await readAll<Credential>(path, {}, signal)) as readonly AnyCredential[],
  });
}
