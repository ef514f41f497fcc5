import { z } from "zod";

import { ConnectorError } from "#connectors/contract/index.ts";

/** A position in the change feed of one domain controller. */
export interface ChangeToken {
  /** Id of the database copy that counts. Every controller counts for itself, and starts again after a restore from a backup. */
  readonly invocationId: string;
  /** Last update sequence number that was read. */
  readonly usn: bigint;
  /** Milliseconds UTC by the clock of the controller. */
  readonly readAtMs: number;
}

const shape = z.strictObject({
  invocationId: z.uuid(),
  usn: z.string().regex(/^\d{1,20}$/),
  readAtMs: z.int().nonnegative(),
});

/** Converts a token into text. */
export function writeToken({ invocationId, usn, readAtMs }: ChangeToken): string {
  return JSON.stringify({ invocationId, usn: String(usn), readAtMs });
}

/**
 * Parses the text of a token.
 * @throws config if it is not a token
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

/** Current state of a controller; a token must fit it to be continued. */
export interface FeedState extends ChangeToken {
  /** Milliseconds for which the controller remembers deleted objects. */
  readonly tombstoneLifetimeMs: number;
}

/**
 * Throws unless the feed shows every change since the token.
 * @throws config if a full listing is needed
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
