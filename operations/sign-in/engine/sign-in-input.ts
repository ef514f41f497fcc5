import { z } from "zod";

import { givenNameMaxCharacters } from "#domain/chain-limits.ts";
import { idMaxCharacters } from "#domain/limits.ts";

import { checkedInput } from "../../kernel/input-invalid.ts";

const schema = z.strictObject({
  /** Application that signs the user in; by default the service's own. Aims for the service itself accept none. */
  clientId: z.string().min(1).max(idMaxCharacters).exactOptional(),
  scope: z.string().max(givenNameMaxCharacters).exactOptional(),
  userName: z.string().min(1).max(givenNameMaxCharacters).exactOptional(),
  /** Chosen identity provider. */
  provider: z.string().min(1).max(idMaxCharacters).exactOptional(),
});

/** Input of a call that begins a sign-in. */
export type SignInInput = z.output<typeof schema>;

/** Entry points of the route for programs, by purpose. */
const doors = { signIn: "attempts", forgotPassword: "forgottenByProgram" } as const;

const purposeSchema = schema.extend({
  /** Purpose of the attempt; by default signing in. */
  purpose: z.enum(Object.keys(doors) as [keyof typeof doors, ...(keyof typeof doors)[]]).default("signIn"),
});

/**
 * Parses the body that begins a sign-in.
 * @throws INPUT_INVALID
 */
export function signInInput(body: unknown): SignInInput {
  return checkedInput(schema, body);
}

/**
 * Parses the body with which a program begins an attempt, and adds its entry point.
 * @throws INPUT_INVALID
 */
export function attemptInput(body: unknown): SignInInput & { readonly door: (typeof doors)[keyof typeof doors] } {
  const { purpose, ...input } = checkedInput(purposeSchema, body);
  return { ...input, door: doors[purpose] };
}
