import { z } from "zod";

/** Any text. */
export const text = z.string();

/** A whole number between two bounds. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must lie between ${min} and ${max}`);

/** True or false. */
export const truth = z
  .enum(["true", "false"], { error: "must be true or false" })
  .transform((value) => value === "true");

/** Numbers with commas between them. */
export const numberList = z
  .string()
  .regex(/^\d+(\.\d+)?(,\d+(\.\d+)?)*$/, "must be numbers with commas between them")
  .transform((list) => list.split(",").map(Number));

/** An http or https address without a path. */
export const webAddress = z
  .string()
  .regex(/^https?:\/\/[^/?#\s]+$/, "must be an http:// or https:// address without a path")
  .nullable();

/** An address of the form host:port. */
export const hostAndPort = z
  .string()
  .regex(/^[^\s/:]+:\d+$/, "must have the form host:port")
  .nullable();

/** The name of a node. */
export const nodeName = z.string().regex(/^[A-Za-z0-9-]{1,32}$/, "must be 1 to 32 letters, digits or hyphens");

/** The path of a file. */
export const file = z.string().nullable();

/** Entries with commas between them. */
export const entries = z.string().transform((list) => list.split(",").flatMap((entry) => entry.trim() || []));
