import { Secret } from "#connectors/contract/index.ts";
import { recoveryCodeBytes, recoveryCodesCount } from "#domain/credential-limits.ts";
import type { Ids } from "#platform/ids.ts";

import { hashOf } from "./client.ts";
import { base32Of } from "./one-time-code.ts";

/** Makes recovery codes, in groups that people can copy by hand. */
export function newRecoveryCodes(ids: Ids): readonly Secret[] {
  return Array.from(
    { length: recoveryCodesCount },
    () => new Secret(base32Of(ids.token(recoveryCodeBytes)).replaceAll(/.{4}(?=.)/g, "$&-")),
  );
}

/** Returns the hash under which a recovery code is stored; case, blanks and dashes do not count. */
export function recoveryHashOf(code: Secret): string {
  return code.use((text) => hashOf(new Secret(text.replaceAll(/[\s-]/g, "").toUpperCase())));
}
