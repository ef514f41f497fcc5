import { z } from "zod";

import { ConnectorError } from "#connectors/contract/index.ts";

/** A place in the change feed of one domain controller. */
export interface ChangeToken {
  /** Which copy of the database counted; every controller counts for itself, and one restored from a backup anew. */
  readonly invocationId: string;
  /** The last update sequence number that was read. */
  readonly usn: bigint;
  /** Milliseconds UTC by the clock of the controller. */
  readonly readAtMs: number;
}

const shape = z.strictObject({
  invocationId: z.uuid(),
  usn: z.string().regex(/^\d{1,20}$/),
  readAtMs: z.int().nonnegative(),
});

/** The text of a token. */
export function writeToken({ invocationId, usn, readAtMs }: ChangeToken): string {
  return JSON.stringify({ invocationId, usn: String(usn), readAtMs });
}

/**
 * Reads the text of a token.
 * @throws config when it is none
 */
export function readToken(text: string): ChangeToken {
  try {
    const { usn, ...rest } = shape.parse(JSON.parse(text));
    return { ...rest, usn: BigInt(usn) };
  } catch (cause) {
    throw new ConnectorError(
      "config",
      "The token of the change feed is none of this connector; list everything anew.",
      {
        cause,
      },
    );
  }
}

/** What a controller must be for a token to be continued on it. */
export interface FeedState extends ChangeToken {
  /** How long the controller remembers what was deleted. */
  readonly tombstoneLifetimeMs: number;
}

/**
 * Makes sure that the feed shows every change since the token.
 * @throws config when a full listing is needed
 */
export function requireContinuous(token: ChangeToken, state: FeedState): void {
  const reason = whyBroken(token, state);
  if (reason !== undefined)
    throw new ConnectorError("config", `The change feed cannot be continued, a full listing is needed: ${reason}.`);
}

function whyBroken(token: ChangeToken, state: FeedState): string | undefined {
  if (token.invocationId !== state.invocationId)
    return "the token is of another domain controller, or this one was restored from a backup";
  if (token.usn > state.usn) return "the domain controller has gone back behind the token";
  if (state.readAtMs - token.readAtMs > state.tombstoneLifetimeMs)
    return "the token is older than what the domain controller remembers of deleted objects";
  return undefined;
}
