import { ServiceError } from "#domain/errors.ts";
import { ModuleName } from "#domain/module-name.ts";
import { batchMembersAtOnce } from "#domain/template-limits.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { settleBatch, waitingMembers } from "#operations/requests/settle-batch.ts";
import { refuseMember, submitMember } from "#operations/requests/submit-member.ts";

/**
 * Submits the next requests of a batch whose moment this process has leased, each in a transaction of its own, and sets the moment of the
 * further ones. A recipient who is refused stops no other.
 */
export async function handleBatch(context: ServiceContext, key: string): Promise<{ readonly handled: boolean }> {
  const engine = engineCaller(ModuleName.Idwfm, key);
  const members = await invoke(waitingMembers, context, engine, { key });
  const results: boolean[] = [];
  for (let from = 0; from < members.length; from += batchMembersAtOnce) {
    const some = members.slice(from, from + batchMembersAtOnce);
    results.push(...(await Promise.all(some.map((member) => submit(context, key, member)))));
  }
  return invoke(settleBatch, context, engine, { key, failed: results.includes(false) });
}

/** Submits the request of one recipient, or records the refusal; returns false if the database could not answer. */
async function submit(context: ServiceContext, batchKey: string, key: string): Promise<boolean> {
  const engine = engineCaller(ModuleName.Idwfm, batchKey);
  try {
    await invoke(submitMember, context, engine, { key });
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.kind === "unavailable" && error.code.startsWith("DATABASE_")) {
      context.log.warn({ err: error, batchKey }, "A request of a batch could not be submitted; it is tried again.");
      return false;
    }
    const known = error instanceof ServiceError ? error : new ServiceError("INTERNAL", { cause: error });
    if (known.kind === "internal")
      context.log.error({ err: error, batchKey, key }, "A request of a batch could not be submitted.");
    return refuse(context, key, known);
  }
}

async function refuse(context: ServiceContext, key: string, { code, message }: ServiceError): Promise<boolean> {
  try {
    await invoke(refuseMember, context, engineCaller(ModuleName.Idwfm, key), { key, code, message });
    return true;
  } catch (error) {
    context.log.warn({ err: error, key }, "A refusal in a batch could not be recorded; it is tried again.");
    return false;
  }
}
