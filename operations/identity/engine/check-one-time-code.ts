import { Secret } from "#connectors/contract/index.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { passwordRefusalOf } from "../../proofs/user-state.ts";
import { countWrong } from "./count-wrong.ts";
import { stepOfCode } from "./one-time-code.ts";
import { recoveryHashOf } from "./recovery-codes.ts";
import { invalidGrant, type TokenRefusal } from "./token-set.ts";

type Credential = Row<"userCredentials">;

/** A code after comparison with a user's codes, before any decision. */
export interface CheckedCode {
  readonly username: string;
  readonly userKey: string | undefined;
  /** Key of the compared credential. */
  readonly credentialKey: string | undefined;
  /** Time step of the code, among those accepted now. */
  readonly step: number | undefined;
  /** Hash of the code read as a recovery code. */
  readonly recoveryHash: string;
}

/** Sender of a code: the user proved before, else the bearer of the name. */
export interface CodeSender {
  readonly provedKey: string | null;
  readonly username: string;
}

// A user without codes costs the same computation.
const nobodysSecret = new Secret("A".repeat(32));

/** Finds the one-time code credential of a user; undefined if none is enrolled. */
export async function oneTimeCodesOf({ store }: CallContext, userKey: string): Promise<Credential | undefined> {
  const [row] = await store.select("userCredentials", { where: { userKey, type: "OneTimeCode" }, limit: 1 });
  return row;
}

/** Computes the codes that are valid now, and compares. */
export async function checkCode(
  context: CallContext,
  { provedKey, username }: CodeSender,
  code: Secret,
): Promise<CheckedCode> {
  const { store, clock } = context;
  const where = provedKey === null ? { id: username } : { key: provedKey };
  const [user] = await store.select("users", { where, limit: 1 });
  const credential = await oneTimeCodesOf(context, user?.key ?? "");
  const secret = credential === undefined ? nobodysSecret : oneTimeSecretOf(context, credential);
  return {
    username,
    userKey: user?.key,
    credentialKey: credential?.key,
    step: code.use((text) => stepOfCode(secret, text.replaceAll(/\s/g, ""), clock.now())),
    recoveryHash: recoveryHashOf(code),
  };
}

function oneTimeSecretOf({ store }: CallContext, { key, oneTimeSecret }: Credential): Secret {
  return store.unseal(oneTimeSecret ?? "", { table: "userCredentials", key, column: "oneTimeSecret" });
}

/**
 * Admits the user whose code it is, or returns the refusal, in the current transaction. A right code is used up. A wrong one counts like a
 * wrong password, if the user has codes. Only a user proved before learns of a lock, because a code can be guessed.
 */
export async function admitByCode(
  context: CallContext,
  checked: CheckedCode,
  { isProved }: { readonly isProved: boolean },
): Promise<{ readonly admitted: Row<"users"> } | TokenRefusal> {
  const { store, clock } = context;
  const user = await store.lock("users", checked.userKey ?? "");
  const credential = await store.lock("userCredentials", checked.credentialKey ?? "");
  if (user === undefined || credential === undefined) return refuseCode(context, checked, undefined);
  const used = useUp(credential, checked);
  // A sender of the last right code, by a double click or in a second window, has guessed nothing.
  const isAgain = checked.step !== undefined && checked.step === credential.lastCounter;
  if (used === undefined) return refuseCode(context, checked, isAgain ? undefined : user);
  const refused = passwordRefusalOf(user, context);
  if (refused !== undefined && !isProved) return refuseCode(context, checked, user);
  await store.save("userCredentials", { key: credential.key, ...used, lastUsed: clock.now() });
  return refused === undefined ? { admitted: user } : { refused, reason: "right code", userKey: user.key };
}

/** Refuses a code and counts it for the user, if one is named. */
async function refuseCode(
  context: CallContext,
  checked: CheckedCode,
  user: Row<"users"> | undefined,
): Promise<TokenRefusal> {
  await countWrong(context, checked.username, user);
  return invalidGrant(whyWrong(checked), checked.userKey);
}

type Used = Partial<Pick<Credential, "lastCounter" | "recoveryHashes">>;

/** Returns the change that a code makes to its credential; undefined if the code is wrong or was used before. */
function useUp({ lastCounter, recoveryHashes }: Credential, { step, recoveryHash }: CheckedCode): Used | undefined {
  if (step !== undefined) return step > (lastCounter ?? 0) ? { lastCounter: step } : undefined;
  const left = (recoveryHashes ?? []).filter((hash) => hash !== recoveryHash);
  return left.length < (recoveryHashes ?? []).length ? { recoveryHashes: left } : undefined;
}

function whyWrong({ userKey, credentialKey, step }: CheckedCode): string {
  if (userKey === undefined) return "unknown user";
  if (credentialKey === undefined) return "no codes are enrolled";
  return step === undefined ? "wrong code" : "a code that was used before, or the user is locked or disabled";
}
