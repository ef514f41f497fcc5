import type { OperationCode } from "../requests/operation-codes.ts";

/** Code of an exception from a rule of separation of duties. */
export const exceptionCode = "AESOD" satisfies OperationCode;
