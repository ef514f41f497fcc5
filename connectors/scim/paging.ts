import { ConnectorError } from "#connectors/contract/index.ts";

import type { ResourceEndpoint } from "./endpoint.ts";
import { countOf, idOf, member, type ScimResource, textOf } from "./json.ts";
import { resourcesOf } from "./list-answer.ts";
import { send } from "./send.ts";

// Services limit their pages to round numbers: 50, 100, 200 …
const roundPage = 50;
// A page size that hardly any service refuses.
const smallPage = 100;

/** Objects of one page of the service, without those of earlier pages. */
export interface ScimPage {
  readonly resources: readonly ScimResource[];
  /** Start of the next page and the total; absent for pages by cursor, which end with their session, and while the index is unproven. */
  readonly cursor?: string;
  /** Number of objects; absent if the service does not count, or not correctly. */
  readonly total?: number;
}

/** A search of the objects of one type. */
export interface ScimSearch {
  readonly query: Readonly<Record<string, string>>;
  readonly pageSize: number;
  readonly after?: string | undefined;
}

/**
 * Yields all pages of a listing by index (RFC 7644 section 3.4.2.4), or by cursor if the service offers cursors (RFC 9865). The
 * service decides the page size. Its total does not prove the end: some services count only the page, or only up to a limit. So
 * after a full page, or one that completes the total, another page is requested.
 * @throws conflict if objects disappeared meanwhile, broken if the service does not show all that it has announced
 */
export async function* searchPages(endpoint: ResourceEndpoint, search: ScimSearch): AsyncGenerator<ScimPage> {
  const listing = new Listing(endpoint, search);
  do {
    endpoint.signal.throwIfAborted();
    const answer = await read(endpoint, search, listing);
    if (answer === undefined) break;
    const page = listing.take(answer);
    if (page !== undefined) yield page;
  } while (listing.goesOn());
  listing.requireWhole();
}

async function read(
  endpoint: ResourceEndpoint,
  search: ScimSearch,
  listing: Listing,
): Promise<ScimResource | undefined> {
  const { session, kind, signal } = endpoint;
  try {
    const query = { ...search.query, ...listing.place };
    return await send(session, { method: "GET", path: kind.endpoint, query }, signal);
  } catch (error) {
    if (!isOutOfRange(error)) throw error;
    // Some services refuse an index beyond the end, a cursor if they support none, and a page larger than their limit.
    if (listing.mayEnd) return undefined;
    if (listing.takesSmallerPages()) return read(endpoint, search, listing);
    throw error;
  }
}

function isOutOfRange(error: unknown): boolean {
  return error instanceof ConnectorError && ["invalidValue", "notFound", "notSupported", "policy"].includes(error.code);
}

/** Progress of a listing, from which its end is judged. */
class Listing {
  readonly #place: string;
  #pageSize: number;
  readonly #start: number;
  readonly #seen = new Set<string>();
  #largest = 1;
  /** Total of the service, as long as it is plausible. */
  #total: number | undefined;
  #counts = true;
  #ended = false;
  /** Mark of a page by index that came again: "full" if it has the requested size. */
  #again: "full" | "short" | undefined;
  #triedCursor = false;
  #index: number;
  /** Current cursor; undefined for pages by index. */
  #cursor: string | undefined;
  #next: string | undefined;

  constructor({ kind, model }: Pick<ResourceEndpoint, "kind" | "model">, { after, pageSize }: ScimSearch) {
    const { index, total } = startOf(after);
    this.#place = kind.endpoint;
    this.#pageSize = Math.min(pageSize, model.pageSizeMax ?? pageSize);
    this.#start = index;
    this.#total = total;
    this.#index = index;
    this.#cursor = model.cursor && after === undefined ? "" : undefined;
  }

