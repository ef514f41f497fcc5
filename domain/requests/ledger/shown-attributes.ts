import { isSecretAttribute } from "../../secret-attributes.ts";
import type { OrderAttributes } from "../order.ts";
import type { SubmittedOperation } from "./event-kinds.ts";

/** Returns attributes as a ledger holds them: only the name of an attribute whose name says that it is a secret. */
export function shownAttributes(attributes: OrderAttributes): SubmittedOperation["attributes"] {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, values]) => [name, isSecretAttribute(name) ? null : values]),
  );
}
