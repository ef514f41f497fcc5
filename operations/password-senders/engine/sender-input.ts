import { z } from "zod";

import {
  reportedNameMaxCharacters,
  sealedPasswordMaxCharacters,
  seriesMaxCharacters,
} from "#domain/password-sender-limits.ts";
import { senderNames } from "#domain/password-sync/account-names.ts";
import { unknownPasswordReasons } from "#domain/password-sync/sender-call.ts";

const oneName = z.string().min(1, "must not be empty").max(reportedNameMaxCharacters).exactOptional();
const nameRule = `must give one of ${senderNames.join(", ")}`;

/** Schema of the names of an account in a call of a sender. */
export const senderNameInput = z
  .strictObject({ stableId: oneName, longId: oneName, shortId: oneName })
  .refine((name) => senderNames.some((one) => name[one] !== undefined), { message: nameRule })
  .meta({ rule: nameRule });

/** Schema of a sealed password. */
export const sealedInput = z
  .string()
  .max(sealedPasswordMaxCharacters)
  .regex(/^[A-Za-z0-9_.-]+$/, "must be a compact JWE");

const seriesRule = `must be 1 to ${seriesMaxCharacters} letters, digits, dashes or underscores`;

/** Schema of the ID of a sender's spool. */
export const seriesInput = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, seriesRule);

/** Schema of the reason why a sender does not know a password. */
export const reasonInput = z.enum(unknownPasswordReasons);
