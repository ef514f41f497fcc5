import { z } from "zod";

import { givenNameMaxCharacters } from "#domain/chain-limits.ts";
import { idMaxCharacters } from "#domain/limits.ts";

import { inputChecking, inputInvalid } from "../../input-invalid.ts";

const schema = z.strictObject({
  /** The application that signs somebody in; the service's own by default. */
  clientId: z.string().min(1).max(idMaxCharacters).exactOptional(),
  scope: z.string().max(givenNameMaxCharacters).exactOptional(),
  userName: z.string().min(1).max(givenNameMaxCharacters).exactOptional(),
  /** The identity provider that was chosen. */
  provider: z.string().min(1).max(idMaxCharacters).exactOptional(),
});

/** What whoever begins to sign in may say. */
export type SignInInput = z.output<typeof schema>;

/**
 * The body with which a sign-in is begun.
 * @throws INPUT_INVALID
 */
export function signInInput(body: unknown): SignInInput {
  const parsed = schema.safeParse(body, inputChecking);
  if (parsed.success) return parsed.data;
  throw inputInvalid(parsed.error);
}
