import { z } from "zod";

import {
  chainNameMaxCharacters,
  chainPositionMax,
  chainSelectorsMax,
  componentIdMaxCharacters,
  matchValueMaxCharacters,
  usualChainPosition,
} from "#domain/chain-limits.ts";
import { type AuthChain, type ChainPurpose, chainPurposes, matchTypes } from "#domain/chains/auth-chain.ts";
import { checkChain } from "#domain/chains/check-chain.ts";
import type { KnownParts } from "#domain/chains/component.ts";
import { ServiceError } from "#domain/errors.ts";
import { descriptionMaxCharacters } from "#domain/limits.ts";

import { inputInvalid } from "../../input-invalid.ts";

const name = z
  .string()
  .regex(/^[A-Za-z][\w-]*$/, "must begin with a letter and hold letters, digits, '_' and '-' alone")
  .max(chainNameMaxCharacters);
const component = z
  .string()
  .regex(
    /^([A-Za-z][\w-]*|plugin:[A-Za-z0-9][\w.-]*)$/,
    "must be the id of a component, or plugin: and the name of a file of PLUGIN_FOLDER",
  )
  .max(componentIdMaxCharacters);
const value = z.string().max(matchValueMaxCharacters);

/** The shape of a chain. */
const chain = z.strictObject({
  name,
  description: z.string().max(descriptionMaxCharacters).default(""),
  purpose: z.enum(Object.keys(chainPurposes) as [ChainPurpose, ...ChainPurpose[]]).default("signIn"),
  position: z.int().min(0).max(chainPositionMax).default(usualChainPosition),
  selectors: z
    .array(
      z.strictObject({
        expression: value,
        match: z.enum(matchTypes, { error: `must be ${matchTypes.join(", ")}` }),
        value: value.exactOptional(),
      }),
    )
    .max(chainSelectorsMax)
    .default([]),
  first: name,
  steps: z.record(
    name,
    z.strictObject({
      component,
      configuration: z.record(name, z.union([value, z.number(), z.boolean()])).default({}),
      outcomes: z.record(name, name),
    }),
  ),
});

/**
 * A chain as somebody has written it.
 * @throws INPUT_INVALID where its shape is wrong, CHAIN_INVALID that names every place where it breaks a rule
 */
export function checkedChain(written: unknown, known: KnownParts): AuthChain {
  const parsed = chain.safeParse(written);
  if (!parsed.success) throw inputInvalid(parsed.error);
  // The type of a field that may be left out says so in another way there.
  const read: AuthChain = parsed.data;
  const faults = checkChain(read, known);
  const [first] = faults;
  if (first === undefined) return read;
  throw new ServiceError("CHAIN_INVALID", {
    target: first.place,
    message: `${first.place}: ${first.message}`,
    details: faults.map(({ place, message }) => ({ code: "CHAIN_INVALID", target: place, message })),
  });
}
