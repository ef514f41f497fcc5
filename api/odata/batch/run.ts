import { setImmediate } from "node:timers/promises";

import { ServiceError } from "#domain/errors.ts";
import { type AtomicCall, runAtomically } from "#operations/kernel/atomic-group.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";

import { bearerToken } from "../../bearer-token.ts";
import { knownError, presentError } from "../../errors.ts";
import type { RouteAnswer, RouteCall } from "../../route.ts";
import type { BatchItem, BatchResult } from "./item.ts";
import { unitsOf } from "./units.ts";

/** Settings of a batch run. */
export interface BatchRun {
  /** The service root, such as `/v2`. */
  readonly root: string;
  /** True if the batch continues after a failed request. */
  readonly continueOnError: boolean;
}

/**
 * Runs the requests of a batch one after the other, each as a call of its own with the rights of the sender. The
 * requests of a group happen together or not at all.
 */
export async function runBatch(
  call: RouteCall,
  items: readonly BatchItem[],
  run: BatchRun,
): Promise<readonly BatchResult[]> {
  const results: BatchResult[] = [];
  const succeeded = new Map<string, RouteAnswer>();
  for (const unit of unitsOf(items, ({ group }) => group)) {
    // Lets other calls run between two steps, however quickly each is answered.
    if (results.length > 0) await setImmediate();
    const earlier = { root: run.root, succeeded };
    const [item] = unit;
    const done =
      unit.length === 1 && item ? [await runAlone(call, item, earlier)] : await runGroup(call, unit, earlier);
    results.push(...done);
    const failed = done.some(({ answer }) => answer.status >= 400);
    if (!failed) for (const { item: one, answer } of done) remember(succeeded, one, answer);
    if (failed && !run.continueOnError) break;
  }
  return results;
}

interface EarlierAnswers {
  readonly root: string;
  /** Answers of the requests and groups that succeeded, by name. */
  readonly succeeded: ReadonlyMap<string, RouteAnswer>;
}

function remember(succeeded: Map<string, RouteAnswer>, { id, group }: BatchItem, answer: RouteAnswer): void {
  for (const name of [id, group]) if (name !== null) succeeded.set(name, answer);
}

async function runAlone(call: RouteCall, item: BatchItem, earlier: EarlierAnswers): Promise<BatchResult> {
  const answer = await answered(() => {
    checkDependencies([item], earlier);
    return send(call, item, earlier);
  });
  return { item, answer };
}

async function runGroup(
  call: RouteCall,
  items: readonly BatchItem[],
  earlier: EarlierAnswers,
): Promise<readonly BatchResult[]> {
  const calls = items.map((item): AtomicCall<RouteAnswer> => (context, before) => {
    const succeeded = new Map(earlier.succeeded);
    for (const [index, answer] of before.entries()) remember(succeeded, items[index] ?? item, answer);
    return answered(() => send(call, item, { root: earlier.root, succeeded }, context));
  });
  let failed = { place: 0, answer: { status: 500 } as RouteAnswer };
  try {
    checkDependencies(items, earlier);
    const result = await runAtomically(call.context, calls, ({ status }) => status >= 400);
    if (result.done !== null) return items.map((item, index) => ({ item, answer: result.done[index] as RouteAnswer }));
    failed = { place: result.place, answer: result.failed };
  } catch (error) {
    failed = { place: 0, answer: presentError(knownError(error)) };
  }
  const other = presentError(new ServiceError("DEPENDENCY_FAILED", { target: items[failed.place]?.id ?? undefined }));
  return items.map((item, index) =>
    index === failed.place ? { item, answer: failed.answer } : { item, answer: other, undone: true },
  );
}

async function answered(run: () => Promise<RouteAnswer>): Promise<RouteAnswer> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ServiceError) return presentError(error);
    throw error;
  }
}

/** Throws unless every request and group that these depend on has succeeded. In a group, requests in front count too. */
function checkDependencies(items: readonly BatchItem[], { succeeded }: EarlierAnswers): void {
  for (const [index, { dependsOn }] of items.entries()) {
    const inGroup = items.slice(0, index).map(({ id }) => id);
    const missing = dependsOn.find((name) => !succeeded.has(name) && !inGroup.includes(name));
    if (missing !== undefined) throw new ServiceError("DEPENDENCY_FAILED", { target: missing });
  }
}

async function send(
  call: RouteCall,
  { method, url, headers, body }: BatchItem,
  earlier: EarlierAnswers,
  context?: ServiceContext,
): Promise<RouteAnswer> {
  // Some clients repeat their headers in every part; a token of another caller is refused.
  const { authorization } = headers;
  if (authorization !== undefined && !isSame(authorization, call.headers["authorization"])) {
    throw new ServiceError("HEADER_INVALID", {
      message: "A part of a batch has the rights of who sends the batch. Leave Authorization out of the part.",
      target: "Authorization",
    });
  }
  const address = addressOf(call, url, earlier);
  return call.send({ method, url: address, headers, body, ...(context === undefined ? {} : { context }) });
}

/** Reports whether two headers carry the same token, however they are spelled. */
function isSame(own: string, whole: string | readonly string[] | undefined): boolean {
  if (own === whole) return true;
  try {
    return typeof whole === "string" && bearerToken([own]) === bearerToken([whole]);
  } catch {
    return false;
  }
}

function addressOf(call: RouteCall, url: string, earlier: EarlierAnswers): string {
  const path = pathOf(call, url, earlier);
  if (!path.toLowerCase().startsWith(`${earlier.root}/`)) {
    throw new ServiceError("ADDRESS_INVALID", {
      message: `A part of a batch goes to an address below ${earlier.root}.`,
    });
  }
  return path;
}

function pathOf(call: RouteCall, url: string, { root, succeeded }: EarlierAnswers): string {
  const [, name, rest = ""] = /^\$([\w.-]+)((?:[/?].*)?)$/.exec(url) ?? [];
  const referred = name === undefined ? undefined : succeeded.get(name)?.headers?.["location"];
  if (referred !== undefined) return pathOf(call, referred + rest, { root, succeeded: new Map() });
  if (url.startsWith("/")) return url;
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return `${root}/${url}`;
  const host = String(call.headers["host"]);
  const origins = [call.publicAddress, `http://${host}`, `https://${host}`];
  const origin = origins.find((known) => url.toLowerCase().startsWith(`${known.toLowerCase()}/`));
  if (origin === undefined) {
    throw new ServiceError("ADDRESS_INVALID", { message: "A part of a batch goes to this service, to no other one." });
  }
  return url.slice(origin.length);
}