  /** Query parameters for the start and the size of the next page. */
  get place(): Readonly<Record<string, string | number>> {
    const place = this.#cursor === undefined ? { startIndex: this.#index } : { cursor: this.#cursor };
    return { ...place, count: this.#pageSize };
  }

  /** Reduces the page size, once, before the first page has come; returns false if it is small already. */
  takesSmallerPages(): boolean {
    if (this.#pageSize <= smallPage || this.#index > this.#start) return false;
    this.#pageSize = smallPage;
    return true;
  }

  /** True if everything announced was shown, so a refusal means the end. */
  get mayEnd(): boolean {
    return !this.#cursor && this.#index > 1 && (this.#total === undefined || this.#index > this.#total);
  }

  /** Processes an answer; returns undefined if it adds nothing after the end. */
  take(answer: ScimResource): ScimPage | undefined {
    const resources = resourcesOf(answer, this.#place);
    const asked = this.#index;
    this.#next = textOf(member(answer, "nextCursor"));
    const byIndex = this.#cursor === undefined && this.#next === undefined;
    const fresh = this.#notSeen(resources);
    this.#index += resources.length;
    this.#count(countOf(member(answer, "totalResults")), byIndex);
    this.#judge(asked, { byIndex, shown: resources.length, fresh: fresh.length });
    return fresh.length === 0 && asked > this.#start ? undefined : this.#pageOf(fresh, byIndex);
  }

  /**
   * Moves to the start of the next page; returns false after the last one.
   * @throws broken for a cursor that leads back to itself
   */
  goesOn(): boolean {
    if (this.#next !== undefined && this.#next === this.#cursor)
      throw new ConnectorError("broken", `${this.#place} gives the same cursor again and again.`);
    const byIndex = this.#cursor === undefined;
    this.#cursor = this.#next ?? (byIndex && this.#triesCursor() ? "" : this.#cursor);
    return this.#next !== undefined || (byIndex && (this.#cursor !== undefined || !this.#ended));
  }

  /** Throws if the listing ends before all objects were shown. */
  requireWhole(): void {
    if (this.#again === "full")
      throw new ConnectorError(
        "broken",
        `${this.#place} shows the same full page again, so what comes after ${this.#pageSize} objects is not seen.`,
      );
    const shown = this.#start - 1 + this.#seen.size;
    if (this.#total !== undefined && shown < this.#total)
      throw new ConnectorError(
        "conflict",
        `${this.#place} announces ${this.#total} objects and has shown ${shown}: it changed meanwhile, or does not show all that it counts.`,
      );
  }

  // The service may not support an index while it has found nothing new and nothing is announced.
  #pageOf(resources: readonly ScimResource[], byIndex: boolean): ScimPage {
    const isProven = this.#seen.size > resources.length || this.#start > 1;
    const isAnnounced = this.#total !== undefined && this.#index <= this.#total;
    return {
      resources,
      ...(byIndex && (isProven || isAnnounced) && { cursor: `${this.#index}:${this.#total ?? ""}` }),
      ...(this.#total !== undefined && { total: this.#total }),
    };
  }

  /**
   * Returns true once, if the service repeats a page or has ended after one page of a round size. Some services page by index only
   * up to their limit, and by cursor beyond it.
   */
  #triesCursor(): boolean {
    const round = this.#largest >= roundPage && this.#largest % roundPage === 0 && this.#index - 1 === this.#largest;
    if (!this.#ended || this.#triedCursor || (this.#again === undefined && !round)) return false;
    this.#triedCursor = true;
    return true;
  }

  #judge(asked: number, { byIndex, shown, fresh }: { byIndex: boolean; shown: number; fresh: number }): void {
    if (byIndex && fresh === 0) this.#endBehind(asked, shown);
    else if (!this.#counts && !this.#triedCursor && fresh < shown) throw this.#moved();
    else this.#ended = this.#isLast(shown);
    this.#largest = Math.max(this.#largest, shown);
    if (this.#triedCursor && fresh > 0) this.#again = undefined;
  }

  #notSeen(resources: readonly ScimResource[]): readonly ScimResource[] {
    return resources.filter((resource) => {
      const id = idOf(resource);
      if (id === undefined) throw new ConnectorError("config", `${this.#place} shows an object without an id.`);
      const known = this.#seen.has(id);
      this.#seen.add(id);
      return !known;
    });
  }

  #count(total: number | undefined, byIndex: boolean): void {
    const shown = this.#start - 1 + this.#seen.size;
    // More objects came than the total: it counts something else.
    if (total === undefined || shown > total) this.#counts = false;
    if (this.#counts && byIndex && this.#total !== undefined && total !== undefined && total < this.#total)
      throw new ConnectorError(
        "conflict",
        `Objects were deleted while ${this.#place} was listed: ${this.#total} became ${total}.`,
      );
    this.#total = this.#counts ? total : undefined;
  }

  #endBehind(asked: number, again: number): void {
    if (this.#total !== undefined && asked <= this.#total)
      throw new ConnectorError(
        "broken",
        `The service announces ${this.#total} objects at ${this.#place} and shows no more after ${asked - 1}.`,
      );
    if (again > 0) this.#again = again === this.#pageSize ? "full" : "short";
    this.#ended = true;
  }

  #isLast(length: number): boolean {
    const full = length >= Math.min(this.#pageSize, this.#largest);
    return this.#total !== undefined && this.#index > this.#total && !full && length !== this.#total;
  }

  #moved(): ConnectorError {
    return new ConnectorError(
      "conflict",
      `${this.#place} changed while it was listed; some objects were shown twice and others not.`,
    );
  }
}

function startOf(after: string | undefined): { index: number; total: number | undefined } {
  if (after === undefined) return { index: 1, total: undefined };
  const [, index, total] = /^(\d{1,10}):(\d{0,10})$/.exec(after) ?? [];
  if (index === undefined || total === undefined)
    throw new ConnectorError("config", "The cursor was not made by this connector.");
  return { index: Number(index), total: total === "" ? undefined : Number(total) };
}
