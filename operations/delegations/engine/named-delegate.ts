import { ServiceError } from "#domain/errors.ts";
import { isActing } from "#domain/identity/acting-users.ts";

import type { CallContext, ServiceContext } from "../../kernel/context.ts";
import { namedUser } from "../../kernel/named-user.ts";
import { failureMemory } from "../../proofs/failure-memory.ts";

/** Delegate as named in a call. */
export interface DelegateName {
  readonly delegateKey: string | null;
  readonly delegateId: string | null;
}

/**
 * Returns the key of the delegate, who is named by key or by the whole ID. A disabled user is reported like an unknown one: callers who may
 * not search for users learn nothing about those to whom they cannot delegate.
 * @throws DELEGATION_UNFIT
 */
async function namedDelegate(
  context: Pick<ServiceContext, "store" | "changes" | "clock">,
  { delegateKey, delegateId }: DelegateName,
): Promise<string> {
  if ((delegateKey === null) === (delegateId === null)) {
    const message = "delegateKey: name who is to decide, by delegateKey or by delegateId, and not by both.";
    throw new ServiceError("DELEGATION_UNFIT", { target: "delegateKey", message });
  }
  if (delegateKey !== null) return delegateKey;
  const user = await namedUser(context, delegateId ?? "");
  if (user === undefined || !isActing(user, context.clock.now())) {
    const message = "delegateId: nobody who can decide has this id. Ask that person for it.";
    throw new ServiceError("DELEGATION_UNFIT", { target: "delegateId", message });
  }
  return user.key;
}

/**
 * Returns the key of the delegate for a caller who adds a delegation. The answer reveals whether an ID exists, so wrong ones are counted
 * and limited.
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
    // A right ID clears no count, or anyone who knows one colleague could continue.
    memory.count(namer, "", clock.now());
    throw error;
  }
}

type NamingContext = Pick<CallContext, "store" | "changes" | "settings" | "clock" | "caller">;

const minuteSeconds = 60;

/** Returns the key of the delegate for a read; undefined if no user has that name. */
export async function namedDelegateIfAny(
  context: Pick<ServiceContext, "store" | "changes" | "clock">,
  name: DelegateName,
): Promise<string | undefined> {
  try {
    return await namedDelegate(context, name);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "DELEGATION_UNFIT") return undefined;
    throw error;
  }
}
