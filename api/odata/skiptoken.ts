import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { pageSizeMax } from "#domain/limits.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";

const positionSchema = z.strictObject({
  /** The query of the first page, as it was sent. */
  query: z.string(),
  /** Expansions of that query that lead to these entities; none for the entities of the query itself. */
  names: z.array(z.string()).readonly(),
  /** The values of the order in the last entity of the page before. */
  after: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).readonly(),
  /** Number of entities of a page. */
  size: z.int().min(1).max(pageSizeMax),
  /** Number of entities still to come of those that `$top` asked for. */
  left: z.int().min(1).optional(),
});

/** Position of the next page, the query it continues, and the number of entities left. */
export type PagePosition = Readonly<z.infer<typeof positionSchema>>;

type Sealing = Pick<ServiceContext["store"], "seal" | "unseal">;

// Sealed for one address: it cannot be made, changed, read, or used at another address.
const placeOf = (path: string) => ({ table: "$skiptoken", key: path.toLowerCase(), column: "position" });

/** Returns the position as a text that only this service can make and read, for one address. */
export function makeSkiptoken(store: Sealing, path: string, position: PagePosition): string {
  return Buffer.from(store.seal(new Secret(JSON.stringify(position)), placeOf(path))).toString("base64url");
}

/**
 * Reads a token of `makeSkiptoken` for the same address.
 * @throws QUERY_OPTION_INVALID
 */
export function readSkiptoken(store: Sealing, path: string, token: string): PagePosition {
  try {
    const sealed = Buffer.from(token, "base64url").toString();
    return store.unseal(sealed, placeOf(path)).use((text) => positionSchema.parse(JSON.parse(text)));
  } catch (cause) {
    throw new ServiceError("QUERY_OPTION_INVALID", {
      message: "$skiptoken is not one that this service gave for this address. Start again without it.",
      target: "$skiptoken",
      cause,
    });
  }
}
