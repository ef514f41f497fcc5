import { z } from "zod";

import { givenNameMaxCharacters } from "#domain/chain-limits.ts";
import { idMaxCharacters } from "#domain/limits.ts";

import { checkedInput } from "../../kernel/input-invalid.ts";

const schema = z.strictObject({
  /** The application that signs somebody in; the service's own by default. What is for the service itself takes none. */
  clientId: z.string().min(1).max(idMaxCharacters).exactOptional(),
  scope: z.string().max(givenNameMaxCharacters).exactOptional(),
  userName: z.string().min(1).max(givenNameMaxCharacters).exactOptional(),
  /** The identity provider that was chosen. */
  provider: z.string().min(1).max(idMaxCharacters).exactOptional(),
});

/** What whoever begins to sign in may say. */
export type SignInInput = z.output<typeof schema>;

/** What programs begin by one route, and at which door that is. */
const doors = { signIn: "attempts", forgotPassword: "forgottenByProgram" } as const;

const purposeSchema = schema.extend({
  /** What it is for; signing in by default. */
  purpose: z.enum(Object.keys(doors) as [keyof typeof doors, ...(keyof typeof doors)[]]).default("signIn"),
});

/**
 * The body with which a sign-in is begun.
 * @throws INPUT_INVALID
 */
export function signInInput(body: unknown): SignInInput {
  return checkedInput(schema, body);
}

/**
 * The body with which a program begins an attempt, and the door at which it does.
 * @throws INPUT_INVALID
 */
export function attemptInput(body: unknown): SignInInput & { readonly door: (typeof doors)[keyof typeof doors] } {
  const { purpose, ...input } = checkedInput(purposeSchema, body);
  return { ...input, door: doors[purpose] };
}
