import { z } from "zod";

import { idMaxCharacters } from "#domain/limits.ts";

/** The id of a new entity that is identified by a name of its own: it stands in addresses. */
export const newId = z
  .string()
  .min(1, "must not be empty")
  .max(idMaxCharacters)
  .regex(/^[^/?#\s\p{Cc}]+$/u, "must not contain blanks, control characters, '/', '?' or '#'");
