import { ServiceError } from "#domain/errors.ts";

import type { CallContext, ServiceContext } from "../../kernel/context.ts";
import { namedUser } from "../../kernel/named-user.ts";
import { failureMemory } from "../../proofs/failure-memory.ts";

/** Who is to decide, as a call names this person. */
export interface DelegateName {
  readonly delegateKey: string | null;
  readonly delegateId: string | null;
}

/**
 * The key of who is to decide, who is named by key or by the whole id. That somebody of an id is disabled is not told: who may not
 * look for people learns nothing about those to whom they cannot delegate.
 * @throws DELEGATION_UNFIT
 */
async function namedDelegate(
  context: Pick<ServiceContext, "store" | "changes">,
  { delegateKey, delegateId }: DelegateName,
): Promise<string> {
  if ((delegateKey === null) === (delegateId === null)) {
    const message = "delegateKey: name who is to decide, by delegateKey or by delegateId, and not by both.";
    throw new ServiceError("DELEGATION_UNFIT", { target: "delegateKey", message });
  }
  if (delegateKey !== null) return delegateKey;
  const user = await namedUser(context, delegateId ?? "");
  if (user === undefined || user.disabled) {
    const message = "delegateId: nobody who can decide has this id. Ask that person for it.";
    throw new ServiceError("DELEGATION_UNFIT", { target: "delegateId", message });
  }
  return user.key;
}

/**
 * The same for a caller who asks for a delegation. A right id is answered otherwise than a wrong one, so wrong ones are counted: whoever
 * could try without end would find out which there are.
 * @throws DELEGATION_UNFIT, TOO_MANY
 */
export async function askedDelegate(context: NamingContext, name: DelegateName): Promise<string> {
  const { caller, clock, settings } = context;
  if (name.delegateId === null) return namedDelegate(context, name);
  const memory = failureMemory(context);
  const namer = `names delegates: ${caller.key ?? ""}`;
  if (memory.isBarred(namer, "", clock.now())) {
    throw new ServiceError("TOO_MANY", {
      target: "delegateId",
      message: `delegateId: you have named too many who do not exist. Wait ${settings.lockoutDurationMinutes} minutes, or name that person by delegateKey.`,
      retryAfterSeconds: settings.lockoutDurationMinutes * minuteSeconds,
    });
  }
  try {
    return await namedDelegate(context, name);
  } catch (error) {
    // A right one forgets none, or whoever knows one colleague could go on.
    memory.count(namer, "", clock.now());
    throw error;
  }
}

type NamingContext = Pick<CallContext, "store" | "changes" | "settings" | "clock" | "caller">;

const minuteSeconds = 60;

/** The same where it is only looked at; undefined where nobody is named so. */
export async function namedDelegateIfAny(
  context: Pick<ServiceContext, "store" | "changes">,
  name: DelegateName,
): Promise<string | undefined> {
  try {
    return await namedDelegate(context, name);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "DELEGATION_UNFIT") return undefined;
    throw error;
  }
}
