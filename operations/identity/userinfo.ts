import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../kernel/define-operation.ts";

/** Claims about the user of a token (OpenID Connect Core, 5.1). */
export interface UserInfo {
  readonly sub: string;
  readonly username: string;
  readonly preferred_username: string;
  /** Scopes with blanks between them. */
  readonly scope: string;
}

/** Returns the claims of the userinfo endpoint about the user of a token. */
export const readUserInfo = defineOperation<Record<string, never>, UserInfo>({
  name: "identity.userinfo",
  kind: "read",
  policies: [{ name: policyOf.get("identity/connect/userinfo") }],
  callers: ["user"],
  scope: null,
  audit: { operation: "UINF", when: "refusalOnly" },
  async run({ caller }) {
    if (caller.key === null) throw new ServiceError("TOKEN_INVALID");
    const { key: sub, id, scope } = caller;
    return { sub, username: id, preferred_username: id, scope: scope ?? "" };
  },
});
