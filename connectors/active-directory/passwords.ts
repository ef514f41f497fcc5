import {
  ConnectorError,
  emptyPassword,
  normalForm,
  type OperationsPart,
  Secret,
  untilAborted,
  type Verified,
} from "#connectors/contract/index.ts";
import { boundClient } from "#connectors/ldap-client/connection.ts";
import { resultCodeOf, wordsOf } from "#connectors/ldap-client/errors.ts";
import { logInAs } from "#connectors/ldap-client/log-in-as.ts";
import { changeOf, replacement } from "#connectors/ldap-client/modifications.ts";

import { replacing } from "./account-state.ts";
import { placeOf, readAccountAt, requireEntry } from "./entries.ts";
import { extendedCodeOf } from "./errors.ts";
import type { DomainSession } from "./session.ts";
import { passwordSetAttribute } from "./state.ts";
import { requireAccountDn } from "./system-accounts.ts";

/** Attribute that accepts a password and never returns it. */
export const passwordAttribute = "unicodePwd";

const [never, now] = ["0", "-1"];
const invalidCredentials = 49;

// Sub-codes of a refused login; source: MS-ERREF 2.2. A controller returns those other than 52e and 775 only if the password was
// right.
const refusals: Readonly<Record<string, (message: string) => Verified>> = {
  "52e": (message) => ({ ok: false, reason: "invalid", message }),
  "532": (message) => ({ ok: false, reason: "expired", message }),
  "533": (message) => ({ ok: false, reason: "disabled", message }),
  "701": (message) => ({ ok: false, reason: "expired", message }),
  "773": () => ({ ok: true, mustChange: true }),
  "775": (message) => ({ ok: false, reason: "locked", message }),
};

/** Encodes a password for the controller: in quotation marks, UTF-16 with the low byte first; source: MS-ADTS 3.1.1.3.1.5. */
export function passwordValue(plaintext: string): Buffer {
  return Buffer.from(`"${prepared(plaintext)}"`, "utf16le");
}

/** Normalizes a password to the form that keyboards write; source: RFC 8265 4.2.2. */
function prepared(plaintext: string): string {
  return normalForm(plaintext, "NFC");
}

/** Operations on passwords. */
export const passwordOperations = {
  /**
   * Logs in as the account on the session's connection for logins; the controller counts a wrong password. By default the previous
   * password is accepted too for an hour after a change (`OldPasswordAllowedPeriod`).
   */
  verify: (session, { account, password }, { signal }) =>
    untilAborted(signal, async () => {
      // A login with an empty password is anonymous: the controller accepts it for every account.
      if (password.isEmpty) return requireAccountDn(session, account).then(() => emptyPassword);
      boundClient(session);
      const sent = new Secret(password.use(prepared));
      const { refusal } = await logInAs({
        place: placeOf(session, account),
        setAt: session.setPasswords.placeOf(password, account),
        readAt: (place) => readAccountAt(session, account, place),
        search: () => requireEntry(session, "account", account, []),
        attempt: (dn) => session.logins.attempt({ dn, password: sent, signal }),
      });
      return refusal === undefined ? { ok: true } : refusedLogin(refusal);
    }),
  /** Sets a password as administrator; a disabled or locked account stays so. */
  async resetPassword(session, { account, password, mustChange }) {
    const dn = await requireAccountDn(session, account);
    await password.use((plaintext) =>
      boundClient(session).modify(dn, [
        replacement(passwordAttribute, passwordValue(plaintext)),
        ...(mustChange ? [replacement(passwordSetAttribute, never)] : []),
      ]),
    );
    session.setPasswords.add(password, account, dn);
  },
  /**
   * Changes a password with the current one, which the controller itself compares. So it works even for an account that must change
   * its password and therefore may not log in.
   */
  async changePassword(session, { account, current, password }) {
    const dn = await requireAccountDn(session, account);
    const client = boundClient(session);
    await current.use((old) =>
      password.use((plaintext) =>
        client.modify(dn, [
          changeOf({ attr: passwordAttribute, remove: [passwordValue(old)] }),
          changeOf({ attr: passwordAttribute, add: [passwordValue(plaintext)] }),
        ]),
      ),
    );
  },
  /** Makes the owner change the password at the next login. */
  expirePassword: replacing(passwordSetAttribute, never),
  /** Reverts `expirePassword`; the age of the password starts at zero again. */
  unexpirePassword: replacing(passwordSetAttribute, now),
} satisfies OperationsPart<DomainSession>;

function refusedLogin(error: unknown): Verified {
  if (resultCodeOf(error) !== invalidCredentials) throw error;
  const [code, words] = [extendedCodeOf(error) ?? "", wordsOf(error as Error)];
  const answer = refusals[code];
  if (answer !== undefined) return answer(words);
  // Such as: not at this time of day, not from this computer.
  throw new ConnectorError("policy", words, { targetCode: code, cause: error });
}
