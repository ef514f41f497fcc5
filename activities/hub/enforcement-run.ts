import { enforcementWrittenPeople } from "#domain/enforcement-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import {
  endSearch,
  refuseItem,
  type RunTurn,
  searchForRun,
  settleRun,
  submitItem,
  turnOfRun,
  writeItems,
} from "#operations/enforcement/run-steps.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { Caller, ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { inParallel } from "#platform/in-parallel.ts";

/**
 * Takes the next step of a run of enforcement whose moment this process has leased: the search, or the requests of the next people, as many
 * side by side as the run says.
 */
export async function handleEnforcementRun(
  context: ServiceContext,
  key: string,
): Promise<{ readonly handled: boolean }> {
  const turn = await invoke(turnOfRun, context, engineCaller("autores", key), { key });
  const engine = engineCaller(turn?.kind ?? "autores", key);
  const problem = turn === null ? null : await takeTurn(context, engine, { ...turn, key });
  return invoke(settleRun, context, engine, { key, problem });
}

/** Takes a turn; returns the problem for which it is taken again, or null. */
async function takeTurn(
  context: ServiceContext,
  engine: Caller,
  { key, state, threads, items }: RunTurn & { readonly key: string },
): Promise<string | null> {
  if (state === "queued") return search(context, engine, key);
  let problem: string | null = null;
  await inParallel(items, threads, async (item) => {
    problem = (await submit(context, engine, item)) ?? problem;
  });
  return problem;
}

async function search(context: ServiceContext, engine: Caller, key: string): Promise<string | null> {
  try {
    const found = await invoke(searchForRun, context, engine, { key });
    for (let from = 0; from < found.length; from += enforcementWrittenPeople) {
      const people = found.slice(from, from + enforcementWrittenPeople);
      await invoke(writeItems, context, engine, {
        key,
        people: people.map(({ userKey, differences }) => ({ userKey, differences })),
      });
    }
    await invoke(endSearch, context, engine, { key });
    return null;
  } catch (error) {
    context.log.warn({ err: error, run: key }, "The differences of a run could not be found; it is tried again.");
    return error instanceof ServiceError ? error.message : "Internal error.";
  }
}

/** Submits the requests of one person, or records the refusal; returns the problem if the database could not answer. */
async function submit(context: ServiceContext, engine: Caller, key: string): Promise<string | null> {
  try {
    await invoke(submitItem, context, engine, { key });
    return null;
  } catch (error) {
    const known = error instanceof ServiceError ? error : new ServiceError("INTERNAL", { cause: error });
    if (known.kind === "unavailable") {
      context.log.warn({ err: error, key }, "The requests of a person could not be submitted; it is tried again.");
      return known.message;
    }
    if (known.kind === "internal")
      context.log.error({ err: error, key }, "The requests of a person could not be submitted.");
    return refuse(context, engine, { key, code: known.code, message: known.message });
  }
}

async function refuse(
  context: ServiceContext,
  engine: Caller,
  refusal: { readonly key: string; readonly code: string; readonly message: string },
): Promise<string | null> {
  try {
    await invoke(refuseItem, context, engine, refusal);
    return null;
  } catch (error) {
    context.log.warn({ err: error, key: refusal.key }, "A refusal in a run could not be recorded; it is tried again.");
    return error instanceof ServiceError ? error.message : "Internal error.";
  }
}
