import {
  type Client,
  type Control,
  type Entry,
  type Filter,
  PagedResultsControl,
  SearchRequest,
  type SearchResponse,
  StatusCodeParser,
} from "ldapts";

import { ConnectorError } from "#connectors/contract/index.ts";

import { boundClient, type LdapConnection } from "./connection.ts";
import { elsewhere } from "./referrals.ts";

/** A search in pages. */
export interface PagedSearch {
  readonly base: string;
  readonly filter: Filter;
  readonly attributes: readonly string[];
  readonly pageSize: number;
  /** Attributes whose values are bytes even if they look like text. */
  readonly binary?: readonly string[];
  /** Further controls to send with each page. */
  readonly controls?: readonly Control[];
  /** True if the result must be complete: a page that refers to another server is refused. */
  readonly whole?: true;
}

/**
 * Internal functions of the library's client. Its own loop ends at an empty page that carries a cookie, and its public search hides
 * the cookie, so the pages are sent here.
 */
interface Sender {
  _nextMessageId(): number;
  _send(request: SearchRequest): Promise<SearchResponse | undefined>;
}

const success = 0;

/**
 * Yields all entries below a base, page by page, until the directory itself marks the last page.
 * @throws broken if the connection is lost on the way or a page does not tell whether more follow; config if a part lies on other
 * servers and the search must be complete; and the directory's own refusals
 */
export async function* searchPages(
  session: LdapConnection,
  search: PagedSearch,
  signal: AbortSignal,
): AsyncGenerator<Entry[]> {
  boundClient(session);
  let cookie: Buffer | undefined;
  let begin: string | undefined;
  do {
    signal.throwIfAborted();
    // Checked for each page: after an automatic reconnect of the library no one is logged in, and a listing of public data would
    // look complete.
    if (!session.client.isBound)
      throw new ConnectorError("broken", "The connection to the directory was lost in the midst of a listing.");
    const response = await sendPage(session.client, search, cookie);
    const places = response.searchReferences.flatMap(({ uris }) => uris);
    if (search.whole === true && places.length > 0) throw elsewhere(search.base, places);
    const last = cookie;
    cookie = cookieOf(response, { search, isFirst: last === undefined });
    const [first] = response.searchEntries;
    if (first !== undefined && first.name === begin && last !== undefined && cookie?.equals(last))
      throw new ConnectorError("broken", `The directory gives the page that begins with ${begin} again and again.`);
    begin = first?.name;
    yield response.searchEntries.map((entry) => entry.toObject([], [...(search.binary ?? [])]));
  } while (cookie !== undefined);
}

async function sendPage(client: Client, search: PagedSearch, cookie: Buffer | undefined): Promise<SearchResponse> {
  const sender = client as unknown as Sender;
  const control = new PagedResultsControl({
    critical: true,
    value: { size: search.pageSize, ...(cookie && { cookie }) },
  });
  const request = new SearchRequest({
    messageId: sender._nextMessageId(),
    baseDN: search.base,
    scope: "sub",
    filter: search.filter,
    attributes: [...search.attributes],
    controls: [control, ...(search.controls ?? [])],
  });
  const response = await sender._send(request);
  if (response?.status !== success) throw refusalOf(response);
  return response;
}

function refusalOf(response: SearchResponse | undefined): Error {
  if (response === undefined) return new ConnectorError("broken", "The directory gave no answer.");
  return StatusCodeParser.parse(response);
}

/** Returns the cookie of the next page; undefined if the directory marks this page as the last, or has returned everything at once. */
function cookieOf(
  response: SearchResponse,
  { search, isFirst }: { readonly search: PagedSearch; readonly isFirst: boolean },
): Buffer | undefined {
  const control = response.controls?.find((candidate) => candidate instanceof PagedResultsControl);
  // A server without paging returns all entries at once; one that returns exactly a page may have withheld the rest.
  if (control === undefined && (!isFirst || response.searchEntries.length === search.pageSize))
    throw new ConnectorError("broken", "The directory gave a page and did not say whether another one follows.");
  const cookie = control?.value?.cookie;
  return cookie !== undefined && cookie.length > 0 ? cookie : undefined;
}

/** Throws `config` for a cursor: a directory's cookie is worthless on another connection, so its pages carry none. */
export function refuseCursor(after: string | undefined): void {
  if (after !== undefined)
    throw new ConnectorError("config", "A listing of a directory cannot be resumed; start it again.");
}
