import { implementers } from "#domain/resources/implementers.ts";

import { valueTypeOf } from "./entity-type-of.ts";

/** An implementer of a target system or a group. */
export const implementer = valueTypeOf(implementers, "Implementer");
