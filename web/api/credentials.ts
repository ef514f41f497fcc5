import { queryOptions } from "@tanstack/react-query";

import { read } from "./call.ts";
import { userPath } from "./catalogue.ts";
import type { Credential, OneTimeCode, Passkey, Question } from "./model.ts";
import { address, type Page } from "./odata.ts";

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
    queryFn: async ({ signal }) => {
      const { value } = await read<Page<Credential>>(address(path, { top: 500 }), signal);
      return value as readonly AnyCredential[];
    },
  });
}
