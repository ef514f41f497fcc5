import { isSecretAttribute } from "../../secret-attributes.ts";
import type { OrderAttributes } from "../order.ts";
import type { SubmittedOperation } from "./event-kinds.ts";

/** Attributes as a ledger has them: of what may be a secret by its name, the name alone. */
export function shownAttributes(attributes: OrderAttributes): SubmittedOperation["attributes"] {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, values]) => [name, isSecretAttribute(name) ? null : values]),
  );
}
