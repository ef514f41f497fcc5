import { createHmac, randomBytes } from "node:crypto";

import { canonicalJson, type Order, secretsOf } from "#domain/requests/order.ts";

/** Input for opening a session. */
export type SessionLogin = Pick<Order, "address" | "credentials">;

/** Fingerprints of logins: the same text means the same address and credentials. */
export interface Fingerprints {
  /** Returns the fingerprint of a login. It reveals no secret outside of this process. */
  of(login: SessionLogin): string;
}

/** Makes the fingerprints of a process. */
export function createFingerprints(): Fingerprints {
  const key = randomBytes(32);
  const keyedHash = (text: string) => createHmac("sha256", key).update(text).digest("base64");
  // The orders of a chunk share them, and each of its secrets costs a hash.
  const known = new WeakMap<SessionLogin["credentials"], { readonly address: unknown; readonly fingerprint: string }>();

  return {
    of({ address, credentials }) {
      const same = known.get(credentials);
      if (same !== undefined && same.address === address) return same.fingerprint;
      const hashed = credentials.map((credential) => [
        credential.role,
        credential.login,
        ...secretsOf(credential).map((secret) => secret.use(keyedHash)),
      ]);
      const fingerprint = keyedHash(canonicalJson([address, hashed]));
      known.set(credentials, { address, fingerprint });
      return fingerprint;
    },
  };
}
