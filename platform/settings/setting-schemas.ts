import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";

import { listed } from "./listed.ts";

/** Any text. */
export const text = z.string();

/** Returns the kind of a setting that is a whole number between two bounds; `type` names its unit. */
export const wholeNumber = (type: string, preset: number, min: number, max: number) => ({
  type,
  default: String(preset),
  schema: z
    .string()
    .regex(/^\d+$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must lie between ${min} and ${max}`),
});

/** Returns the kind of a setting that is true or false. */
export const trueOrFalse = (preset: boolean) => ({
  type: "true or false",
  default: String(preset),
  schema: z.enum(["true", "false"], { error: "must be true or false" }).transform((value) => value === "true"),
});

/** Returns the kind of a setting that is a list of pauses. */
export const secondsList = (preset: readonly number[]) => ({
  type: "seconds, seconds, …",
  default: preset.join(","),
  schema: z
    .string()
    .regex(/^\d+(\.\d+)?(,\d+(\.\d+)?)*$/, "must be numbers with commas between them")
    .transform((list) => list.split(",").map(Number)),
});

/** Returns the kind of a setting that is an address of a certain form, or none. */
export const address = (form: RegExp, rule: string, type = "address") => ({
  type,
  default: null,
  schema: z.string().regex(form, rule).nullable(),
});

/** An http or https address without a path. */
export const webAddress = address(/^https?:\/\/[^/?#\s]+$/, "must be an http:// or https:// address without a path");

/** Http or https addresses without a path, with commas between them. */
export const webAddresses = address(
  /^https?:\/\/[^/?#\s,]+(\s*,\s*https?:\/\/[^/?#\s,]+)*$/,
  "must be http:// or https:// addresses without a path, with commas between them",
  "addresses",
);

/** The path of a file, or none. */
export const file = { type: "file", default: null, schema: z.string().nullable() };

/** A secret, or none; it is sealed when it is stored, and never shown. */
export const secret = {
  type: "secret",
  default: null,
  schema: z
    .string()
    .min(1, "must not be empty")
    .nullable()
    .transform((plaintext) => (plaintext === null ? null : new Secret(plaintext))),
};

/** The name of a node. */
export const nodeName = z.string().regex(/^[A-Za-z0-9-]{1,32}$/, "must be 1 to 32 letters, digits or hyphens");

/** List of entries with commas between them. */
export const entries = z.string().transform((list) => [...listed(list)]);
