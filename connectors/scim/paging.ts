import { ConnectorError } from "#connectors/contract/index.ts";

import { resourcesOf } from "./model.ts";
import type { ResourceEndpoint } from "./objects.ts";
import { type ScimResource, send } from "./session.ts";

/** One page as the service gave it. */
export interface ScimPage {
  readonly resources: readonly ScimResource[];
  /** Where the next page begins and how many objects there were, or undefined after the last page. */
  readonly cursor: string;
  readonly total: number;
}

/** What is asked for. */
export interface ScimSearch {
  readonly query: Readonly<Record<string, string>>;
  readonly pageSize: number;
  readonly after?: string | undefined;
}

/**
 * All pages of a listing by index (RFC 7644 section 3.4.2.4). The service decides how large a page is. An index moves
 * when something before it is deleted, so the listing only ends well when it has shown as many objects as there are.
 * @throws conflict when objects went away meanwhile, broken when the service does not show what it has announced
 */
export async function* searchPages(endpoint: ResourceEndpoint, search: ScimSearch): AsyncGenerator<ScimPage> {
  const { session, kind, signal } = endpoint;
  const start = startOf(search.after);
  let { index, total } = start;
  const seen = new Set<unknown>();
  for (;;) {
    signal.throwIfAborted();
    const query = { ...search.query, startIndex: index, count: search.pageSize };
    const answer = await send(session, { method: "GET", path: kind.endpoint, query }, signal);
    const resources = resourcesOf(answer);
    const now = totalOf(answer);
    if (total !== undefined && now < total)
      throw new ConnectorError(
        "conflict",
        `Objects were deleted while ${kind.endpoint} was listed: ${total} became ${now}.`,
      );
    total = now;
    const fresh = resources.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    index += resources.length;
    if (fresh.length === 0 && index <= total)
      throw new ConnectorError(
        "broken",
        `The service announces ${total} objects at ${kind.endpoint} and shows no more after ${index - 1}.`,
      );
    yield { resources: fresh, cursor: `${index}:${total}`, total };
    if (index > total) break;
  }
  if (start.index - 1 + seen.size < total)
    throw new ConnectorError(
      "conflict",
      `${kind.endpoint} changed while it was listed; some objects were shown twice and others not.`,
    );
}

function startOf(after: string | undefined): { index: number; total: number | undefined } {
  if (after === undefined) return { index: 1, total: undefined };
  const [, index, total] = /^(\d{1,10}):(\d{1,10})$/.exec(after) ?? [];
  if (index === undefined || total === undefined)
    throw new ConnectorError("config", "The cursor was not made by this connector.");
  return { index: Number(index), total: Number(total) };
}

function totalOf({ totalResults }: ScimResource): number {
  if (typeof totalResults !== "number")
    throw new ConnectorError("config", "The service answers a list without totalResults.");
  return totalResults;
}
