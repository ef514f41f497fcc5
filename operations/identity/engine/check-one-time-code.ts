import { Secret } from "#connectors/contract/index.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { passwordRefusalOf } from "../../proofs/user-state.ts";
import { countWrong } from "./count-wrong.ts";
import { stepOfCode } from "./one-time-code.ts";
import { recoveryHashOf } from "./recovery-codes.ts";
import { invalidGrant, type TokenRefusal } from "./token-set.ts";

type Credential = Row<"userCredentials">;

/** A code that was computed anew for whoever is to have sent it, before anything was decided. */
export interface CheckedCode {
  readonly username: string;
  readonly userKey: string | undefined;
  /** Whose code it is to be. */
  readonly credentialKey: string | undefined;
  /** The step of time whose code it is, of those that are taken now. */
  readonly step: number | undefined;
  /** The hash of the same as a recovery code. */
  readonly recoveryHash: string;
}

/** Who is to have sent a code: the one who was proved before, or else who has the name. */
export interface CodeSender {
  readonly provedKey: string | null;
  readonly username: string;
}

// Whoever has no codes costs the same computation.
const nobodysSecret = new Secret("A".repeat(32));

/** The one-time codes of a user; undefined where none are enrolled. */
export async function oneTimeCodesOf({ store }: CallContext, userKey: string): Promise<Credential | undefined> {
  const [row] = await store.select("userCredentials", { where: { userKey, type: "OneTimeCode" }, limit: 1 });
  return row;
}

/** Computes the codes that are good now, and compares. */
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
 * Admits the user whose code it is, or says why not, in the current transaction. A code is used up by it; a wrong one is counted, as are
 * wrong passwords, where somebody has codes. A lock is told of to those alone who were proved before, for a code can be guessed.
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
  // Whoever sends the last right code again, by a double click or in a second window, has guessed nothing.
  const isAgain = checked.step !== undefined && checked.step === credential.lastCounter;
  if (used === undefined) return refuseCode(context, checked, isAgain ? undefined : user);
  const refused = passwordRefusalOf(user, context);
  if (refused !== undefined && !isProved) return refuseCode(context, checked, user);
  await store.save("userCredentials", { key: credential.key, ...used, lastUsed: clock.now() });
  return refused === undefined ? { admitted: user } : { refused, reason: "right code", userKey: user.key };
}

/** Refuses a code; it is counted at the user, where one is named. */
async function refuseCode(
  context: CallContext,
  checked: CheckedCode,
  user: Row<"users"> | undefined,
): Promise<TokenRefusal> {
  await countWrong(context, checked.username, user);
  return invalidGrant(whyWrong(checked), checked.userKey);
}

type Used = Partial<Pick<Credential, "lastCounter" | "recoveryHashes">>;

/** What a code changes at the credential that it is of; undefined of one that is none of it, or was used before. */
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
