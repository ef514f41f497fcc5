import type { OperationCode } from "../requests/operation-codes.ts";

/** Code of the removal of a role from its holder. */
export const roleRemovalCode = "ROLD" satisfies OperationCode;
