import { ServiceError } from "#domain/errors.ts";

import { presentError } from "../../errors.ts";
import type { RouteAnswer, RouteCall } from "../../route.ts";
import type { BatchItem, BatchResult } from "./item.ts";

/** How a batch is run. */
export interface BatchRun {
  /** The service root, such as `/v2`. */
  readonly root: string;
  /** Whether it goes on behind a request that failed. */
  readonly continueOnError: boolean;
}

/**
 * Runs the requests of a batch one after the other, each as a call of its own with the rights of who sent the batch. A
 * group of several changes is refused as a whole, because they could not be undone together.
 */
export async function runBatch(
  call: RouteCall,
  items: readonly BatchItem[],
  run: BatchRun,
): Promise<readonly BatchResult[]> {
  const results: BatchResult[] = [];
  const succeeded = new Map<string, RouteAnswer>();
  for (const item of items) {
    const answer = await answerOf(call, { item, items, run, succeeded });
    const failed = answer.status >= 400;
    if (!failed) for (const name of [item.id, item.group]) if (name !== null) succeeded.set(name, answer);
    // Of a group that is refused the first request carries the answer.
    if (failed && item.group !== null && results.at(-1)?.item.group === item.group) continue;
    results.push({ item, answer });
    if (failed && !run.continueOnError) break;
  }
  return results;
}

interface Step {
  readonly item: BatchItem;
  readonly items: readonly BatchItem[];
  readonly run: BatchRun;
  readonly succeeded: ReadonlyMap<string, RouteAnswer>;
}

async function answerOf(call: RouteCall, step: Step): Promise<RouteAnswer> {
  const { item, run, succeeded } = step;
  try {
    checkItem(call, step);
    const url = addressOf(call, item.url, run.root, succeeded);
    return await call.send({ method: item.method, url, headers: item.headers, body: item.body });
  } catch (error) {
    if (error instanceof ServiceError) return presentError(error);
    throw error;
  }
}

function checkItem(call: RouteCall, { item, items, succeeded }: Step): void {
  if (item.group !== null && items.filter(({ group }) => group === item.group).length > 1) {
    throw new ServiceError("NOT_SUPPORTED", {
      message:
        "Changes of one group cannot be undone together here, so none was tried. Send each change in a group of its own, or without one.",
      ...(item.id === null ? {} : { target: item.id }),
    });
  }
  const missing = item.dependsOn.find((name) => !succeeded.has(name));
  if (missing !== undefined) throw new ServiceError("DEPENDENCY_FAILED", { target: missing });
  // Some clients repeat their headers in every part; another's rights are not taken.
  if ((item.headers["authorization"] ?? call.headers["authorization"]) !== call.headers["authorization"]) {
    throw new ServiceError("HEADER_INVALID", {
      message: "A part of a batch has the rights of who sends the batch. Leave Authorization out of the part.",
      target: "Authorization",
    });
  }
}

function addressOf(call: RouteCall, url: string, root: string, succeeded: ReadonlyMap<string, RouteAnswer>): string {
  const path = pathOf(call, url, root, succeeded);
  if (!path.toLowerCase().startsWith(`${root}/`) || /^[^?]*(?:\$|%24)batch/i.test(path)) {
    throw new ServiceError("ADDRESS_INVALID", {
      message: `A part of a batch goes to an address below ${root}, and is no batch itself.`,
    });
  }
  return path;
}

function pathOf(
  { publicAddress, headers }: RouteCall,
  url: string,
  root: string,
  succeeded: ReadonlyMap<string, RouteAnswer>,
): string {
  const [, name, rest = ""] = /^\$([\w.-]+)((?:[/?].*)?)$/.exec(url) ?? [];
  const referred = name === undefined ? undefined : succeeded.get(name)?.headers?.["location"];
  if (referred !== undefined) return pathOf({ publicAddress, headers } as RouteCall, referred + rest, root, new Map());
  if (url.startsWith("/")) return url;
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return `${root}/${url}`;
  const origins = [publicAddress, ...["http", "https"].map((scheme) => `${scheme}://${String(headers["host"])}`)];
  const origin = origins.find((known) => url.toLowerCase().startsWith(`${known.toLowerCase()}/`));
  if (origin === undefined) {
    throw new ServiceError("ADDRESS_INVALID", { message: "A part of a batch goes to this service, to no other one." });
  }
  return url.slice(origin.length);
}
